import { randomUUID } from 'node:crypto';
import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { NodeSDK, tracing } from '@opentelemetry/sdk-node';
import { type CloudEvent, defineEvent } from '@xrp-bridge/contracts/define';
import { Redis } from 'ioredis';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { grantBus, migrateBus, openBus } from '../src/bus/index.ts';
import type { Bus } from '../src/bus/port.ts';
import { type Migrations, migrateService, openDatabase, provideRole, type ServiceDatabase } from '../src/db.ts';
import { createInbox, type EventHandler } from '../src/messaging/inbox.ts';
import { createOutbox } from '../src/messaging/outbox.ts';
import { messagingRetention } from '../src/messaging/retention.ts';
import { messagingMigrations } from '../src/messaging/tables.ts';
import { deleteExpired } from '../src/retention.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { noQueue, parked } from './adapters/bus.harness.ts';

const log = pino({ level: 'silent' });
const Paid = defineEvent('shop.paid', 1, z.object({ cents: z.int().positive() }), { summary: 'An order was paid' });
const Shipped = defineEvent('shop.shipped', 1, z.object({}), { summary: 'An order was sent' });

/** The receiving service: an account per order, which only its handlers change. */
const readerMigrations = {
  ...messagingMigrations,
  '0001_orders': {
    async up(db: Kysely<unknown>) {
      await sql`create table orders (id text primary key, cents int not null default 0, shipped boolean not null default false)`.execute(
        db,
      );
    },
  },
};

let database: TestDatabase;
let busUrl: string;
let shop: ServiceDatabase<unknown>;
let reader: ServiceDatabase<unknown>;
let bus: Bus;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  busUrl = await provideRole(database.url, 'bus');
  await migrateBus(busUrl);
  const open = async (service: string, migrations: Migrations) => {
    const url = await provideRole(database.url, service);
    await migrateService({ url, service, migrations });
    await grantBus(busUrl, url);
    return openDatabase<unknown>({ url, service, onError: () => {} });
  };
  shop = await open('shop', messagingMigrations);
  reader = await open('reader', readerMigrations);
});

beforeEach(async () => {
  bus = await openBus({ databaseUrl: busUrl, instance: 'test', log });
});

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
  await bus.stop();
  await sql`truncate orders, inbox, dead_letter`.execute(reader.db);
});

afterAll(async () => {
  await shop?.close();
  await reader?.close();
  await database?.drop();
});

function openOutbox() {
  const outbox = createOutbox({ ...shop, bus, queues: noQueue, source: 'shop', log });
  cleanups.push(() => outbox.stop());
  return outbox;
}

/** Transactions of a service, as its outbox makes them. */
function transactAs({ db, pool }: ServiceDatabase<unknown>) {
  return createOutbox({ db, pool, bus, queues: noQueue, source: 'reader', log }).transact;
}

const pay: EventHandler = {
  definition: Paid,
  async handle(tx, event) {
    const { cents } = event.data as { cents: number };
    await sql`insert into orders (id, cents) values (${event.subject}, ${cents})
      on conflict (id) do update set cents = orders.cents + excluded.cents`.execute(tx);
  },
};

const ship: EventHandler = {
  definition: Shipped,
  async handle(tx, event) {
    await sql`insert into orders (id, shipped) values (${event.subject}, true)
      on conflict (id) do update set shipped = true`.execute(tx);
  },
};

function openInbox(handlers: EventHandler[] = [pay, ship]) {
  return createInbox({
    transact: transactAs(reader),
    service: 'reader',
    handlers,
    log,
    retries: { attempts: 3, firstPauseMs: 1, longestPauseMs: 2 },
  });
}

async function listen(inbox = openInbox()) {
  const subscription = await bus.subscribe({
    group: `reader-${randomUUID()}`,
    topics: ['shop'],
    types: inbox.types,
    deliver: inbox.deliver,
  });
  cleanups.push(() => subscription.stop());
}

async function readOrder(id: string): Promise<{ cents: number; shipped: boolean } | undefined> {
  const { rows } = await sql<{ cents: number; shipped: boolean }>`
    select cents, shipped from orders where id = ${id}`.execute(reader.db);
  return rows[0];
}

async function countOutbox(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from outbox`.execute(shop.db);
  return rows[0]?.n ?? -1;
}

function paid(subject: string, more: Partial<CloudEvent> = {}): CloudEvent {
  return {
    specversion: '1.0',
    id: randomUUID(),
    type: Paid.type,
    dataversion: Paid.version,
    source: 'shop',
    subject,
    time: '2026-11-20T00:00:00.000Z',
    data: { cents: 400 },
    ...more,
  };
}

const order = () => `order-${randomUUID()}`;
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 150_000, interval: 10 });

describe('outbox', () => {
  it('crash between commit and publish: the event is sent by whoever comes next', async () => {
    const id = order();
    // The one that commits has no running relay, as if it had died right then.
    const outbox = openOutbox();
    await outbox.transact(async (tx) => outbox.emit(tx, Paid, id, { cents: 400 }));
    expect(await countOutbox()).toBe(1);
    await listen();
    openOutbox().start();
    await eventually(async () => expect(await readOrder(id)).toEqual({ cents: 400, shipped: false }));
    expect(await countOutbox()).toBe(0);
  });

  it('keeps the events while the bus is away, and sends them in order once it is back', async () => {
    const sent: number[] = [];
    let away = true;
    const flaky: Bus = {
      ...bus,
      moveOutbox: undefined,
      async publish(_topic, events) {
        if (away) throw new Error('away');
        sent.push(...events.map((event) => (event.data as { cents: number }).cents));
      },
    };
    const outbox = createOutbox({ ...shop, bus: flaky, queues: noQueue, source: 'shop', log });
    cleanups.push(() => outbox.stop());
    outbox.start();
    for (const cents of [1, 2, 3]) {
      await outbox.transact(async (tx) => outbox.emit(tx, Paid, 'order', { cents }));
    }
    expect(await countOutbox()).toBe(3);
    away = false;
    await eventually(async () => expect(await countOutbox()).toBe(0));
    expect(sent).toEqual([1, 2, 3]);

    // Such a bus may lose them: they are kept for a week.
    const kept = async () => {
      const { rows } = await sql<{ cents: number }>`
        select (envelope->'data'->>'cents')::int as cents from sent_event order by id`.execute(shop.db);
      return rows.map(({ cents }) => cents);
    };
    expect(await kept()).toEqual([1, 2, 3]);
    await sql`update sent_event set sent_at = now() - interval '6 days' where envelope->'data'->>'cents' = '2'`.execute(
      shop.db,
    );
    await sql`update sent_event set sent_at = now() - interval '8 days' where envelope->'data'->>'cents' = '1'`.execute(
      shop.db,
    );
    await deleteExpired(shop.db, messagingRetention, log);
    expect(await kept()).toEqual([2, 3]);
  });

  it('forgets the event of a change that was rolled back', async () => {
    const outbox = openOutbox();
    const failing = outbox.transact(async (tx) => {
      outbox.emit(tx, Paid, order(), { cents: 400 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await countOutbox()).toBe(0);
  });

  it('refuses data that the definition does not allow, and events of other services', async () => {
    const outbox = openOutbox();
    const Foreign = defineEvent('bank.moved', 1, z.object({}), { summary: '' });
    await expect(outbox.transact(async (tx) => outbox.emit(tx, Paid, 'a', { cents: 0.5 }))).rejects.toThrow(
      'shop.paid v1 has wrong data',
    );
    await expect(outbox.transact(async (tx) => outbox.emit(tx, Foreign, 'a', {}))).rejects.toThrow(
      'shop cannot emit it',
    );
    expect(await countOutbox()).toBe(0);
  });

  it('refuses events of a transaction that it did not begin: they would be lost', async () => {
    const outbox = openOutbox();
    const emitted = shop.db.transaction().execute(async (tx) => outbox.emit(tx, Paid, 'a', { cents: 1 }));
    await expect(emitted).rejects.toThrow('shop.paid is emitted in a transaction that the outbox did not begin');
  });

  it('carries the trace from the change to the handler', async () => {
    const exporter = new tracing.InMemorySpanExporter();
    const sdk = new NodeSDK({ traceExporter: exporter, autoDetectResources: false });
    sdk.start();
    cleanups.push(async () => {
      await sdk.shutdown();
      for (const api of [trace, context, propagation]) api.disable();
    });
    let handledIn: string | undefined;
    const inbox = openInbox([
      {
        definition: Paid,
        async handle() {
          handledIn = trace.getActiveSpan()?.spanContext().traceId;
        },
      },
    ]);
    await trace.getTracer('test').startActiveSpan('pay', async (span) => {
      const outbox = openOutbox();
      const event = await outbox.transact(async (tx) => outbox.emit(tx, Paid, order(), { cents: 1 }));
      const { traceId, spanId } = span.spanContext();
      expect(event.traceparent).toBe(`00-${traceId}-${spanId}-01`);
      await context.with(ROOT_CONTEXT, () => inbox.deliver(event));
      expect(handledIn).toBe(traceId);
      span.end();
    });
  });
});

describe('inbox', () => {
  it('duplicate delivery: one effect', async () => {
    const inbox = openInbox();
    const event = paid(order());
    await Promise.all([inbox.deliver(event), inbox.deliver(event)]);
    await inbox.deliver(event);
    expect(await readOrder(event.subject)).toEqual({ cents: 400, shipped: false });
  });

  it('events out of order: the same result', async () => {
    const [one, two] = [order(), order()];
    const inbox = openInbox();
    const shipped = (subject: string) => paid(subject, { type: Shipped.type, data: {} });
    for (const event of [paid(one), shipped(one), shipped(two), paid(two)]) await inbox.deliver(event);
    expect(await readOrder(one)).toEqual({ cents: 400, shipped: true });
    expect(await readOrder(two)).toEqual(await readOrder(one));
  });

  it('handler throws: tried again, parked as a dead letter, redriven with success once', async () => {
    let broken = true;
    let tries = 0;
    const fragile: EventHandler = {
      definition: Paid,
      async handle(tx, event) {
        tries += 1;
        await pay.handle(tx, event);
        if (broken) throw new Error('the accounts are closed');
      },
    };
    const inbox = openInbox([fragile]);
    const event = paid(order());
    await inbox.deliver(event);
    expect(tries).toBe(3);
    // What it had done was undone, each time.
    expect(await readOrder(event.subject)).toBeUndefined();
    const [letter] = await parked(reader.db);
    expect(letter).toMatchObject({
      type: 'shop.paid',
      subject: event.subject,
      reason: 'the accounts are closed',
      attempts: 3,
    });

    // Parked is parked: the bus may bring it again without effect.
    await inbox.deliver(event);
    expect(tries).toBe(3);

    const id = letter?.id ?? '';
    expect(await inbox.redrive(id)).toEqual({
      success: false,
      reason: 'the accounts are closed',
    });
    expect(await parked(reader.db)).toMatchObject([{ id, attempts: 4 }]);
    broken = false;
    const redriven = await Promise.all([1, 2].map(() => inbox.redrive(id)));
    expect(redriven).toContainEqual({ success: true, reason: null });
    expect(redriven).toContain(null);
    expect(await readOrder(event.subject)).toEqual({ cents: 400, shipped: false });
    expect(await parked(reader.db)).toEqual([]);
    expect(await inbox.redrive('no-such-id')).toBeNull();
  });

  it('a passing failure leaves no dead letter', async () => {
    let failures = 2;
    const inbox = openInbox([
      {
        definition: Paid,
        async handle(tx, event) {
          if (failures-- > 0) throw new Error('not now');
          await pay.handle(tx, event);
        },
      },
    ]);
    const event = paid(order());
    await inbox.deliver(event);
    expect(await readOrder(event.subject)).toEqual({ cents: 400, shipped: false });
    expect(await parked(reader.db)).toEqual([]);
  });

  it('unknown event version: a dead letter at once, which a handler that knows it can take later', async () => {
    const event = paid(order(), { dataversion: 2, data: { cents: 400, currency: 'USD' } });
    await openInbox().deliver(event);
    const [letter] = await parked(reader.db);
    expect(letter).toMatchObject({ reason: 'unknown version 2 of shop.paid', attempts: 1, subject: event.subject });

    const PaidInCurrency = defineEvent('shop.paid', 2, z.object({ cents: z.int(), currency: z.string() }), {
      summary: '',
    });
    const newer = openInbox([pay, { ...pay, definition: PaidInCurrency }]);
    expect(await newer.redrive(letter?.id ?? '')).toEqual({ success: true, reason: null });
    expect(await readOrder(event.subject)).toEqual({ cents: 400, shipped: false });
  });

  it('parks wrong data and what is no event, naming fields and never values', async () => {
    const inbox = openInbox();
    await inbox.deliver(paid(order(), { data: { cents: 'my secret' } }));
    await inbox.deliver('no event at all' as never);
    await inbox.deliver('no event at all' as never);
    const reasons = (await parked(reader.db)).map(({ reason }) => reason);
    expect(reasons).toEqual(['not an event: event (invalid_type)', 'wrong data: cents (invalid_type)']);
  });

  it('leaves alone what it has no handler for', async () => {
    await openInbox([ship]).deliver(paid(order()));
    expect(await parked(reader.db)).toEqual([]);
    const { rows } = await sql`select * from inbox`.execute(reader.db);
    expect(rows).toEqual([]);
  });

  it('gives an event back to the bus while the database is away', async () => {
    const gone = openDatabase<unknown>({
      url: 'postgres://nobody@127.0.0.1:1/none',
      service: 'reader',
      onError: () => {},
    });
    cleanups.push(() => gone.close());
    const inbox = createInbox({ transact: transactAs(gone), service: 'reader', handlers: [pay], log });
    await expect(inbox.deliver(paid(order()))).rejects.toThrow('ECONNREFUSED');
  });

  it('gives an event back while what its handler needs is away', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' });
    const inbox = openInbox([
      { definition: Paid, handle: () => Promise.reject(new Error('cannot enqueue', { cause: refused })) },
    ]);
    await expect(inbox.deliver(paid(order()))).rejects.toThrow('cannot enqueue');
    expect(await parked(reader.db)).toEqual([]);
  });

  it('gives an event back while Redis, where its handler enqueues, is away', async () => {
    const redis = new Redis({ host: '127.0.0.1', port: 1, maxRetriesPerRequest: 0, retryStrategy: () => 10 });
    redis.on('error', () => {});
    cleanups.push(async () => redis.disconnect());
    const inbox = openInbox([{ definition: Paid, handle: async () => void (await redis.ping()) }]);
    await expect(inbox.deliver(paid(order()))).rejects.toThrow('max retries');
    expect(await parked(reader.db)).toEqual([]);
  });

  it('gives an event back when the bus takes the partition away between two tries', async () => {
    const taken = new AbortController();
    const inbox = createInbox({
      transact: transactAs(reader),
      service: 'reader',
      log,
      retries: { firstPauseMs: 3_600_000 },
      handlers: [
        {
          definition: Paid,
          async handle() {
            taken.abort();
            throw new Error('not now');
          },
        },
      ],
    });
    await expect(inbox.deliver(paid(order()), taken.signal)).rejects.toThrow('aborted');
    expect(await parked(reader.db)).toEqual([]);
  });

  it('does not start with two handlers for one event', () => {
    expect(() => openInbox([pay, pay])).toThrow('two handlers for shop.paid v1');
  });
});
