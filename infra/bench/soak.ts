import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { type Product, startProduct } from '../process/product.ts';
import { createCustomers, measureThroughput, startLoad } from './customers.ts';
import { quantiles } from './measure.ts';
import { waitForDelivery, withClient } from './rates.ts';
import { scaled, stopping } from './run.ts';
import { report } from './store-results.ts';

const seconds = scaled(1_800, 10);
const sampleEverySeconds = scaled(30, 1);
const shareOfTop = 0.5;
const drainedAfterMs = 120_000;

/** Tables whose rows are deleted once they have been handled. */
const waiting = serviceNames.flatMap((name) => [`${name}.outbox`, `${name}.outbox_job`, `${name}.queued_job`]);

interface Sample {
  at: number;
  memoryMb: number;
  files: number;
  rows: number;
}

/**
 * Measures one process for half an hour at half of the load that it can carry.
 * Memory and open files must not grow from the second third of the time to the last, and no row may wait at the end.
 */
export async function benchSoak(folder: string): Promise<void> {
  await stopping(async (started) => {
    const dataDir = path.join(folder, 'soak');
    const { url: databaseUrl } = await started(startEmbeddedPostgres({ dataDir }));
    const product = await started(startProduct({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }));
    const customers = createCustomers(product);
    const top = await measureThroughput(customers);
    await waitForDelivery(databaseUrl, 'product');
    const before = customers.paid.length;
    const samples: Sample[] = [];
    const began = performance.now();
    const load = startLoad(customers, {
      perSecond: top * shareOfTop,
      sampleEverySeconds,
      sample: async () => void samples.push(await takeSample(product, databaseUrl)),
    });
    await wait(seconds * 1_000);
    await load.end();

    const paid = customers.paid.slice(before);
    report({ name: 'top load', value: top, unit: '/s' });
    report({ name: 'journeys paid', value: paid.length, unit: '' });
    report({ name: 'time', value: (performance.now() - began) / 1_000, unit: 's' });
    const withoutGuide = paid.filter(({ guideMs }) => guideMs === undefined).length;
    report({ name: 'journeys without a guide', value: withoutGuide, unit: '', aim: { atMost: 0 } });
    report({ name: 'requests dropped', value: customers.dropped.length, unit: '', aim: { atMost: 0 } });
    for (const { message } of customers.dropped.slice(0, 5)) console.error(`dropped: ${message}`);
    const { p50, p99 } = quantiles(paid.flatMap(({ guideMs }) => guideMs ?? []));
    report({ name: 'payment → guide readable, p50', value: p50, unit: 'ms' });
    report({ name: 'payment → guide readable, p99', value: p99, unit: 'ms' });
    reportGrowth(samples);
    const left = await waitForRows(databaseUrl);
    report({ name: 'waiting rows two minutes later', value: left, unit: '', aim: { atMost: 0 } });
  });
}

async function takeSample(product: Product, databaseUrl: string): Promise<Sample> {
  return {
    at: performance.now(),
    memoryMb: product.ownMemoryMb(),
    files: product.openFiles(),
    rows: await countWaiting(databaseUrl),
  };
}

/** Reports the middle values of the second and the last third. The first third is the warm-up. */
function reportGrowth(samples: readonly Sample[]): void {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  for (const [what, name, unit, growth] of [
    ['memoryMb', 'memory of the process', 'MB', 1.05],
    ['files', 'open files', '', 1.05],
    ['rows', 'waiting rows', '', undefined],
  ] as const) {
    const median = (of: readonly Sample[]) => quantiles(of.map((sample) => sample[what])).p50;
    report({
      name: `${name}, last third beside the second`,
      value: median(last),
      baseline: median(middle),
      unit,
      ...(growth && { aim: { atMost: growth, of: 'baseline' } }),
    });
  }
}

async function countWaiting(databaseUrl: string): Promise<number> {
  const count = waiting.map((table) => `(select count(*) from ${table})`).join(' + ');
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ count: number }>(`select (${count})::int as count`),
  );
  return rows[0]?.count ?? 0;
}

/** Waits until no row waits, at most two minutes. @returns the number of rows that still wait */
async function waitForRows(databaseUrl: string): Promise<number> {
  for (const end = performance.now() + drainedAfterMs; ; await wait(1_000)) {
    const rows = await countWaiting(databaseUrl);
    if (rows === 0 || performance.now() > end) return rows;
  }
}
