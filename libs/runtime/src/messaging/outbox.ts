import { randomUUID } from 'node:crypto';
import type { CloudEvent, EventDefinition } from '@xrp-bridge/contracts/define';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Bus } from '../bus/port.ts';
import { createJob, type JobDefinition, type QueuedJob } from '../job.ts';
import type { Logger } from '../logger.ts';
import { isStalePlan } from '../preparing-client.ts';
import type { Queues } from '../queue.ts';
import { readTraceparent } from '../tracing.ts';
import { insertJobs, relayJobs } from './job-relay.ts';
import { createPublisher } from './publisher.ts';
import { batchSize, createRelay } from './relay.ts';
import type { AnyDatabase, AnyTransaction } from './tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: each service has its own tables
export type Transact<Tables = any> = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result>;

export interface Outbox {
  /**
   * Runs `work` in one transaction and inserts its events and jobs before the commit.
   * The relay sends the events and jobs right after the commit. `work` runs again if a migration has just changed one
   * of its tables.
   */
  transact: Transact;
  /**
   * Adds an event to the transaction of a change.
   * The change locks the subject's row, so the subject's events have the same order as its changes.
   * @throws Error for invalid data, another service's event, or a transaction that `transact` did not begin
   */
  emit<Data>(
    tx: AnyTransaction,
    definition: EventDefinition<string, Data>,
    subject: string,
    data: Data,
  ): CloudEvent<Data>;
  /** Returns a JSON array of the events emitted since the last call, for `insertEvents`. */
  takeEvents(tx: AnyTransaction): string;
  /** Adds a job when the transaction commits. The queue ignores a `jobId` that it has already stored. */
  enqueue<Data>(
    tx: AnyTransaction,
    definition: JobDefinition<Data>,
    data: Data,
    options: { jobId: string; delayMs?: number },
  ): void;
  /**
   * Calls back after the commit.
   * A crash in between loses the callback, so essential work must be a job instead.
   */
  afterCommit(tx: AnyTransaction, callback: () => void): void;
  start(): void;
  /** Returns whether the bus and the queue accepted the last batch. */
  health(): { bus: boolean; queue: boolean };
  stop(): Promise<void>;
}

/**
 * Maximum attempts at a transaction whose tables have changed.
 * Each of its statements may cost one attempt.
 */
const mostAttempts = 5;

/** Events, jobs and callbacks of an open transaction. */
interface Pending {
  events: CloudEvent[];
  /** Number of leading events that the caller inserts in its own statement (see `takeEvents`). */
  taken: number;
  jobs: QueuedJob[];
  callbacks: (() => void)[];
}

/** Creates a service's outbox. `source` is the name of the service and of its topic. */
export function createOutbox(options: {
  db: AnyDatabase;
  pool: pg.Pool;
  bus: Bus;
  queues: Pick<Queues, 'add' | 'addLost'>;
  source: string;
  log: Logger;
  clock?: () => Date;
}): Outbox {
  const { db, pool, bus, queues, source, log, clock = () => new Date() } = options;
  const open = new WeakMap<AnyTransaction, Pending>();
  const publishBatch = createPublisher({ db, bus, topic: source, log });
  const eventRelay = createRelay({
    move: () => (bus.moveOutbox ? bus.moveOutbox(pool, source, batchSize) : publishBatch()),
    what: 'events',
    log,
  });
  const jobRelay = createRelay({
    move: () => db.transaction().execute((tx) => relayJobs(tx, queues)),
    what: 'jobs',
    log,
  });

  function createEvent<Data>(definition: EventDefinition<string, Data>, subject: string, data: Data): CloudEvent<Data> {
    if (definition.context !== source) {
      throw new Error(`${definition.type} belongs to ${definition.context}: ${source} cannot emit it`);
    }
    const checked = definition.data.safeParse(data);
    if (!checked.success) {
      throw new Error(`${definition.type} v${definition.version} has wrong data`, { cause: checked.error });
    }
    return {
      specversion: '1.0',
      id: randomUUID(),
      type: definition.type,
      dataversion: definition.version,
      source,
      subject,
      time: clock().toISOString(),
      traceparent: readTraceparent(),
      data: checked.data,
    };
  }

  async function attempt<Result>(work: (tx: AnyTransaction) => Promise<Result>): Promise<Result> {
    const pending: Pending = { events: [], taken: 0, jobs: [], callbacks: [] };
    const { events, jobs, callbacks } = pending;
    const result = await db.transaction().execute(async (tx) => {
      open.set(tx, pending);
      const result = await work(tx);
      open.delete(tx);
      const untaken = events.slice(pending.taken);
      if (untaken.length > 0) await tx.executeQuery(CompiledQuery.raw(insertAtCommit, [JSON.stringify(untaken)]));
      if (jobs.length > 0) await insertJobs(tx, jobs);
      return result;
    });
    if (events.length > 0) eventRelay.trigger();
    if (jobs.length > 0) jobRelay.trigger();
    for (const callback of callbacks) callback();
    return result;
  }

  function getPending(tx: AnyTransaction, what: string): Pending {
    const pending = open.get(tx);
    if (!pending) throw new Error(`${what} in a transaction that the outbox did not begin, or has ended`);
    return pending;
  }

  return {
    async transact(work) {
      for (let attempts = 1; ; attempts++) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!isStalePlan(error) || attempts >= mostAttempts) throw error;
        }
      }
    },
    emit(tx, definition, subject, data) {
      const { events } = getPending(tx, `${definition.type} is emitted`);
      const event = createEvent(definition, subject, data);
      events.push(event);
      return event;
    },
    takeEvents(tx) {
      const pending = getPending(tx, 'events are taken');
      const untaken = pending.events.slice(pending.taken);
      pending.taken = pending.events.length;
      return JSON.stringify(untaken);
    },
    enqueue(tx, definition, data, options) {
      const { jobs } = getPending(tx, `${definition.name} is enqueued`);
      jobs.push({ ...createJob(definition, data, options), traceparent: readTraceparent() });
    },
    afterCommit(tx, callback) {
      getPending(tx, 'a callback is added').callbacks.push(callback);
    },
    health: () => ({ bus: eventRelay.isHealthy(), queue: jobRelay.isHealthy() }),
    start() {
      eventRelay.start();
      jobRelay.start();
    },
    async stop() {
      await Promise.all([eventRelay.stop(), jobRelay.stop()]);
    },
  };
}

/** Counts the events that are not sent to the bus, and returns the time of the oldest one. */
export async function readOutbox(db: AnyDatabase): Promise<{ rows: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ rows: number; oldest: string | null }>`
    select (select count(*)::int from outbox) as rows,
      (select envelope->>'time' from outbox order by id limit 1) as oldest`.execute(db);
  const [row] = rows;
  return { rows: row?.rows ?? 0, oldestAt: row?.oldest ? new Date(row.oldest) : null };
}

/**
 * Returns a CTE by which the caller's statement inserts the events of `takeEvents` into the outbox.
 * Frequent statements use it to save a round trip.
 * @param parameter placeholder of the events in the statement, such as `$2`
 * @param changed name of the CTE that returns the changed rows; if it returns none, no event is inserted
 */
export function insertEvents(parameter: `$${number}`, changed: string): string {
  return `${selectEvents(parameter)} where exists (select from ${changed}) order by place`;
}

/**
 * Returns a CTE like `insertEvents`, for a statement that changes several rows.
 * An event is inserted only if its subject is among the changed ids.
 */
export function insertEventsOf(parameter: `$${number}`, changed: string): string {
  return `${selectEvents(parameter)} where envelope->>'subject' in (select id from ${changed}) order by place`;
}

function selectEvents(parameter: `$${number}`): string {
  return `
    insert into outbox (envelope)
    select envelope from jsonb_array_elements(${parameter}::jsonb) with ordinality as e (envelope, place)`;
}

const insertAtCommit = `${selectEvents('$1')} order by place`;
