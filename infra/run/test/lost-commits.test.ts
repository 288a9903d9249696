import { randomUUID } from 'node:crypto';
import { defineEvent } from '@xrp-bridge/contracts/define';
import { grantBus, migrateBus, openBus } from '@xrp-bridge/runtime/bus/index';
import { migrateService, openDatabase, provideRole, withOwner } from '@xrp-bridge/runtime/db';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { createInbox } from '@xrp-bridge/runtime/messaging/inbox';
import { createOutbox } from '@xrp-bridge/runtime/messaging/outbox';
import { messagingMigrations } from '@xrp-bridge/runtime/messaging/tables';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../../postgres/embedded-postgres.ts';
import { createFolder } from './harness.ts';

// Handlers commit without waiting for the disk (ADR 0006). These tests lose such commits: only a transaction that does
// wait writes to the disk, because PostgreSQL's background processes are stopped, and all its processes are killed.

const Paid = defineEvent('shop.paid', 1, z.object({ cents: z.int() }), { summary: 'An order was paid' });
const log = createLogger({ level: 'silent' });
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 150_000, interval: 10 });

const migrations = {
  ...messagingMigrations,
  '0001_orders': {
    async up(db: Kysely<unknown>) {
      await sql`create table orders (id text primary key, cents int not null)`.execute(db);
    },
  },
};

/** Starts PostgreSQL, the service `shop`, which emits, and the service `reader`, which receives. */
async function start(dataDir: string, { mayHandle = Promise.resolve(), mayAdvance = Promise.resolve() } = {}) {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const busUrl = await provideRole(postgres.url, 'bus');
  await migrateBus(busUrl);
  const open = async (service: string) => {
    const url = await provideRole(postgres.url, service);
    await migrateService({ url, service, migrations });
    await grantBus(busUrl, url);
    return openDatabase<unknown>({ url, service, onError: () => {} });
  };
  const [shop, reader] = [await open('shop'), await open('reader')];
  const bus = await openBus({ databaseUrl: busUrl, instance: randomUUID(), log });
  const noQueue = { add: async () => {}, addLost: async () => [] };
  const handling = Promise.withResolvers<void>();
  const delivered: string[] = [];
  const inbox = createInbox({
    transact: createOutbox({ ...reader, bus, queues: noQueue, source: 'reader', log }).transact,
    service: 'reader',
    log,
    repairsLostCommits: bus.repairsLostCommits ?? false,
    handlers: [
      {
        definition: Paid,
        async handle(tx, { subject, data }) {
          handling.resolve();
          await mayHandle;
          await sql`insert into orders values (${subject}, ${(data as { cents: number }).cents})
            on conflict (id) do update set cents = orders.cents + excluded.cents`.execute(tx);
        },
      },
    ],
  });
  const outbox = createOutbox({ ...shop, bus, queues: noQueue, source: 'shop', log });
  const listen = () =>
    bus.subscribe({
      group: 'reader',
      topics: ['shop'],
      deliver: async (event) => {
        await inbox.deliver(event);
        await mayAdvance;
        delivered.push(event.id);
      },
    });

  async function readOrders(): Promise<Record<string, number>> {
    const { rows } = await sql<{ id: string; cents: number }>`select * from orders`.execute(reader.db);
    return Object.fromEntries(rows.map(({ id, cents }) => [id, cents]));
  }

  const readPosition = () =>
    withOwner(busUrl, async (db) => {
      const { rows } = await sql<{ seq: string }>`select seq from bus.cursor`.execute(db);
      return Number(rows[0]?.seq ?? 0);
    });

  /** Commits a transaction that waits for the disk, and so writes all earlier commits to the disk, too. */
  const flush = () => withOwner(postgres.url, (db) => sql`create table ${sql.id(randomUUID())} ()`.execute(db));

  async function stop() {
    await outbox.stop();
    await bus.stop();
    await Promise.all([shop.close(), reader.close()]);
    await postgres.stop();
  }
  return { postgres, outbox, listen, handling: handling.promise, delivered, readOrders, readPosition, flush, stop };
}

/**
 * Stops the processes that write commits to the disk in the background.
 * Returns a function that kills PostgreSQL.
 */
async function stopWriting(url: string, flush: () => Promise<unknown>): Promise<() => Promise<void>> {
  const list = (where: string) =>
    withOwner(url, async (db) => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where ${sql.raw(where)} and pid <> pg_backend_pid()`.execute(db);
      return rows.map(({ pid }) => pid);
    });
  const pause = async (type: string) => {
    for (const pid of await list(`backend_type = '${type}'`)) process.kill(pid, 'SIGSTOP');
  };
  await pause('autovacuum launcher');
  // A commit of a worker that the launcher has started waits for the disk, so the test waits for the worker's end.
  await eventually(async () => expect(await list(`backend_type = 'autovacuum worker'`)).toEqual([]));
  // After a flush, no background process writes, so none is stopped while it holds a lock.
  await flush();
  for (const type of ['walwriter', 'background writer', 'checkpointer']) await pause(type);
  return async () => {
    const postmaster = await withOwner(url, async (db) => {
      const { rows } = await sql<{ pid: number }>`
        select (string_to_array(pg_read_file('postmaster.pid'), chr(10)))[1]::int as pid`.execute(db);
      return rows.map(({ pid }) => pid);
    });
    // The main process is killed first, so that it starts no process again.
    for (const pid of [...postmaster, ...(await list('true'))]) process.kill(pid, 'SIGKILL');
  };
}

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux.each([
  { flushed: 'nothing', before: {} },
  { flushed: 'the publication', before: {} },
  { flushed: 'the handling', before: { 'order-1': 400 } },
] as const)(
  'an event is handled once if $flushed is on the disk when PostgreSQL crashes',
  async ({ flushed, before }) => {
    const dataDir = await createFolder();
    const mayHandle = Promise.withResolvers<void>();
    const mayAdvance = Promise.withResolvers<void>();
    const first = await start(dataDir, { mayHandle: mayHandle.promise, mayAdvance: mayAdvance.promise });
    onTestFinished(first.stop);
    await first.listen();
    const kill = await stopWriting(first.postgres.url, first.flush);
    first.outbox.start();
    await first.outbox.transact(async (tx) => first.outbox.emit(tx, Paid, 'order-1', { cents: 400 }));
    await first.handling;
    if (flushed === 'the publication') await first.flush();
    mayHandle.resolve();
    await eventually(async () => expect(await first.readOrders()).toEqual({ 'order-1': 400 }));
    if (flushed === 'the handling') await first.flush();
    mayAdvance.resolve();
    await eventually(async () => expect(await first.readPosition()).toBeGreaterThan(0));
    await kill();
    await first.postgres.exited;

    const second = await start(dataDir);
    onTestFinished(second.stop);
    expect(await second.readOrders()).toEqual(before);
    second.outbox.start();
    await second.listen();
    await eventually(async () => expect(second.delivered).toHaveLength(1));
    expect(await second.readOrders()).toEqual({ 'order-1': 400 });
  },
);
