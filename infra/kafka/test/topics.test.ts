import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { openKafkaBus } from '@xrp-bridge/runtime/bus/kafka';
import { createLogger } from '@xrp-bridge/runtime/logger';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestKafka } from '../start.ts';

const command = fileURLToPath(new URL('../../run/topics.ts', import.meta.url));

/** Starts a broker. Returns its address, and a function that runs the command. */
async function start(skip: (why: string) => never) {
  const kafka = (await startTestKafka()) ?? skip('no Kafka on this machine');
  onTestFinished(kafka.stop);
  const run = async (settings: Record<string, string>, ...flags: string[]) => {
    const env = { PATH: process.env.PATH, KAFKA_BROKERS: kafka.brokers, ...settings };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, ...flags], { env });
    expect(stderr).toBe('');
    return stdout.trimEnd().split('\n');
  };
  return { brokers: kafka.brokers, run };
}

const listed = (partitions: number, days = 7) =>
  serviceNames.map((name) => `xrp-bridge.${name}: partitions ${partitions}, copies 1, days ${days}`);

test('npm run topics creates the topics, applies the retention, and adds partitions only with --grow', async ({
  skip,
}) => {
  const { run } = await start(skip);
  const small = { KAFKA_PARTITIONS: '4' };
  expect(await run(small)).toEqual(listed(4));
  expect(await run({ ...small, KAFKA_RETENTION_DAYS: '3' })).toEqual(listed(4, 3));
  const differs = await run({ KAFKA_PARTITIONS: '6', KAFKA_COPIES: '3' });
  expect(differs.filter((line) => !line.startsWith('  '))).toEqual(listed(4));
  expect(differs.slice(1, 3)).toEqual([
    expect.stringMatching(/^ {2}KAFKA_PARTITIONS is 6: stop the BFF/),
    expect.stringMatching(/^ {2}KAFKA_COPIES is 3: use kafka-reassign-partitions\.sh/),
  ]);
  expect(await run({ KAFKA_PARTITIONS: '6' }, '--grow')).toEqual(listed(6));
  expect((await run(small))[1]).toBe('  KAFKA_PARTITIONS is 4, but Kafka cannot remove partitions.');
  await expect(run({ KAFKA_RETENTION_DAYS: '30' })).rejects.toThrow(/KAFKA_RETENTION_DAYS: .*29/);
  await expect(run({ KAFKA_BROKERS: '' })).rejects.toThrow('KAFKA_BROKERS is missing');
});

test('npm run topics -- --empty deletes the events and the positions of the services, which must be stopped', async ({
  skip,
}) => {
  const { brokers, run } = await start(skip);
  const log = createLogger({ level: 'silent' });
  const bus = openKafkaBus({ databaseUrl: '', kafkaBrokers: [brokers], instance: randomUUID(), log });
  onTestFinished(() => bus.stop());
  let delivered: string[] = [];
  const deliver = async ({ id }: CloudEvent) => void delivered.push(id);
  const subscribe = () => bus.subscribe({ group: 'payment', topics: ['transfer'], deliver });
  const expectDelivered = (ids: string[]) => vi.waitFor(() => expect(delivered).toEqual(ids), { timeout: 120_000 });
  const publish = (...ids: string[]) =>
    bus.publish(
      'transfer',
      ids.map((id) => ({ id, type: 'transfer.created', subject: 'a' }) as CloudEvent),
    );
  const subscription = await subscribe();
  await publish('1', '2');
  await expectDelivered(['1', '2']);
  await expect(run({}, '--empty')).rejects.toThrow('xrp-bridge.payment is in use. Stop all services');
  await subscription.stop();

  // On a slow machine, the consumer may stop while it joins its group again. Kafka then counts it until its session ends.
  const empty = () => run({}, '--empty').catch(({ stderr }: { stderr: string }) => [stderr.trim()]);
  let printed = await empty();
  while (printed[0]?.includes('is in use')) printed = await empty();
  expect(printed).toEqual(listed(16));
  await publish('3', '4', '5');
  delivered = [];
  await subscribe();
  await expectDelivered(['3', '4', '5']);
});
