import { readFile } from 'node:fs/promises';
import { measureNames } from '@xrp-bridge/contracts/operations';
import { expect, it, onTestFinished } from 'vitest';
import { allow, createHttpServer } from '../src/http.ts';
import { observeMeasures } from '../src/metric-definitions.ts';
import { createJobDuration, createUnlockDuration, recordRequestDurations } from '../src/metrics.ts';
import { observeParts } from '../src/readiness.ts';
import { silent } from './adapters/bus.harness.ts';
import { openMetricReader } from './metric-reader.ts';

async function openServer() {
  const app = createHttpServer({ log: silent, guards: { open: allow } });
  recordRequestDurations(app);
  app.get('/items/:id', { config: { access: 'open' } }, async (request) => {
    if ((request.params as { id: string }).id === 'broken') throw new Error('broken');
    return {};
  });
  onTestFinished(() => app.close());
  return app;
}

it('http.server.request.duration has the route’s pattern, the status and the error type, and never the path', async () => {
  const collect = openMetricReader();
  const app = await openServer();
  for (const path of ['/items/7', '/items/broken', '/elsewhere/secret']) await app.inject(path);
  const [histogram] = await collect();
  expect(histogram?.descriptor).toMatchObject({
    name: 'http.server.request.duration',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
  });
  expect(
    histogram?.dataPoints.map(({ attributes, value }) => [attributes, (value as { count: number }).count]),
  ).toEqual([
    [{ 'http.request.method': 'GET', 'http.route': '/items/:id', 'http.response.status_code': 200 }, 1],
    [
      {
        'http.request.method': 'GET',
        'http.route': '/items/:id',
        'http.response.status_code': 500,
        'error.type': '500',
      },
      1,
    ],
    [{ 'http.request.method': 'GET', 'http.response.status_code': 404 }, 1],
  ]);
});

it('the time until the guide is that of 99 of 100 guides of the last hour', () => {
  let now = 0;
  const unlocks = createUnlockDuration('transfer', () => now);
  const name = 'xrp_bridge.unlock.duration';
  expect(unlocks.measure()).toEqual([]);
  unlocks.record(40);
  now = 1_800_000;
  for (let guide = 1; guide < 100; guide++) unlocks.record(guide === 50 ? -0.5 : 2);
  expect(unlocks.measure()).toEqual([{ name, value: 2 }]);
  unlocks.record(35);
  expect(unlocks.measure()).toEqual([{ name, value: 35 }]);
  now = 3_600_001;
  for (let guide = 0; guide < 10; guide++) unlocks.record(1);
  expect(unlocks.measure()).toEqual([{ name, value: 2 }]);
  unlocks.record(50);
  for (let guide = 0; guide < 1_000; guide++) unlocks.record(guide < 20 ? 3 : 1);
  expect(unlocks.measure()).toEqual([{ name, value: 3 }]);
  for (let guide = 0; guide < 20; guide++) unlocks.record(1);
  expect(unlocks.measure()).toEqual([{ name, value: 1 }]);
  now = 9_000_000;
  expect(unlocks.measure()).toEqual([]);
});

it('docs/metrics.md lists the metrics in alphabetic order with unit and attributes', async () => {
  const collect = openMetricReader();
  const app = await openServer();
  await app.inject('/items/broken');
  createJobDuration('ads')('post', 5, 'Error');
  createUnlockDuration('transfer').record(3);
  onTestFinished(observeParts('bff', async () => ({ bus: true })));
  const measures = measureNames.map((name) => ({ name, value: 1, detail: 'any' }));
  onTestFinished(observeMeasures('bff', async () => ({ measures })));
  const emitted = (await collect()).map(({ descriptor, dataPoints }) => {
    const names = Object.keys(dataPoints[0]?.attributes ?? {}).toSorted();
    return [descriptor.name, descriptor.unit, names];
  });
  const page = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  const listed = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, name, unit, attributes]) => [name, unit, attributes?.split(', ')]);
  expect(listed).toEqual(emitted.toSorted());
});
