import { createTestDatabase, readPublished } from '@xrp-bridge/runtime/testing';
import { expect, inject, onTestFinished, test } from 'vitest';
import { everyTarget, expectInstructions, expectMails, payForTransfer, startTargets } from './harness.ts';

const kafkaBrokers = inject('kafkaBrokers');
const redisUrl = inject('redisUrl');

test.skipIf(!kafkaBrokers || !redisUrl)('targets apart take a payment over Kafka and Redis', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const system = await startTargets(everyTarget, {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: String(kafkaBrokers),
    REDIS_URL: String(redisUrl),
  });
  const { id } = await payForTransfer(system, 'targets@example.com');
  await expectInstructions(system, id);
  await expectMails(system, 'targets@example.com', 1);

  // The bus inside PostgreSQL carried nothing.
  await expect.poll(() => readPublished(database.url, 'payment')).toEqual([]);
  for (const { output } of Object.values(system.targets)) expect(output()).not.toContain('Warning');
});
