import { pages } from '@xrp-bridge/contracts/pages';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { formatWord } from '@xrp-bridge/contracts/words';
import { bestDayOf } from '../domain/briefing.ts';
import type { BriefingContent, DigestFacts, OpenTasks, SystemFacts, WeeklyFacts } from '../domain/operator-alert.ts';
import type { AlertText, Row } from './layout.ts';

interface Place {
  /** The product's base URL. */
  site: string;
  timeZone: string;
}

/** Writes an alert of a briefing: new problems, the morning digest or the weekly mail. */
export function writeBriefing(alert: BriefingContent, place: Place): AlertText {
  switch (alert.kind) {
    case 'system':
      return writeSystem(alert.facts, place);
    case 'digest':
      return writeDigest(alert.facts, place);
    case 'weekly':
      return writeWeekly(alert.facts, place);
  }
}

function writeSystem(facts: SystemFacts, { site }: Place): AlertText {
  const [letters, jobs] = [sum(facts.deadLetters), sum(facts.failedJobs)];
  const links = [
    ...(facts.providers.length > 0 ? [pages.adminProviders] : []),
    ...(letters > 0 ? [pages.adminEvents] : []),
    ...(jobs > 0 ? [pages.adminJobs] : []),
  ];
  return {
    subject: `New problems: ${listProblems(facts).join(', ')}`,
    blocks: [
      { paragraph: 'These problems are new since our last alert.' },
      { rows: problemRows(facts) },
      ...(letters + jobs > 0
        ? [{ paragraph: 'Nothing is lost. Once you’ve fixed the cause, you can retry the failed events and jobs.' }]
        : []),
      ...links.map(({ title, path }) => ({ link: { label: `Open ${pageName(title)}`, url: site + path } })),
    ],
  };
}

function writeDigest(facts: DigestFacts, { site, timeZone }: Place): AlertText {
  const { tasks, deadLetters, failedJobs, providers, yesterday } = facts;
  const waiting = tasks.reduce((all, { count }) => all + count, 0) + deadLetters + failedJobs + providers.length;
  const rows: Row[] = [
    ...taskRows(tasks, timeZone),
    ...(deadLetters > 0 ? [['Failed events', String(deadLetters)] as const] : []),
    ...(failedJobs > 0 ? [['Failed jobs', String(failedJobs)] as const] : []),
    ...(providers.length > 0 ? [['Failing providers', providers.join(', ')] as const] : []),
  ];
  const isWhole = facts.away.length === 0;
  const nothing = isWhole ? 'All clear' : 'No known problems';
  return {
    subject: `${waiting === 0 ? nothing : `${waiting} ${waiting === 1 ? 'thing needs' : 'things need'} your attention`} (${formatDay(facts.date)})`,
    blocks: [
      { heading: 'Needs attention' },
      rows.length > 0 ? { rows } : { paragraph: `${nothing}.` },
      { heading: yesterday ? `Sales on ${formatDay(yesterday.day)}` : 'Sales' },
      yesterday ? { rows: salesRows(yesterday) } : { paragraph: missing(facts.away) },
      ...(yesterday && !isWhole ? [{ paragraph: missing(facts.away) }] : []),
      { paragraph: 'Days are in UTC, as on the dashboard.' },
      {
        link: {
          label: tasks.length > 0 ? 'Open your tasks' : 'Open the dashboard',
          url: site + (tasks.length > 0 ? pages.adminTasks.path : pages.admin.path),
        },
      },
    ],
  };
}

function writeWeekly(facts: WeeklyFacts, { site, timeZone }: Place): AlertText {
  const { week, funnel, tasks, away } = facts;
  const sales = week?.days.reduce((all, { salesCents }) => all + salesCents, 0) ?? 0;
  const brokeRows = [...problemRows(facts.broke), ...countRows(facts.failures)];
  return {
    subject: week ? `Your week: ${dollars(sales)} in sales${change(sales, week.salesBeforeCents)}` : 'Your week',
    blocks: [
      { heading: week ? `Sales, ${formatDate(week.days[0]?.day)} to ${formatDate(week.days.at(-1)?.day)}` : 'Sales' },
      week ? { rows: weekRows(week, sales) } : { paragraph: missing(away) },
      { heading: 'Conversion' },
      funnel ? { rows: funnelRows(funnel) } : { paragraph: missing(away) },
      { heading: 'Problems' },
      brokeRows.length > 0
        ? { rows: brokeRows }
        : { paragraph: away.length === 0 ? 'No problems.' : 'No known problems.' },
      { heading: 'Needs attention' },
      tasks.length > 0 ? { rows: taskRows(tasks, timeZone) } : { paragraph: 'No open tasks.' },
      { link: { label: 'Open the dashboard', url: site + pages.admin.path } },
    ],
  };
}

function weekRows(week: NonNullable<WeeklyFacts['week']>, salesCents: number): Row[] {
  const best = bestDayOf(week);
  const add = (of: (day: (typeof week.days)[number]) => number) => week.days.reduce((all, day) => all + of(day), 0);
  const paid = week.days.every((day) => day.paid !== null) ? add((day) => day.paid ?? 0) : null;
  const { salesBeforeCents: before } = week;
  return [
    ...salesRows({ salesCents, refundsCents: add((day) => day.refundsCents), paid }),
    ['The week before', before === null ? 'No data' : dollars(before)],
    ['Best day', best ? `${formatDay(best.day)}, ${dollars(best.salesCents)}` : 'No sales'],
  ];
}

function salesRows(totals: { salesCents: number; refundsCents: number; paid: number | null }): Row[] {
  return [
    ['Sales', dollars(totals.salesCents)],
    ['Refunds', dollars(totals.refundsCents)],
    ...(totals.paid === null ? [] : [['Transfers paid', String(totals.paid)] as const]),
  ];
}

/** Each percentage is a share of the previous step, as on the dashboard. */
function funnelRows({ started, paid, address, seen, home }: NonNullable<WeeklyFacts['funnel']>): Row[] {
  const step = (count: number, whole: number, of: string) =>
    whole === 0 ? String(count) : `${count} (${Math.round((100 * count) / whole)}% of ${of})`;
  return [
    ['Started', String(started)],
    ['Paid', step(paid, started, 'those who started')],
    ['Address added', step(address, paid, 'those who paid')],
    ['First XRP arrived', step(seen, address, 'those with an address')],
    ['Transfer completed', step(home, seen, 'those whose first XRP arrived')],
  ];
}

/** Formats the change from the period before: ", up 12%". */
function change(now: number, before: number | null): string {
  if (!before) return '';
  const percent = Math.round((100 * (now - before)) / before);
  return percent === 0 ? ', the same as the week before' : `, ${percent > 0 ? 'up' : 'down'} ${Math.abs(percent)}%`;
}

const taskNames: Record<string, string> = {
  refund_request: 'Refund requests',
  refund_failed: 'Failed refunds',
  hand_payment: 'Customers who want to pay another way',
  unlocks_nothing: 'Payments to refund',
  wrong_amount: 'Payments for the wrong amount',
  dispute: 'Disputes',
  not_released: 'Payments not linked to their transfers',
  accounting_alarm: 'Accounting problems',
  campaign_by_hand: 'Campaigns to create',
};

const nameOfTask = (kind: string) => taskNames[kind] ?? formatWord(kind);

function taskRows(tasks: readonly OpenTasks[], timeZone: string): Row[] {
  return tasks.map(({ kind, count, since }) => {
    const at = formatMomentIn(since, timeZone);
    return [nameOfTask(kind), count === 1 ? `1 (since ${at})` : `${count} (oldest: ${at})`];
  });
}

function countRows(counts: Record<string, number>): Row[] {
  return Object.entries(counts).map(([kind, count]) => [nameOfTask(kind), String(count)]);
}

function problemRows({ deadLetters, failedJobs, providers }: Omit<SystemFacts, 'known'>): Row[] {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} (${count})`)
      .join(', ');
  return [
    ...(providers.length > 0 ? [['Failing providers', providers.join(', ')] as const] : []),
    ...(sum(deadLetters) > 0 ? [['Failed events', list(deadLetters)] as const] : []),
    ...(sum(failedJobs) > 0 ? [['Failed jobs', list(failedJobs)] as const] : []),
  ];
}

function listProblems({ deadLetters, failedJobs, providers }: SystemFacts): string[] {
  const count = (number: number, noun: string) => (number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'}`]);
  const [letters, jobs] = [sum(deadLetters), sum(failedJobs)];
  return [
    ...count(providers.length, 'failing provider'),
    ...count(letters, 'failed event'),
    ...count(jobs, 'failed job'),
  ];
}

function missing(away: readonly string[]): string {
  return `We couldn’t reach ${away.join(', ')}, so some numbers are missing.`;
}

function pageName(title: string): string {
  return `“${title}”`;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

function dollars(cents: number): string {
  const amount = Number(formatCents(cents));
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Formats a day: "Thursday, November 26". */
function formatDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
}

/** Formats a day without its weekday: "Nov 26". */
function formatDate(day = ''): string {
  return new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** Formats a time in the operators' time zone: "Nov 26, 3:04 PM". */
function formatMomentIn(time: string, timeZone: string): string {
  return new Date(time).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
}
