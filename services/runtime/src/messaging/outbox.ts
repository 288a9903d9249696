import { randomUUID } from 'node:crypto';
import { context, propagation } from '@opentelemetry/api';
import type { Event, EventDefinition } from '@xrp-bridge/contracts/define';
import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Bus } from '../bus/port.ts';
import type { Logger } from '../logger.ts';
import { isStalePlan } from '../preparing-client.ts';
import { batchSize, createRelay } from './relay.ts';
import { sweepInbox } from './sweep.ts';
import type { AnyDatabase, AnyTransaction } from './tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: a transaction of whatever tables the service has
export type Transact<Tables = any> = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => Promise<Result>;

export interface Outbox {
  /**
   * Runs work in one transaction, records the events that it emits there, and sends them right after the commit.
   * Where a migration just changed a table under it, the work is run again.
   */
  transact: Transact;
  /**
   * Records an event in the transaction of the change it tells of, which locks the subject's row: that keeps one
   * subject's events in order.
   * @throws Error when the data does not match the definition, the event belongs to another service's topic, or the
   * transaction is none of `transact`.
   */
  emit<Data>(tx: AnyTransaction, definition: EventDefinition<string, Data>, subject: string, data: Data): Event<Data>;
  /**
   * The event as `emit` would record it, for a statement that writes state and outbox at once.
   * @throws Error like `emit`
   */
  draft<Data>(definition: EventDefinition<string, Data>, subject: string, data: Data): Event<Data>;
  /** Sends what is committed. Call it after a commit that `transact` did not make; many calls make one run. */
  wake(): void;
  start(): void;
  /** Ends after the batch in flight; what is left is sent at the next start. */
  stop(): Promise<void>;
}

/** Statements of one transaction whose tables may have changed: each costs one attempt. */
const mostStalePlans = 5;
const sweepEveryMs = 3_600_000;

/** The sending side of a service's events, with the relay that moves them to the bus. `source` names service and topic. */
export function createOutbox(options: {
  db: AnyDatabase;
  pool: pg.Pool;
  bus: Bus;
  source: string;
  log: Logger;
  clock?: () => Date;
}): Outbox {
  const { db, pool, bus, source, log } = options;
  const clock = options.clock ?? (() => new Date());
  const emitted = new WeakMap<AnyTransaction, Event[]>();
  const relay = createRelay({
    move: () =>
      bus.moveOutbox
        ? bus.moveOutbox(pool, source, batchSize)
        : db.transaction().execute((tx) => publishBatch(tx, bus, source)),
    what: 'events',
    log,
  });
  let sweeper: NodeJS.Timeout | undefined;

  function draft<Data>(definition: EventDefinition<string, Data>, subject: string, data: Data): Event<Data> {
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
    const events: Event[] = [];
    const result = await db.transaction().execute(async (tx) => {
      emitted.set(tx, events);
      const result = await work(tx);
      if (events.length > 0) await insertEvents(tx, events);
      return result;
    });
    if (events.length > 0) relay.wake();
    return result;
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
      const events = emitted.get(tx);
      if (!events) throw new Error(`${definition.type} is emitted in a transaction that the outbox did not begin`);
      const event = draft(definition, subject, data);
      events.push(event);
      return event;
    },
    draft,
    wake: relay.wake,
    start() {
      sweeper ??= setInterval(() => void sweepInbox(db, log), sweepEveryMs).unref();
      relay.start();
    },
    async stop() {
      clearInterval(sweeper);
      sweeper = undefined;
      await relay.stop();
    },
  };
}

/** All at once, as late as possible: one statement, however many there are. */
async function insertEvents(tx: AnyTransaction, events: readonly Event[]): Promise<void> {
  await sql`
    insert into outbox (envelope)
    select envelope from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as e (envelope, place)
    order by place`.execute(tx);
}

/** For a bus outside the database: rows are deleted once the broker has them, so a crash in between sends them twice. */
async function publishBatch(tx: AnyTransaction, bus: Bus, topic: string): Promise<number> {
  // One relay at a time, or two instances would mix up a subject's order. A lost delete only sends an event twice.
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtext('relay ' || ${topic}))`.execute(
    tx,
  );
  const rows: { id: string; envelope: Event }[] = await tx
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
  await sql`delete from outbox where id = any (${rows.map((row) => row.id)}::bigint[])`.execute(tx);
  return rows.length;
}
