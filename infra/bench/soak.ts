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

interface Sample {
  at: number;
  memoryMb: number;
  files: number;
  rows: number;
}

/** Rows that are deleted once they have been handled. */
interface Waiting {
  name: string;
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
    // Without DATA_DIR the sandbox stores nothing. Storing the state of so many payments stops the sandbox for seconds.
    const product = await started(startProduct({ DATABASE_URL: databaseUrl }));
    const customers = createCustomers(product);
    const top = await measureThroughput(customers);
    await waitForDelivery(databaseUrl, 'product');
    const before = customers.paid.length;
    const samples: Sample[] = [];
    const began = performance.now();
    const load = startLoad(customers, {
      perSecond: top * shareOfTop,
      sampleEverySeconds,
      sample: async () => {
        const sample = await takeSample(product, databaseUrl);
        samples.push(sample);
        const { at, ...counts } = sample;
        const shown = { seconds: Math.round((at - began) / 1_000), ...counts, dropped: customers.dropped.length };
        console.error(JSON.stringify(shown));
      },
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
    for (const { name, rows } of left) console.error(`still waiting: ${rows} × ${name}`);
    report({ name: 'waiting rows two minutes later', value: sumOf(left), unit: '', aim: { atMost: 0 } });
  });
}

async function takeSample(product: Product, databaseUrl: string): Promise<Sample> {
  return {
    at: performance.now(),
    memoryMb: product.ownMemoryMb(),
    files: product.openFiles(),
    rows: sumOf(await listWaiting(databaseUrl)),
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

/** Lists what waits: events, and jobs by their name. */
function listWaiting(databaseUrl: string): Promise<Waiting[]> {
  const all = serviceNames.flatMap((name) => [
    `select '${name}: event' as name from ${name}.outbox`,
    ...['outbox_job', 'queued_job'].map((table) => `select '${name}: ' || (job->>'name') from ${name}.${table}`),
  ]);
  return withClient(databaseUrl, async (client) => {
    const text = `select name, count(*)::int as rows from (${all.join(' union all ')}) as each (name) group by name`;
    return (await client.query<Waiting>(text)).rows;
  });
}

function sumOf(all: readonly Waiting[]): number {
  return all.reduce((sum, { rows }) => sum + rows, 0);
}

/** Waits until no row waits, at most two minutes. @returns what still waits */
async function waitForRows(databaseUrl: string): Promise<Waiting[]> {
  for (const end = performance.now() + drainedAfterMs; ; await wait(1_000)) {
    const left = await listWaiting(databaseUrl);
    if (left.length === 0 || performance.now() > end) return left;
  }
}
