import { adsApi } from '@xrp-bridge/contracts/ads';
import type { QueryOf, ReplyOf } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import { formatCents } from '@xrp-bridge/contracts/prices';
import type { AdminCheckFigures, AdminDashboard, AdminSeries } from '@xrp-bridge/contracts/public-api';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { taskApi } from '@xrp-bridge/contracts/task';
import { ProblemError } from '@xrp-bridge/runtime';
import { namesOfFailing } from '@xrp-bridge/runtime/providers';
import { createSurvey, type Services } from './clients.ts';
import type { Context } from './context.ts';

// What operators look at first. Every service counts for itself, in the transaction of what it counts: here is only put
// together what they say. What one counts that is away is missing, and the rest is shown.

const dayMs = 24 * 3_600_000;
const usualDays = 30;
const mostDays = 366;
/** As far back as the provider can be asked. */
const checkedDays = 90;
/** What differs is looked at so often, so long after each other. */
const mostLooks = 3;
const lookAgainMs = 1_000;

type Figures = Record<string, number>;

/** The names of figures, by the service that counts them, and how a series is made of them. */
const series = {
  revenue: {
    unit: 'usd',
    service: 'payment',
    of: ({ revenue_guide = 0, revenue_concierge = 0, revenue_signals = 0 }) =>
      -(revenue_guide + revenue_concierge + revenue_signals),
  },
  refunds: {
    unit: 'usd',
    service: 'payment',
    of: ({ refunds_guide = 0, refunds_concierge = 0, refunds_signals = 0 }) =>
      refunds_guide + refunds_concierge + refunds_signals,
  },
  started: { unit: 'count', service: 'transfer', of: ({ transfers_created = 0 }) => transfers_created },
  paid: { unit: 'count', service: 'transfer', of: ({ transfers_paid = 0 }) => transfers_paid },
  completed: { unit: 'count', service: 'transfer', of: ({ transfers_completed = 0 }) => transfers_completed },
  clicks: { unit: 'count', service: 'ads', of: ({ clicks = 0 }) => clicks },
  mentions: { unit: 'count', service: 'signals', of: ({ mentions = 0 }) => mentions },
} as const satisfies Record<
  string,
  { unit: 'usd' | 'count'; service: keyof Services; of: (figures: Figures) => number }
>;

/** What stands in one line each: running totals, and how much waits. */
export async function readDashboard({
  services,
  providers,
  clock,
}: Pick<Context, 'services' | 'providers' | 'clock'>): Promise<ReplyOf<typeof AdminDashboard>> {
  const today = dayOf(clock());
  const query = { from: today, to: today };
  const survey = createSurvey(services);
  const [payment, transfer, ads, tasks, standings, sources, own] = await Promise.all([
    survey.ask('payment', (client) => client.call(operationsApi.readDailyTotals, { query })),
    survey.ask('transfer', (client) => client.call(operationsApi.readDailyTotals, { query })),
    survey.ask('ads', (client) => client.call(adsApi.readFigures)),
    survey.ask('notification', (client) => client.call(taskApi.count)),
    survey.askAll((client) => client.call(operationsApi.readHealth)),
    survey.ask('signals', (client) => client.call(signalsApi.listSources)),
    providers.list(),
  ]);
  const sum = (of: (standing: (typeof standings)[number]) => number) =>
    standings.reduce((all, standing) => all + of(standing), 0);
  return {
    // What the provider holds for us: payments less refunds. What ads bring in stands apart.
    totalRevenue: payment && formatCents(payment.totals.stripe_clearing ?? 0),
    completedTransfers: transfer && (transfer.totals.transfers_completed ?? 0),
    adRevenue: ads && formatCents(ads.adRevenueCents),
    unreinvestedAmount: ads && formatCents(ads.unreinvestedCents),
    activeCampaigns: ads?.activeCampaigns ?? null,
    shouldReinvest: ads?.shouldReinvest ?? null,
    advertisingInitialized: ads?.advertisingInitialized ?? null,
    openTasks: tasks?.open ?? null,
    deadLetters: sum(({ deadLetters }) => deadLetters),
    failedJobs: sum(({ failedJobs }) => failedJobs),
    failingProviders: [
      ...standings.flatMap(({ failingProviders }) => failingProviders),
      ...namesOfFailing(own),
      ...(sources?.sources ?? []).filter(({ failures }) => failures > 0).map(({ name }) => name),
    ],
    away: survey.away(),
  };
}

/** Money, funnel, clicks and mentions by day, beside as many days before. @throws ProblemError invalid_input */
export async function readSeries(
  services: Services,
  now: Date,
  asked: QueryOf<typeof AdminSeries>,
): Promise<ReplyOf<typeof AdminSeries>> {
  const to = asked.to ?? dayOf(now);
  const from = asked.from ?? addDays(to, 1 - usualDays);
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (length < 1) throw wrongRange('from', 'The first day must not come after the last.');
  if (length > mostDays) throw wrongRange('from', `Please choose at most ${mostDays} days.`);
  const query = { from: addDays(from, -length), to };
  const names = ['payment', 'transfer', 'ads', 'signals'] as const;
  const survey = createSurvey(services);
  const byService = new Map<keyof Services, { figures: Map<string, Figures>; firstDay: string | null }>();
  await Promise.all(
    names.map(async (name) => {
      const answer = await survey.ask(name, (client) => client.call(operationsApi.readDailyTotals, { query }));
      if (answer) byService.set(name, { figures: figuresByDay(answer.days), firstDay: answer.firstDay });
    }),
  );

  const days = Array.from({ length }, (_, n) => addDays(from, n));
  return {
    from,
    to,
    series: Object.entries(series).flatMap(([name, { unit, service, of }]) => {
      const answer = byService.get(service);
      if (!answer) return [];
      const read: (figures: Figures) => number = of;
      const at = (day: string) => read(answer.figures.get(day) ?? {});
      const hasData = (day: string) => answer.firstDay !== null && day >= answer.firstDay;
      const units = unit === 'usd' ? 100 : 1;
      const pairs = days.map((day) => {
        const earlier = addDays(day, -length);
        return { day, value: at(day), before: hasData(earlier) ? at(earlier) : null };
      });
      const compared = pairs.filter(({ before }) => before !== null);
      // Sums whole cents and divides once.
      const sumOf = (values: (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / units;
      return {
        name: name as keyof typeof series,
        unit,
        days: pairs.map(({ day, value, before }) => ({
          day,
          value: value / units,
          before: before === null ? null : before / units,
        })),
        sum: sumOf(pairs.map(({ value }) => value)),
        compared:
          compared.length === 0
            ? null
            : {
                days: compared.length,
                sum: sumOf(compared.map(({ value }) => value)),
                before: sumOf(compared.map(({ before }) => before)),
              },
      };
    }),
    away: survey.away(),
  };
}

type Checked = Pick<ReplyOf<typeof AdminCheckFigures>, 'differences' | 'found'>;

/**
 * Holds the running totals against the books, and these against the payment provider. What is paid between one answer and
 * the next looks like a difference, and is none at another look. What was booked by looking is told, whichever look it was.
 * @throws ProblemError
 */
export async function checkFigures({
  services,
  clock,
  pause,
}: Pick<Context, 'services' | 'clock' | 'pause'>): Promise<ReplyOf<typeof AdminCheckFigures>> {
  let { differences, found } = await compareFigures(services, clock());
  for (let looks = 1; differences.length > 0 && looks < mostLooks; looks++) {
    await pause(lookAgainMs);
    const again = await compareFigures(services, clock());
    differences = again.differences;
    found = [...found, ...again.found];
  }
  return { agrees: differences.length === 0, checkedAt: clock().toISOString(), differences, found };
}

async function compareFigures(services: Services, now: Date): Promise<Checked> {
  const today = dayOf(now);
  const query = { from: today, to: today };
  const [paymentFigures, books, provider, adFigures, adBooks] = await Promise.all([
    services.payment.call(operationsApi.readDailyTotals, { query }),
    services.payment.call(paymentApi.readAccounting),
    services.payment.call(paymentApi.reconcileAccounting, { query: { days: checkedDays } }),
    services.ads.call(operationsApi.readDailyTotals, { query }),
    services.ads.call(adsApi.readAccounting),
  ]);
  const differences: Checked['differences'] = [];
  const compare = (what: string, ours: string, theirs: string) => {
    if (ours !== theirs) differences.push({ what, ours, theirs });
  };
  const clearing = formatCents(paymentFigures.totals.stripe_clearing ?? 0);
  compare('Revenue: the running total, and the books', clearing, books.totals.stripe_clearing);
  compare('Payments: their books', balance(books.balanced), balance(true));
  for (const { paymentId, subscriptionId, intentId, booked, provider: held } of provider.differences) {
    const payment = `Payment ${paymentId ?? intentId}`;
    const what = !paymentId && subscriptionId ? `${payment} of a subscription to signals` : payment;
    compare(`${what}: booked, and at the provider`, describe(booked), describe(held));
  }
  const receivable = formatCents(adFigures.totals.ad_receivable ?? 0);
  compare('Ads: the running total, and the books', receivable, adBooks.accounts.ad_receivable ?? '0.00');
  compare('Ads: their books', balance(adBooks.balanced), balance(true));
  const found = provider.found.map(({ paymentId, paid }) => `Payment ${paymentId}: $${paid} for a month of signals`);
  return { differences, found };
}

function balance(balanced: boolean): string {
  return balanced ? 'balanced' : 'not balanced';
}

function describe(held: { paid: string; refunded: string } | null): string {
  return held ? `$${held.paid} paid, $${held.refunded} refunded` : 'nothing';
}

function figuresByDay(rows: readonly { day: string; name: string; value: number }[]): Map<string, Figures> {
  const days = new Map<string, Figures>();
  for (const { day, name, value } of rows) days.set(day, { ...days.get(day), [name]: value });
  return days;
}

function wrongRange(field: string, message: string): ProblemError {
  return new ProblemError('invalid_input', message, { errors: [{ field, code: 'wrong_range', message }] });
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMs));
}
