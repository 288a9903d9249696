import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase, readPublished } from '@xrp-bridge/runtime/testing';
import { expect, inject, onTestFinished, test } from 'vitest';
import { everyTarget, expectInstructions, expectMails, payForTransfer, startTargets } from './harness.ts';

const kafkaBrokers = inject('kafkaBrokers');
const redisUrl = inject('redisUrl');

test('a payment works when each target runs in its own process, with Kafka and Redis', async ({ skip }) => {
  if (!kafkaBrokers || !redisUrl) return skip(`no ${kafkaBrokers ? 'Redis' : 'Kafka'} on this machine`);
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const settings = {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: kafkaBrokers,
    REDIS_URL: redisUrl,
  };
  const started = new Date();
  const system = await startTargets(everyTarget, settings);
  const { id } = await payForTransfer(system, 'targets@example.com');
  await expectInstructions(system, id);
  await expectMails(system, 'targets@example.com', 1);

  // The receivers have already handled the events that the refill sends again.
  const refill = [fileURLToPath(new URL('../refill-bus.ts', import.meta.url)), '--since', started.toISOString()];
  const { stdout } = await promisify(execFile)(process.execPath, refill, { env: { ...process.env, ...settings } });
  expect(stdout).toMatch(/transfer: [1-9]\d* events sent again\npayment: [1-9]\d* events sent again/);
  const next = await payForTransfer(system, 'next@example.com');
  await expectMails(system, 'next@example.com', 1);
  await expectInstructions(system, next.id);
  await expectMails(system, 'targets@example.com', 1);

  // Events were published on Kafka, and no event on the bus in PostgreSQL.
  await expect.poll(() => readPublished(database.url, 'payment')).toEqual([]);
  for (const { output } of Object.values(system.targets)) expect(output()).not.toContain('Warning');
});
