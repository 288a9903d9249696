import { pages } from '@xrp-bridge/contracts/pages';
import type { Reply } from '../../lib/api/client.ts';
import { formatTime } from '../../lib/times.ts';

const shownDigits = 7;

export type Instance = Reply<'GET /api/admin/system'>['instances'][number];
type Measure = Instance['measures'][number];

/** A row of the table: one number of each service, or several if its instances differ. */
export interface Row {
  label: string;
  values: { service: string; text: string; isWrong: boolean }[];
}

/** A line about a number that is wrong, with the page on which an operator finds more. */
export interface Problem {
  text: string;
  to: string;
  link: string;
}

const formatCount = (value: number) => value.toLocaleString('en-US');
const sum = (measures: Measure[]) => measures.reduce((total, { value }) => total + value, 0);
const formatSum = (measures: Measure[]) => formatCount(sum(measures));

/** The rows of the table. `detail` chooses one of several values of a service. */
const rowKinds: { label: string; name: Measure['name']; detail?: string; format: (measures: Measure[]) => string }[] = [
  { label: 'Events not sent yet', name: 'xrp_bridge.outbox.rows', format: formatSum },
  { label: 'Their longest wait', name: 'xrp_bridge.outbox.age', format: (all) => formatWait(sum(all)) },
  { label: 'Events not handled yet', name: 'xrp_bridge.consumer.lag', format: formatSum },
  { label: 'Failed events', name: 'xrp_bridge.dead_letters', format: formatSum },
  { label: 'Jobs waiting', name: 'xrp_bridge.queue.jobs', detail: 'waiting', format: formatSum },
  { label: 'Jobs running', name: 'xrp_bridge.queue.jobs', detail: 'active', format: formatSum },
  { label: 'Jobs for later', name: 'xrp_bridge.queue.jobs', detail: 'delayed', format: formatSum },
  { label: 'Failed jobs', name: 'xrp_bridge.queue.jobs', detail: 'failed', format: formatSum },
  {
    label: 'Wait for a paid guide, last hour',
    name: 'xrp_bridge.unlock.duration',
    format: (all) => formatWait(Math.ceil(sum(all))),
  },
  { label: 'Providers that work', name: 'xrp_bridge.provider.up', format: (all) => `${sum(all)} of ${all.length}` },
  {
    label: 'Accounting last checked',
    name: 'xrp_bridge.accounting.check.age',
    format: (all) => `${formatWait(sum(all))} ago`,
  },
  {
    label: 'Difference in the accounting',
    name: 'xrp_bridge.accounting.difference',
    format: (all) => `${formatDollars(sum(all))}${all[0] ? checkedAt(all[0]) : ''}`,
  },
  { label: 'Database connections in use', name: 'db.client.connection.count', detail: 'used', format: formatSum },
  { label: 'Idle database connections', name: 'db.client.connection.count', detail: 'idle', format: formatSum },
  { label: 'Waiting for the database', name: 'db.client.connection.pending_requests', format: formatSum },
  {
    label: 'Delay because it is busy',
    name: 'nodejs.eventloop.delay.mean',
    format: (all) => `${formatCount(Math.round(sum(all) * 1_000))} ms`,
  },
];

/**
 * Returns the rows of the table. A service without a number is left out of its row.
 * Instances share a database, so most of their numbers are the same, and each is listed once.
 */
export function listRows(instances: readonly Instance[]): Row[] {
  return rowKinds
    .map(({ label, name, detail, format }) => ({
      label,
      values: listDistinct(
        instances.flatMap(({ service, measures }) => {
          const own = measures.filter((one) => one.name === name && (!detail || one.detail === detail));
          return own.length > 0 ? [{ service, text: format(own), isWrong: own.some(({ isWrong }) => isWrong) }] : [];
        }),
        ({ service, text }) => `${service} ${text}`,
      ),
    }))
    .filter(({ values }) => values.length > 0);
}

/** Returns a line for each number that is wrong or missing, with what to do. */
export function listProblems(instances: readonly Instance[]): Problem[] {
  const problems = instances.flatMap(({ service, measures, unread }) => [
    ...unread.map((part) => describeUnread(service, part)),
    ...measures.filter(({ isWrong }) => isWrong).map((measure) => describeProblem(service, measure)),
  ]);
  return listDistinct(problems, ({ text }) => text);
}

/** Returns the versions that each service runs, with the first digits of their commits. */
export function listVersions(instances: readonly Instance[]): { service: string; text: string }[] {
  const versions = instances.map(({ service, version, commit }) => ({
    service,
    text: commit ? `${version} (${commit.slice(0, shownDigits)})` : version,
  }));
  return listDistinct(versions, ({ service, text }) => `${service} ${text}`);
}

function listDistinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

const onProviders = { to: pages.adminProviders.path, link: 'Open Providers' };
const onEvents = { to: pages.adminEvents.path, link: 'Open Events' };
const onJobs = { to: pages.adminJobs.path, link: 'Open Jobs' };
const onWebhooks = { to: pages.adminWebhooks.path, link: 'Open Webhooks' };
const onDashboard = { to: pages.admin.path, link: 'Open Dashboard' };

const bus = 'Kafka is up, or PostgreSQL if you don’t use Kafka.';
const queue = 'Redis is up, or PostgreSQL if you don’t use Redis.';

function describeUnread(service: string, part: string): Problem {
  const texts: Partial<Record<string, string>> = {
    database: `We couldn’t read the database of ${service}. Check that PostgreSQL is up.`,
    bus: `We couldn’t count the events waiting for ${service}. Check that ${bus}`,
    queue: `We couldn’t count the jobs of ${service}. Check that ${queue}`,
  };
  return { text: texts[part] ?? `We couldn’t read the ${part} of ${service}. Check that it is up.`, ...onProviders };
}

function describeProblem(service: string, measure: Measure): Problem {
  const { name, value, detail } = measure;
  switch (name) {
    case 'xrp_bridge.outbox.age':
    case 'xrp_bridge.outbox.rows': {
      const wait = name === 'xrp_bridge.outbox.age' ? ` ${formatWait(value)}` : '';
      return { text: `Events have waited${wait} in ${service}. Check that ${bus} Then look at Events.`, ...onEvents };
    }
    case 'xrp_bridge.consumer.lag':
      return {
        text: `${service} still has to handle ${count(value, 'event')} from ${detail}. Check that it is running and that its database is up.`,
        ...onProviders,
      };
    case 'xrp_bridge.dead_letters':
      return { text: `${count(value, 'event')} failed in ${service}. Fix the cause, then try again.`, ...onEvents };
    case 'xrp_bridge.queue.jobs':
      return { text: `${count(value, 'job')} failed in ${service}. Fix the cause, then try again.`, ...onJobs };
    case 'xrp_bridge.provider.up':
      return {
        text: `${detail} doesn’t work for ${service} right now. Look at its last error, and at its own status page.`,
        ...onProviders,
      };
    case 'xrp_bridge.accounting.check.age':
      return {
        text: `Our accounting was last compared with Stripe ${formatWait(value)} ago. Find “Check accounting” and run it now.`,
        ...onJobs,
      };
    case 'xrp_bridge.accounting.difference':
      return {
        text: `Our accounting is off by ${formatDollars(value)}${checkedAt(measure)}. Check the totals to see what differs.`,
        ...onDashboard,
      };
    case 'xrp_bridge.unlock.duration':
      return {
        text: `In the last hour, a customer waited ${formatWait(Math.ceil(value))} for a paid guide. Check that ${bus} Then look at Webhooks.`,
        ...onWebhooks,
      };
    case 'db.client.connection.count':
    case 'db.client.connection.pending_requests':
      return {
        text: `${count(value, 'call')} must wait for the database in ${service}. Start one more ${service}, or allow it more connections.`,
        ...onProviders,
      };
    case 'nodejs.eventloop.delay.mean':
      return { text: `${service} is very busy and slow. Start one more ${service}.`, ...onProviders };
    default:
      // During an update, a service may send a number that this version of the page has no words for.
      return {
        text: `A number of ${service} is wrong: ${name}${detail ? ` (${detail})` : ''} is ${formatCount(value)}. Finish the update to read more about it here.`,
        ...onProviders,
      };
  }
}

function count(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** Formats seconds in one unit: "40 seconds", "4 minutes" or "3 hours". */
function formatWait(seconds: number): string {
  if (seconds < 60) return count(Math.round(seconds), 'second');
  if (seconds < 3_600) return count(Math.floor(seconds / 60), 'minute');
  return count(Math.floor(seconds / 3_600), 'hour');
}

function formatDollars(value: number): string {
  return value.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

function checkedAt({ measuredAt }: Measure): string {
  return measuredAt ? ` (checked ${formatTime(measuredAt)})` : '';
}
