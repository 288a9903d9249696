import { randomUUID } from 'node:crypto';
import { type CloudEvent, defineEvent } from '@xrp-bridge/contracts/define';
import { openKafkaBus } from '@xrp-bridge/runtime/bus/kafka';
import { type Database, migrateService, openDatabase, provideRole } from '@xrp-bridge/runtime/db';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { createInbox } from '@xrp-bridge/runtime/messaging/inbox';
import { createOutbox } from '@xrp-bridge/runtime/messaging/outbox';
import { messagingMigrations } from '@xrp-bridge/runtime/messaging/tables';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestKafka, type TestKafka } from '../start.ts';

const log = createLogger({ level: 'silent' });
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 50 });

/** Starts a broker, which can be replaced by an empty one at the same address. */
async function startBroker(skip: (why: string) => never) {
  const first = (await startTestKafka()) ?? skip('no Kafka on this machine');
  onTestFinished(first.stop);
  let current = first;
  return {
    openBus() {
      const bus = openKafkaBus({ databaseUrl: '', kafkaBrokers: [first.brokers], instance: randomUUID(), log });
      onTestFinished(() => bus.stop());
      return bus;
    },
    stop: () => current.stop(),
    async startEmpty() {
      current = (await startTestKafka(Number(new URL(`kafka://${first.brokers}`).port))) as TestKafka;
      onTestFinished(current.stop);
    },
  };
}

test('publishers and subscribers recover when the broker comes back without its topics', async ({ skip }) => {
  const { openBus, stop, startEmpty } = await startBroker(skip);
  const [subscriber, publisher] = [openBus(), openBus()];
  const [delivered, broadcast] = [new Set<string>(), new Set<string>()];
  const subscriptions = await Promise.all([
    subscriber.subscribe({ group: 'group', topics: ['topic'], deliver: async ({ id }) => void delivered.add(id) }),
    subscriber.broadcast({ topics: ['topic'], deliver: async ({ id }) => void broadcast.add(id) }),
  ]);
  const health = () => subscriptions.map((subscription) => subscription.isHealthy());
  const publish = async (id: string) => {
    // Like the relay, the test sends an event again until the bus has accepted it.
    await eventually(() => publisher.publish('topic', [{ id, subject: 'a', ...rest } as CloudEvent]));
    await eventually(() => expect([delivered.has(id), broadcast.has(id)]).toEqual([true, true]));
  };
  for (const id of ['1', '2']) await publish(id);

  await stop();
  await eventually(() => expect(health()).toEqual([false, false]));
  await startEmpty();
  // Event 3 is published before the subscribers have reconnected, and the publisher creates the topic again.
  await publish('3');
  await eventually(() => expect(health()).toEqual([true, true]));
  await publish('4');
});

test('events that an emptied broker has lost are handled once, without a restart', async ({ skip }) => {
  const { openBus, stop, startEmpty } = await startBroker(skip);
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const open = async (service: string) => {
    const url = await provideRole(database.url, service);
    await migrateService({ url, service, migrations: messagingMigrations });
    const opened = openDatabase<unknown>({ url, service, onError: () => {} });
    onTestFinished(() => opened.close());
    const bus = openBus();
    const queues = { add: async () => {}, addLost: async () => [] };
    const outbox = createOutbox({ ...opened, bus, queues, source: service, log });
    onTestFinished(() => outbox.stop());
    return { ...opened, bus, outbox };
  };
  const [topic, reader] = [await open('topic'), await open('reader')];
  const handled: number[] = [];
  const inbox = createInbox({
    transact: reader.outbox.transact,
    service: 'reader',
    log,
    handlers: [{ definition: Changed, handle: async (_tx, { data }) => void handled.push((data as Change).n) }],
  });
  const listen = () =>
    reader.bus.subscribe({ group: 'reader', topics: ['topic'], types: inbox.types, deliver: inbox.deliver });
  const emit = async (n: number) => topic.outbox.transact(async (tx) => topic.outbox.emit(tx, Changed, 'a', { n }));
  topic.outbox.start();
  const reading = await listen();
  for (const n of [1, 2]) await emit(n);
  await eventually(() => expect(handled).toEqual([1, 2]));
  // The receiver is down while the broker accepts event 3 and loses it.
  await reading.stop();
  await emit(3);
  await eventually(async () => expect(await countRows(topic.db, 'outbox')).toBe(0));
  await stop();
  await emit(4);
  await startEmpty();
  const again = await listen();
  await eventually(() => expect(handled).toEqual([1, 2, 3, 4]));

  // No event is published after the second loss, so only the check finds it.
  await again.stop();
  await emit(5);
  await eventually(async () => expect(await countRows(topic.db, 'outbox')).toBe(0));
  await stop();
  await startEmpty();
  await listen();
  await eventually(() => expect(handled).toEqual([1, 2, 3, 4, 5]));
});

async function countRows(db: Database<unknown>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Change {
  n: number;
}

const Changed = defineEvent('topic.changed', 1, z.object({ n: z.int() }), { summary: 'A topic changed' });

const rest = {
  specversion: '1.0',
  type: 'topic.changed',
  dataversion: 1,
  source: 'topic',
  time: '2026-11-21T00:00:00.000Z',
  data: {},
} as const;
