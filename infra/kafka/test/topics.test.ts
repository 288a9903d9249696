import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { expect, onTestFinished, test } from 'vitest';
import { startTestKafka } from '../start.ts';

const command = fileURLToPath(new URL('../../run/topics.ts', import.meta.url));

test('npm run topics creates the topics, applies the retention, and adds partitions only with --grow', async ({
  skip,
}) => {
  const kafka = (await startTestKafka()) ?? skip('no Kafka on this machine');
  onTestFinished(kafka.stop);
  const run = async (settings: Record<string, string>, ...flags: string[]) => {
    const env = { PATH: process.env.PATH, KAFKA_BROKERS: kafka.brokers, ...settings };
    return (await promisify(execFile)(process.execPath, [command, ...flags], { env })).stdout.trimEnd().split('\n');
  };
  const listed = (partitions: number, days = 7) =>
    serviceNames.map((name) => `xrp-bridge.${name}: partitions ${partitions}, copies 1, days ${days}`);
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
