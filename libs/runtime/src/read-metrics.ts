import type pg from 'pg';
import type { Bus } from './bus/port.ts';
import type { Logger } from './logger.ts';
import { countDeadLetters } from './messaging/dead-letters.ts';
import { readOutbox } from './messaging/outbox.ts';
import type { Measure } from './metric-definitions.ts';
import type { Queues } from './queue.ts';
import type { ServiceContext } from './service-definition.ts';
import { withTimeout } from './timeout.ts';

type Part = 'database' | 'bus' | 'queue';

export interface Measures {
  measures: Measure[];
  /** The parts that did not respond, whose values are missing. */
  unread: Part[];
}

interface Measured {
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  base: Pick<ServiceContext, 'db' | 'clock' | 'providers'>;
  /** Reads the service's own values from its tables. */
  readOwn: () => Promise<Measure[]>;
  /** Fetches the lag of the service's subscription; null if the service has no subscription. */
  fetchLag: (() => ReturnType<Bus['fetchLag']>) | null;
  /** Counts the service's jobs; null if the service has no jobs. */
  countJobs: Queues['count'] | null;
  /** Returns the mean delay of the event loop in milliseconds. */
  readLoopDelay: () => number;
  log: Pick<Logger, 'debug'>;
}

/** The timeout is shorter than the ten seconds for which callers wait. */
const defaultTimeoutMs = 5_000;

/**
 * Returns a function that reads the values of a service.
 * A part that fails or does not respond in time is only listed in `unread`, because other checks report its outage.
 */
export function createMetricsReader(measured: Measured, timeoutMs = defaultTimeoutMs): () => Promise<Measures> {
  const { fetchLag, countJobs, log } = measured;
  const parts: [Part, () => Promise<Measure[]>][] = [['database', shareRunning(() => measureDatabase(measured))]];
  if (fetchLag) parts.push(['bus', shareRunning(async () => lagOf(await fetchLag()))]);
  if (countJobs) parts.push(['queue', shareRunning(async () => jobsOf(await countJobs()))]);
  return async () => {
    const unread: Part[] = [];
    const values = await Promise.all(
      parts.map(async ([part, read]) => {
        try {
          return await withTimeout(read(), timeoutMs, () => new Error(`no answer within ${timeoutMs} ms`));
        } catch (error) {
          log.debug({ err: error, part }, 'a part cannot be measured');
          unread.push(part);
          return [];
        }
      }),
    );
    return { measures: [...values.flat(), ...measureProcess(measured)], unread };
  };
}

/** Shares a call that is in progress, so that calls do not pile up while a part does not respond. */
function shareRunning<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Runs one statement after the other, so that a measurement takes at most one connection of the pool. */
async function measureDatabase({ base: { db, clock, providers }, readOwn }: Measured): Promise<Measure[]> {
  const { rows, oldestAt } = await readOutbox(db);
  const deadLetters = await countDeadLetters(db);
  const called = (await providers.list()).filter((one) => one.configured && (one.goodAt || one.failedAt));
  const ageMs = oldestAt ? clock().getTime() - oldestAt.getTime() : 0;
  return [
    { name: 'xrp_bridge.outbox.age', value: Math.max(0, ageMs / 1_000) },
    { name: 'xrp_bridge.outbox.rows', value: rows },
    { name: 'xrp_bridge.dead_letters', value: deadLetters },
    ...called.map(({ name: detail, failures }): Measure => {
      return { name: 'xrp_bridge.provider.up', detail, value: failures === 0 ? 1 : 0 };
    }),
    ...(await readOwn()),
  ];
}

function lagOf(lags: Awaited<ReturnType<Bus['fetchLag']>>): Measure[] {
  return lags.map(({ topic, events }) => ({ name: 'xrp_bridge.consumer.lag', detail: topic, value: events }));
}

function jobsOf(counts: Awaited<ReturnType<Queues['count']>>): Measure[] {
  const states = ['waiting', 'active', 'delayed', 'failed'] as const;
  return states.map((state) => ({ name: 'xrp_bridge.queue.jobs', detail: state, value: counts[state] }));
}

function measureProcess({ pool, readLoopDelay }: Measured): Measure[] {
  return [
    { name: 'db.client.connection.count', detail: 'idle', value: pool.idleCount },
    { name: 'db.client.connection.count', detail: 'used', value: pool.totalCount - pool.idleCount },
    { name: 'db.client.connection.pending_requests', value: pool.waitingCount },
    { name: 'nodejs.eventloop.delay.mean', value: readLoopDelay() / 1_000 },
  ];
}
