import { randomUUID } from 'node:crypto';
import { type CloudEvent, defineEvent } from '@xrp-bridge/contracts/define';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { z } from 'zod';
import { grantBus, migrateBus, openBus } from '../src/bus/index.ts';
import type { Bus } from '../src/bus/port.ts';
import { type Migrations, migrateService, openDatabase, provideRole, type ServiceDatabase } from '../src/db.ts';
import { createInbox, type EventHandler } from '../src/messaging/inbox.ts';
import { createOutbox } from '../src/messaging/outbox.ts';
import { messagingMigrations } from '../src/messaging/tables.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { noQueue, silent } from './adapters/bus.harness.ts';

export const Paid = defineEvent('shop.paid', 1, z.object({ cents: z.int().positive() }), {
  summary: 'An order was paid',
});
export const Shipped = defineEvent('shop.shipped', 1, z.object({}), { summary: 'An order was sent' });

/** Tables of the receiving service: an account for each order, which only its handlers change. */
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

export const order = () => `order-${randomUUID()}`;
export const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 150_000, interval: 10 });

export const pay: EventHandler = {
  definition: Paid,
  async handle(tx, event) {
    const { cents } = event.data as { cents: number };
    await sql`insert into orders (id, cents) values (${event.subject}, ${cents})
      on conflict (id) do update set cents = orders.cents + excluded.cents`.execute(tx);
  },
};

export const ship: EventHandler = {
  definition: Shipped,
  async handle(tx, event) {
    await sql`insert into orders (id, shipped) values (${event.subject}, true)
      on conflict (id) do update set shipped = true`.execute(tx);
  },
};

export function paid(subject: string, more: Partial<CloudEvent> = {}): CloudEvent {
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

/** Creates the services `shop`, which emits, and `reader`, which receives, with a bus between them. */
export function useShop() {
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
    bus = await openBus({ databaseUrl: busUrl, instance: 'test', log: silent });
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

  /** Opens the outbox of `shop`. */
  function openOutbox(over: Bus = bus) {
    const outbox = createOutbox({ ...shop, bus: over, queues: noQueue, source: 'shop', log: silent });
    cleanups.push(() => outbox.stop());
    return outbox;
  }

  /** Returns `transact` of the outbox of `reader`, on this database. */
  function transactAs({ db, pool }: ServiceDatabase<unknown>) {
    return createOutbox({ db, pool, bus, queues: noQueue, source: 'reader', log: silent }).transact;
  }

  function openInbox(handlers: EventHandler[] = [pay, ship], more: Partial<Parameters<typeof createInbox>[0]> = {}) {
    return createInbox({
      transact: transactAs(reader),
      service: 'reader',
      handlers,
      log: silent,
      retries: { attempts: 3, firstPauseMs: 1, longestPauseMs: 2 },
      ...more,
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

  return {
    openOutbox,
    openInbox,
    transactAs,
    listen,
    readOrder,
    countOutbox,
    shop: () => shop.db,
    reader: () => reader.db,
    bus: () => bus,
    onCleanup: (clean: () => Promise<void>) => void cleanups.push(clean),
  };
}
