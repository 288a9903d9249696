import type { Kafka } from 'kafkajs';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { consume } from './kafka-consumer.ts';

/** Returns a cluster whose consumers throw these errors, one after the other, and then join. */
function clusterThatFails(...failures: Error[]) {
  const consumer = vi.fn(() => {
    let joined = () => {};
    return {
      events: { GROUP_JOIN: 'joined', CRASH: 'crashed' },
      on(event: string, listener: () => void) {
        if (event === 'joined') joined = listener;
      },
      connect: async () => {},
      disconnect: async () => {},
      subscribe: async () => {},
      async run() {
        const failure = failures.shift();
        if (failure) throw failure;
        joined();
      },
    };
  });
  return { kafka: { consumer } as unknown as Kafka, consumer };
}

const begin = (kafka: Kafka) =>
  consume({
    kafka,
    groupId: 'a-group',
    openTopics: async () => [{ name: 'a-topic', partitions: 1, copies: 1 }],
    deliver: async () => {},
    log: pino({ level: 'silent' }),
    sessionTimeoutMs: 10_000,
  });

it('a Kafka consumer retries until the coordinator is found and accepts members', async () => {
  const refusal = Object.assign(new Error('Not the coordinator'), { name: 'KafkaJSProtocolError', retriable: true });
  const { kafka, consumer } = clusterThatFails(
    Object.assign(new Error('Failed to find group coordinator'), { name: 'KafkaJSGroupCoordinatorNotFound' }),
    refusal,
    Object.assign(new Error(refusal.message, { cause: refusal }), { name: 'KafkaJSNumberOfRetriesExceeded' }),
  );
  const subscription = await begin(kafka);
  expect(subscription.isHealthy()).toBe(true);
  expect(consumer).toHaveBeenCalledTimes(4);
  await subscription.stop();
});

it('a Kafka consumer fails at once when no broker responds', async () => {
  const { kafka, consumer } = clusterThatFails(
    Object.assign(new Error('Connection refused'), { name: 'KafkaJSConnectionError' }),
  );
  await expect(begin(kafka)).rejects.toThrow('Connection refused');
  expect(consumer).toHaveBeenCalledTimes(1);
});
