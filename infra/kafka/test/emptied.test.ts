import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { openKafkaBus } from '@xrp-bridge/runtime/bus/kafka';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestKafka } from '../start.ts';

const kafka = await startTestKafka();

test('publishers and subscribers recover when the broker comes back without its topics', async ({ skip }) => {
  const first = kafka ?? skip('no Kafka on this machine');
  onTestFinished(first.stop);
  const log = createLogger({ level: 'silent' });
  const openBus = () => {
    const bus = openKafkaBus({ databaseUrl: '', kafkaBrokers: [first.brokers], instance: randomUUID(), log });
    onTestFinished(() => bus.stop());
    return bus;
  };
  const [subscriber, publisher] = [openBus(), openBus()];
  const [delivered, broadcast] = [new Set<string>(), new Set<string>()];
  const subscriptions = await Promise.all([
    subscriber.subscribe({ group: 'group', topics: ['topic'], deliver: async ({ id }) => void delivered.add(id) }),
    subscriber.broadcast({ topics: ['topic'], deliver: async ({ id }) => void broadcast.add(id) }),
  ]);
  const health = () => subscriptions.map((subscription) => subscription.isHealthy());
  const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 50 });
  const publish = async (id: string) => {
    // Like the relay, the test sends an event again until the bus has accepted it.
    await eventually(() => publisher.publish('topic', [{ id, subject: 'a', ...rest } as CloudEvent]));
    await eventually(() => expect([delivered.has(id), broadcast.has(id)]).toEqual([true, true]));
  };
  for (const id of ['1', '2']) await publish(id);

  await first.stop();
  await eventually(() => expect(health()).toEqual([false, false]));
  const second = await startTestKafka(Number(new URL(`kafka://${first.brokers}`).port));
  onTestFinished(async () => second?.stop());
  // Event 3 is published before the subscribers have reconnected, and the publisher creates the topic again.
  await publish('3');
  await eventually(() => expect(health()).toEqual([true, true]));
  await publish('4');
});

const rest = {
  specversion: '1.0',
  type: 'topic.changed',
  dataversion: 1,
  source: 'topic',
  time: '2026-11-21T00:00:00.000Z',
  data: {},
} as const;
