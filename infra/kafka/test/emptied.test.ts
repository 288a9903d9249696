import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { openKafkaBus } from '@xrp-bridge/runtime/bus/kafka';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestKafka } from '../start.ts';

const kafka = await startTestKafka();

test('a broker that comes back with nothing is found again, by those who send and those who hear', async ({ skip }) => {
  const first = kafka ?? skip('no Kafka on this machine');
  onTestFinished(first.stop);
  const log = createLogger({ level: 'silent' });
  const openBus = () => {
    const bus = openKafkaBus({ databaseUrl: '', kafkaBrokers: [first.brokers], instance: randomUUID(), log });
    onTestFinished(() => bus.stop());
    return bus;
  };
  const [hearing, sending] = [openBus(), openBus()];
  const [delivered, heard] = [new Set<string>(), new Set<string>()];
  const subscriptions = await Promise.all([
    hearing.subscribe({ group: 'group', topics: ['topic'], deliver: async ({ id }) => void delivered.add(id) }),
    hearing.broadcast({ topics: ['topic'], deliver: async ({ id }) => void heard.add(id) }),
  ]);
  const health = () => subscriptions.map((subscription) => subscription.isHealthy());
  const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 50 });
  const publish = async (id: string) => {
    // As a relay does: what cannot be sent stays, and is sent later.
    await eventually(() => sending.publish('topic', [{ id, subject: 'a', ...rest } as CloudEvent]));
    await eventually(() => expect([delivered.has(id), heard.has(id)]).toEqual([true, true]));
  };
  for (const id of ['1', '2']) await publish(id);

  await first.stop();
  await eventually(() => expect(health()).toEqual([false, false]));
  const second = await startTestKafka(Number(new URL(`kafka://${first.brokers}`).port));
  onTestFinished(async () => second?.stop());
  // The first, before those who hear are back: who sends makes the topic again.
  await publish('3');
  await eventually(() => expect(health()).toEqual([true, true]));
  await publish('4');
});

const rest = {
  specversion: '1.0',
  type: 'topic.told',
  dataversion: 1,
  source: 'topic',
  time: '2026-11-21T00:00:00.000Z',
  data: {},
} as const;
