import { randomUUID } from 'node:crypto';
import { context, propagation } from '@opentelemetry/api';
import type { Event, EventDefinition } from '@xrp-bridge/contracts/define';
import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Bus } from './bus/port.ts';
import type { Migrations } from './db.ts';
import type { Logger } from './logger.ts';
import { isStalePlan } from './preparing-client.ts';

/** The tables each service has for its events, beside its own. */
export interface MessagingTables {
  outbox: { id: Generated<string>; envelope: string };
  inbox: { event_id: string; handled_at: Generated<Date> };
  dead_letter: {
    id: Generated<string>;
    event_id: string;
    envelope: string;
    reason: string;
    attempts: number;
    parked_at: Generated<Date>;
  };
}

export const messagingMigrations: Migrations = {
  '0000_messaging': {
    async up(db) {
      // Rows live for milliseconds: vacuum by count, or the dead ones pile up in front of the living.
      await sql`
        create table outbox (
          id bigint generated always as identity primary key,
          envelope jsonb not null
        ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(db);
      await sql`
        create table inbox (
          event_id text primary key,
          handled_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index inbox_handled_at on inbox using brin (handled_at)`.execute(db);
      await sql`
        create table dead_letter (
          id bigint generated always as identity primary key,
          event_id text not null unique,
          envelope jsonb not null,
          reason text not null,
          attempts int not null,
          parked_at timestamptz not null default now()
        )`.execute(db);
    },
  },
};

// biome-ignore lint/suspicious/noExplicitAny: messaging works beside whatever tables the service has
type AnyDatabase = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
type AnyTransaction = Transaction<any>;

// biome-ignore lint/suspicious/noExplicitAny: as above
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

const batchSize = 500;
const pollMs = 1_000;
/** Under load, runs are up to this far apart, so that each carries many events. Where there are few, none waits. */
const longestGapMs = 15;
/** Statements of one transaction whose tables may have changed: each costs one attempt. */
const mostStalePlans = 5;
/** Longer than any bus keeps an event, which could otherwise come again and be taken for new. */
const inboxKeptDays = 30;
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
  let started = false;
  let running: Promise<void> | undefined;
  let wanted = false;
  let nextRun = 0;
  let timer: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  let sweeper: NodeJS.Timeout | undefined;

  function wake(): void {
    if (!started) return;
    wanted = true;
    if (running || timer) return;
    const wait = nextRun - performance.now();
    if (wait <= 0) run();
    else
      timer = setTimeout(() => {
        timer = undefined;
        run();
      }, wait);
  }

  function run(): void {
    wanted = false;
    const startedAt = performance.now();
    // Stays so where the run fails: a bus that is away is not asked without a pause.
    nextRun = startedAt + longestGapMs;
    running = relay()
      .then((moved) => {
        nextRun = startedAt + Math.min(longestGapMs, moved - 1);
      })
      .catch((error) => log.warn({ err: error }, 'events cannot be sent now, they stay in the outbox'))
      .then(() => {
        running = undefined;
        if (wanted) wake();
      });
  }

  /** @returns how many events there were */
  async function relay(): Promise<number> {
    let total = 0;
    for (;;) {
      const moved = bus.moveOutbox
        ? await bus.moveOutbox(pool, source, batchSize)
        : await db.transaction().execute((tx) => publishBatch(tx, bus, source));
      total += moved;
      if (moved < batchSize || !started) return total;
    }
  }

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
    if (events.length > 0) wake();
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
    wake,
    start() {
      if (started) return;
      started = true;
      poll = setInterval(wake, pollMs);
      sweeper = setInterval(() => void sweepInbox(db, log), sweepEveryMs).unref();
      wake();
    },
    async stop() {
      started = false;
      clearInterval(poll);
      clearInterval(sweeper);
      clearTimeout(timer);
      timer = undefined;
      await running;
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

async function sweepInbox(db: AnyDatabase, log: Logger): Promise<void> {
  try {
    await sql`
      delete from inbox where event_id in (
        select event_id from inbox where handled_at < now() - make_interval(days => ${inboxKeptDays}) limit 50000
      )`.execute(db);
  } catch (error) {
    log.warn({ err: error }, 'old inbox rows cannot be deleted');
  }
}
