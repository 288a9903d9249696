import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Metric, Results } from './results.ts';
import { fillScale } from './scale.ts';

const machine = { cpu: 'EPYC', cpus: 2, memoryGb: 24, system: 'Linux', node: 'v24.1.0' };
const guide: Metric = { name: 'webhook → instructions readable, one at a time, p50', value: 20, unit: 'ms' };
const creates: Metric = { name: 'transfers created through the BFF, 200,000 rows', value: 500, unit: '/s' };
const rolling: Metric[] = ['one instance', 'two instances'].map((number) => ({
  name: `paid journeys, ${number} of each service`,
  value: 4,
  unit: '/s',
}));
const journeys: Metric[] = [
  { name: 'processor time of a journey', value: 50, unit: 'ms' },
  { name: '… of which services and BFF', value: 32, unit: 'ms' },
  { name: '… of which PostgreSQL', value: 18, unit: 'ms' },
];
const run = (day: number, metrics: Metric[], scale = 1, part: Results['part'] = 'load'): Results => ({
  part,
  at: `2026-11-${day}T06:00:00.000Z`,
  commit: `commit${day}`,
  machine,
  scale,
  metrics,
});
const document = ['inputs', 'sums', 'limits']
  .map((name) => `<!-- scale:${name} -->\nold\n<!-- /scale:${name} -->`)
  .join('\n');
const other = [run(25, rolling, 1, 'rolling'), run(25, journeys, 1, 'journeys')];
const runs = [
  ...other,
  run(26, [{ ...guide, value: 7 }, creates]),
  run(27, [guide, creates]),
  run(28, [guide, creates], 0.01),
];

it('sums up the newest full run', () => {
  const text = fillScale(document, runs);
  expect(text).toContain(
    '| webhook → instructions readable, one at a time, p50 | 20 ms | npm run bench, commit commit27 |',
  );
  expect(text).toContain('| busy processors, all | rate × 50 ms | 5 | 500 |');
  expect(text).toContain('| partitions of the topic `payment` | rate ÷ (1 s ÷ 20 ms × 60 %) | 4 | 334 |');
  expect(text).toContain('| machines of 2 cores for the creates alone | rate ÷ 500/s | 0.2 | 20.0 |');
});

it('lists the limits from the lowest to the highest rate', () => {
  const [, limits = ''] = fillScale(document, runs).split('<!-- scale:limits -->');
  const limitRates = [...limits.matchAll(/ ([\d,]+) \|$/gm)].map(([, rate = '']) => Number(rate.replace(',', '')));
  expect(limitRates).toEqual([4, 25, 50, 369, 480, 2133]);
});

it('leaves the document unchanged when it is filled again', () => {
  const text = fillScale(document, runs);
  expect(fillScale(text, runs)).toBe(text);
});

it('throws if the newest run lacks a metric', () => {
  expect(() => fillScale(document, [...other, run(27, [guide])])).toThrow(
    'no metric “transfers created through the BFF, 200,000 rows”',
  );
  expect(() => fillScale(document, [])).toThrow('The part journeys of the bench has no stored full run.');
});

it('uses the defaults of the settings', async () => {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  const settings = await read('docs/settings.md');
  expect(settings).toMatch(/`DATABASE_CONNECTIONS` \|[^|]*\(10\)/);
  expect(settings).toMatch(/`KAFKA_PARTITIONS`[^|]* \|[^|]*\(16\)/);
  expect(await read('libs/runtime/src/queue-backend.ts')).toMatch(/completedRetention = \{ age: 3_600 \}/);
  // PostgreSQL reserves 3 of its connections for superusers.
  expect(await read('docker-compose.yml')).toContain('max_connections=200');
});
