import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { startBaseline } from './baseline.ts';
import { median } from './measure.ts';
import type { Metric } from './results.ts';
import { scaled } from './scale.ts';
import { stopping } from './stopping.ts';
import { report } from './store-results.ts';

const warmStarts = scaled(5);

interface Start {
  /** Milliseconds from the start until ready. */
  ready: number;
  /** Milliseconds from the start until the first page has been read. */
  firstPage: number;
  /** Memory of all processes without PostgreSQL, in MB. */
  memoryMb: number;
}

/**
 * Measures a first and a repeated start: time until ready, time until the landing page, and memory.
 * Readiness does not wait for the prerendered landing page.
 * The baseline is PostgreSQL and two minimal servers.
 */
export async function benchStart(folder: string): Promise<void> {
  const baseline = () => startLeast(path.join(folder, 'start-baseline'));
  const product = () => startWhole(path.join(folder, 'start'));
  const least = { cold: await baseline(), warm: await inTheMiddle(baseline) };
  const ours = { cold: await product(), warm: await inTheMiddle(product) };
  reportStart('first run with database creation', ours.cold, least.cold);
  reportStart('warm', ours.warm, least.warm, { atMost: 2 });
  report({
    name: 'memory at rest, all processes without PostgreSQL',
    value: ours.warm.memoryMb,
    unit: 'MB',
    baseline: least.warm.memoryMb,
    aim: { atMost: 300 },
  });
}

/** Starts the whole product. @throws Error if the landing page is not prerendered */
async function startWhole(dataDir: string): Promise<Start> {
  return await stopping(async (started) => {
    const began = performance.now();
    const { url, startMs, memoryMb } = await started(startProduct({ DATA_DIR: dataDir }));
    const answer = await fetch(url, { headers: { accept: 'text/html' } });
    const page = await answer.text();
    const firstPage = performance.now() - began;
    if (!page.includes('Coinbase'))
      throw new Error(`/ answered ${answer.status}, and not with the page as it is drawn`);
    return { ready: startMs, firstPage, memoryMb: memoryMb() };
  });
}

async function startLeast(dataDir: string): Promise<Start> {
  return await stopping(async (started) => {
    const began = performance.now();
    const postgres = await started(startEmbeddedPostgres({ dataDir }));
    const { url, memoryMb } = await started(startBaseline(postgres.url));
    const ready = performance.now() - began;
    await (await fetch(`${url}/hello`)).text();
    return { ready, firstPage: performance.now() - began, memoryMb: memoryMb() };
  });
}

/**
 * Starts the system several times.
 * @returns the median of each metric
 */
async function inTheMiddle(start: () => Promise<Start>): Promise<Start> {
  const starts: Start[] = [];
  while (starts.length < warmStarts) starts.push(await start());
  const of = (which: keyof Start) => median(starts.map((one) => one[which]));
  return { ready: of('ready'), firstPage: of('firstPage'), memoryMb: of('memoryMb') };
}

function reportStart(which: string, product: Start, baseline: Start, aim?: Metric['aim']): void {
  const of = (name: string, when: 'ready' | 'firstPage') =>
    report({ name, value: product[when] / 1_000, unit: 's', baseline: baseline[when] / 1_000, ...(aim && { aim }) });
  of(`start, ${which}`, 'ready');
  of(`start → / drawn, ${which}`, 'firstPage');
}
