import { randomUUID } from 'node:crypto';
import { context, propagation } from '@opentelemetry/api';
import type { CloudEvent, EventDefinition } from '@xrp-bridge/contracts/define';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Bus } from '../bus/port.ts';
import { draftJob, type JobDefinition, type QueuedJob } from '../job.ts';
import type { Logger } from '../logger.ts';
import { isStalePlan } from '../preparing-client.ts';
import type { Queues } from '../queue.ts';
import { batchSize, createRelay } from './relay.ts';
import type { AnyDatabase, AnyTransaction } from './tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: a transaction of whatever tables the service has
export type Transact<Tables = any> = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result>;

export interface Outbox {
  /**
   * Runs work in one transaction, records there the events that it emits and the jobs that it enqueues, and sends them
   * right after the commit.
   * Where a migration just changed a table under it, the work is run again.
   */
  transact: Transact;
  /**
   * Records an event in the transaction of the change it tells of, which locks the subject's row: that keeps one
   * subject's events in order.
   * @throws Error when the data does not match the definition, the event belongs to another service's topic, or the
   * transaction is none of `transact`.
   */
  emit<Data>(
    tx: AnyTransaction,
    definition: EventDefinition<string, Data>,
    subject: string,
    data: Data,
  ): CloudEvent<Data>;
  /**
   * Returns the events emitted so far as a JSON array, for a hot statement that inserts them itself: see `insertEvents`.
   * `transact` inserts at commit only those emitted later.
   * @throws Error when the transaction is none of `transact`
   */
  takeEvents(tx: AnyTransaction): string;
  /**
   * Adds a job to the service's queue, if and when the transaction commits; the same `jobId` again is the same job.
   * @throws Error when the data does not match the definition, or the transaction is none of `transact`.
   */
  enqueue<Data>(
    tx: AnyTransaction,
    definition: JobDefinition<Data>,
    data: Data,
    options: { jobId: string; delayMs?: number },
  ): void;
  /**
   * Does something in this process once the transaction has committed, as waking what reads the change. A crash in
   * between loses it: what must happen is a job.
   * @throws Error when the transaction is none of `transact`.
   */
  afterCommit(tx: AnyTransaction, act: () => void): void;
  start(): void;
  /** Whether the bus and the queue accepted the last batch. */
  health(): { bus: boolean; queue: boolean };
  /** Ends after the batch in flight; what is left is sent at the next start. */
  stop(): Promise<void>;
}

/** Statements of one transaction whose tables may have changed: each costs one attempt. */
const mostStalePlans = 5;

/** Events, jobs and callbacks of an open transaction. */
interface Leaving {
  events: CloudEvent[];
  /** The events at the start of `events` that a statement of the caller inserts. */
  taken: number;
  jobs: QueuedJob[];
  acts: (() => void)[];
}

/**
 * The sending side of a service: relays move its events to the bus and its jobs to the queue. `source` names service
 * and topic.
 */
export function createOutbox(options: {
  db: AnyDatabase;
  pool: pg.Pool;
  bus: Bus;
  queues: Pick<Queues, 'add'>;
  source: string;
  log: Logger;
  clock?: () => Date;
}): Outbox {
  const { db, pool, bus, queues, source, log } = options;
  const clock = options.clock ?? (() => new Date());
  const open = new WeakMap<AnyTransaction, Leaving>();
  const eventRelay = createRelay({
    move: () =>
      bus.moveOutbox
        ? bus.moveOutbox(pool, source, batchSize)
        : db.transaction().execute((tx) => publishBatch(tx, bus, source)),
    what: 'events',
    log,
  });
  const jobRelay = createRelay({
    move: () => db.transaction().execute((tx) => handOverBatch(tx, queues)),
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
    const carrier: { traceparent?: string } = {};
    propagation.inject(context.active(), carrier);
    return {
      specversion: '1.0',
      id: randomUUID(),
      type: definition.type,
      dataversion: definition.version,
      source,
      subject,
      time: clock().toISOString(),
      ...(carrier.traceparent ? { traceparent: carrier.traceparent } : {}),
      data: checked.data,
    };
  }

  async function attempt<Result>(work: (tx: AnyTransaction) => Promise<Result>): Promise<Result> {
    const leaving: Leaving = { events: [], taken: 0, jobs: [], acts: [] };
    const { events, jobs, acts } = leaving;
    const result = await db.transaction().execute(async (tx) => {
      open.set(tx, leaving);
      const result = await work(tx);
      open.delete(tx);
      const untaken = events.slice(leaving.taken);
      if (untaken.length > 0) await tx.executeQuery(CompiledQuery.raw(insertAtCommit, [JSON.stringify(untaken)]));
      if (jobs.length > 0) await insertJobs(tx, jobs);
      return result;
    });
    if (events.length > 0) eventRelay.wake();
    if (jobs.length > 0) jobRelay.wake();
    for (const act of acts) act();
    return result;
  }

  function leavingWith(tx: AnyTransaction, what: string): Leaving {
    const leaving = open.get(tx);
    if (!leaving) throw new Error(`${what} in a transaction that the outbox did not begin, or has ended`);
    return leaving;
  }

  return {
    async transact(work) {
      for (let attempts = 1; ; attempts++) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!isStalePlan(error) || attempts >= mostStalePlans) throw error;
        }
      }
    },
    emit(tx, definition, subject, data) {
      const { events } = leavingWith(tx, `${definition.type} is emitted`);
      const event = createEvent(definition, subject, data);
      events.push(event);
      return event;
    },
    takeEvents(tx) {
      const leaving = leavingWith(tx, 'events are taken');
      const untaken = leaving.events.slice(leaving.taken);
      leaving.taken = leaving.events.length;
      return JSON.stringify(untaken);
    },
    enqueue(tx, definition, data, options) {
      leavingWith(tx, `${definition.name} is enqueued`).jobs.push(draftJob(definition, data, options));
    },
    afterCommit(tx, act) {
      leavingWith(tx, 'something waits for the commit').acts.push(act);
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

/**
 * The SQL by which a hot statement inserts the events of `takeEvents` into the outbox, as one of its CTEs.
 * @param parameter the statement's parameter that holds them, as `$2`
 * @param changed the CTE that returns the changed rows: without one, no event is inserted
 */
export function insertEvents(parameter: `$${number}`, changed: string): string {
  return `${selectEvents(parameter)} where exists (select from ${changed}) order by place`;
}

function selectEvents(parameter: `$${number}`): string {
  return `
    insert into outbox (envelope)
    select envelope from jsonb_array_elements(${parameter}::jsonb) with ordinality as e (envelope, place)`;
}

const insertAtCommit = `${selectEvents('$1')} order by place`;

async function insertJobs(tx: AnyTransaction, jobs: readonly QueuedJob[]): Promise<void> {
  await sql`
    insert into outbox_job (job, delay_ms)
    select job, (job->>'delayMs')::bigint
    from jsonb_array_elements(${JSON.stringify(jobs)}::jsonb) with ordinality as j (job, place)
    order by place`.execute(tx);
}

/** Rows are deleted once the queue has the jobs; a crash in between adds them again, under the ids that they have. */
async function handOverBatch(tx: AnyTransaction, queues: Pick<Queues, 'add'>): Promise<number> {
  // Of several instances each takes its own rows: jobs have no order among themselves.
  const { rows } = await sql<{ id: string; job: QueuedJob; left_ms: string }>`
    select id, job, ceil(delay_ms - extract(epoch from clock_timestamp() - at) * 1000) as left_ms
    from outbox_job order by id limit ${batchSize} for update skip locked`.execute(tx);
  if (rows.length === 0) return 0;
  await queues.add(rows.map(({ job, left_ms }) => ({ ...job, delayMs: Math.max(0, Number(left_ms)) })));
  await sql`delete from outbox_job where id = any (${rows.map((row) => row.id)}::bigint[])`.execute(tx);
  return rows.length;
}

/**
 * For a bus outside the database: rows go from the outbox to what was sent once the broker has them, so a crash in
 * between sends them twice.
 */
async function publishBatch(tx: AnyTransaction, bus: Bus, topic: string): Promise<number> {
  // One relay at a time, or two instances would mix up a subject's order. A lost commit only sends an event twice.
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtext('relay ' || ${topic}))`.execute(
    tx,
  );
  const rows: { id: string; envelope: CloudEvent }[] = await tx
    .selectFrom('outbox')
    .select(['id', 'envelope'])
    .orderBy('id')
    .limit(batchSize)
    .execute();
  if (rows.length === 0) return 0;
  await bus.publish(
    topic,
    rows.map((row) => row.envelope),
  );
  await sql`
    with gone as (delete from outbox where id = any (${rows.map((row) => row.id)}::bigint[]) returning id, envelope)
    insert into sent_event (envelope) select envelope from gone order by id`.execute(tx);
  return rows.length;
}
