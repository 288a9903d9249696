import { defineEvent } from '@xrp-bridge/contracts/define';
import type { MeasureName } from '@xrp-bridge/contracts/operations';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { Bus } from '../src/bus/port.ts';
import { baseSettings } from '../src/config.ts';
import { migrateService, withOwner } from '../src/db.ts';
import { defineJob, PermanentFailure, work } from '../src/job.ts';
import { judgeMeasures } from '../src/metric-definitions.ts';
import { migrateQueues } from '../src/queue-postgres.ts';
import { createMetricsReader } from '../src/read-metrics.ts';
import { startService } from '../src/service.ts';
import { allMigrations, defineService, on } from '../src/service-definition.ts';
import { createTestDatabase, type TestDatabase, testToken } from '../src/testing.ts';
import { noBus, silent } from './adapters/bus.harness.ts';
import { openMetricReader } from './metric-reader.ts';

const Sold = defineEvent('shop.sold', 1, z.object({}), { summary: 'Something was sold' });
const Ship = defineJob('ship', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });
const shop = defineService({
  name: 'shop',
  kind: 'internal',
  settings: z.object({}),
  migrations: {},
  context: (base) => base,
  measures: async () => [{ name: 'xrp_bridge.accounting.difference', value: 4 }],
  on: () => [on(Sold, () => Promise.reject(new Error('no')))],
  jobs: () => [work(Ship, () => Promise.reject(new PermanentFailure('no')))],
});

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateService({ url: database.url, service: 'shop', migrations: allMigrations(shop) });
  await withOwner(database.url, (owner) => migrateQueues(owner, 'shop'));
});

afterAll(async () => {
  await database?.drop();
});

/** Starts the shop on a bus that accepts no events. */
async function startShop(fetchLag: Bus['fetchLag']) {
  const bus: Bus = {
    ...noBus,
    moveOutbox: () => Promise.reject(new Error('there is no bus')),
    subscribe: async () => ({ isHealthy: () => true, stop: async () => {} }),
    fetchLag,
  };
  const settings = baseSettings.parse({ DATABASE_URL: database.url, INTERNAL_TOKEN: testToken });
  const service = await startService(shop, { settings, bus, port: 0, log: silent });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= service.stop();
    return stopped;
  };
  onTestFinished(stop);
  return { ...service, stop };
}

/** Returns a function that collects the values by name and attributes. */
function openCollection() {
  const collect = openMetricReader();
  return async () => {
    const all = await collect();
    const points = all.flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => {
        const { service: _, ...others } = attributes;
        return [[descriptor.name, ...Object.values(others)].join(' '), value] as const;
      }),
    );
    return Object.fromEntries(points);
  };
}

it('a service exports its outbox, lag, dead letters, jobs, providers and connections once per collection', async () => {
  const collect = openCollection();
  const fetchLag = vi.fn(async () => [{ topic: 'shop', events: 7 }]);
  const { context, inbox, stop } = await startShop(fetchLag);
  expect(fetchLag).not.toHaveBeenCalled();

  const sold = {
    specversion: '1.0',
    id: 'e_1',
    type: Sold.type,
    dataversion: 99,
    source: 'shop',
    subject: 'a',
  } as const;
  await inbox.deliver({ ...sold, time: new Date().toISOString(), data: {} });
  const report = context.providers.add('Post office');
  context.providers.add('Courier');
  context.providers.add('Bicycle', false)('broken');
  report('closed');
  await context.transact(async (tx) => {
    context.emit(tx, Sold, 'a', {});
    context.emit(tx, Sold, 'b', {});
    context.enqueue(tx, Ship, {}, { jobId: 'a' });
  });
  await vi.waitFor(async () => expect((await context.queues.count()).failed).toBe(1), { timeout: 150_000 });
  fetchLag.mockClear();

  const values = await collect();
  expect(fetchLag.mock.calls).toEqual([[{ group: 'shop', topics: ['shop'] }]]);
  expect(values).toMatchObject({
    'xrp_bridge.outbox.rows': 2,
    'xrp_bridge.consumer.lag shop': 7,
    'xrp_bridge.dead_letters': 1,
    'xrp_bridge.queue.jobs waiting': 0,
    'xrp_bridge.queue.jobs active': 0,
    'xrp_bridge.queue.jobs delayed': 0,
    'xrp_bridge.queue.jobs failed': 1,
    'xrp_bridge.provider.up Post office': 0,
    'xrp_bridge.accounting.difference': 4,
    'db.client.connection.pending_requests shop': 0,
  });
  expect(Object.keys(values).filter((name) => name.startsWith('xrp_bridge.provider.up'))).toHaveLength(1);
  expect(values['xrp_bridge.outbox.age']).toBeGreaterThan(0);
  expect(values['db.client.connection.count shop idle']).toEqual(expect.any(Number));
  expect(values['db.client.connection.count shop used']).toEqual(expect.any(Number));

  const system = await context.readSystem();
  expect(system.unread).toEqual([]);
  expect(system.measures.filter(({ isWrong }) => isWrong)).toEqual([
    { name: 'xrp_bridge.dead_letters', value: 1, detail: null, measuredAt: null, isWrong: true },
    { name: 'xrp_bridge.provider.up', value: 0, detail: 'Post office', measuredAt: null, isWrong: true },
    { name: 'xrp_bridge.accounting.difference', value: 4, detail: null, measuredAt: null, isWrong: true },
    { name: 'xrp_bridge.queue.jobs', value: 1, detail: 'failed', measuredAt: null, isWrong: true },
  ]);
  report(null);
  expect(await collect()).toMatchObject({ 'xrp_bridge.provider.up Post office': 1 });
  await stop();
  fetchLag.mockClear();
  await collect();
  expect(fetchLag).not.toHaveBeenCalled();
});

it('values above their limits are marked for the system page', () => {
  const limits: [MeasureName, good: number, wrong: number][] = [
    ['xrp_bridge.outbox.age', 30, 31],
    ['xrp_bridge.consumer.lag', 100, 101],
    ['xrp_bridge.accounting.check.age', 108_000, 108_001],
    ['xrp_bridge.unlock.duration', 30, 30.1],
    ['db.client.connection.pending_requests', 63, 64],
    ['nodejs.eventloop.delay.mean', 0.08, 0.09],
  ];
  for (const [name, good, wrong] of limits) {
    const judged = judgeMeasures([good, wrong].map((value) => ({ name, value })));
    expect(judged.map(({ isWrong }) => isWrong)).toEqual([false, true]);
  }
});

it('a part that fails or does not respond has no values, and is called again only after it has responded', async () => {
  const late = Promise.withResolvers<never>();
  const fetchLag = vi.fn(() => late.promise);
  const measured = {
    pool: { totalCount: 3, idleCount: 2, waitingCount: 1 },
    base: { db: {} as never, clock: () => new Date(), providers: { add: () => () => {}, list: async () => [] } },
    readOwn: async () => [],
    fetchLag,
    countJobs: async () => ({ waiting: 1, active: 2, delayed: 3, failed: 4, completed: 5 }),
    readLoopDelay: () => 2,
    log: silent,
  };
  const read = createMetricsReader(measured, 20);
  const first = await read();
  expect(first.unread.toSorted()).toEqual(['bus', 'database']);
  expect(first.measures).toEqual([
    { name: 'xrp_bridge.queue.jobs', detail: 'waiting', value: 1 },
    { name: 'xrp_bridge.queue.jobs', detail: 'active', value: 2 },
    { name: 'xrp_bridge.queue.jobs', detail: 'delayed', value: 3 },
    { name: 'xrp_bridge.queue.jobs', detail: 'failed', value: 4 },
    { name: 'db.client.connection.count', detail: 'idle', value: 2 },
    { name: 'db.client.connection.count', detail: 'used', value: 1 },
    { name: 'db.client.connection.pending_requests', value: 1 },
    { name: 'nodejs.eventloop.delay.mean', value: 0.002 },
  ]);
  await read();
  expect(fetchLag).toHaveBeenCalledOnce();
  late.reject(new Error('connection lost'));
  expect((await read()).unread).toContain('bus');
  await read();
  expect(fetchLag).toHaveBeenCalledTimes(2);
});
