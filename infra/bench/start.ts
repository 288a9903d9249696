import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { startFloor } from './floors.ts';
import { report } from './keep-results.ts';
import { median } from './measure.ts';
import type { Figure } from './results.ts';
import { scaled } from './scale.ts';
import { stopping } from './stopping.ts';

const warmStarts = scaled(5);

interface Start {
  /** Since it was started, in milliseconds. */
  ready: number;
  /** Until whoever comes as soon as it is ready has read the first page. */
  firstPage: number;
  /** What all processes hold then, without PostgreSQL. */
  memoryMb: number;
}

/**
 * Starting, the first time and again: until it is ready, and until whoever comes at once has the landing as the server
 * draws it, which being ready does not wait for; and what is held in memory then. Beside PostgreSQL and two servers with
 * nothing in them.
 */
export async function benchStart(folder: string): Promise<void> {
  const floor = () => startLeast(path.join(folder, 'start-floor'));
  const product = () => startWhole(path.join(folder, 'start'));
  const least = { cold: await floor(), warm: await inTheMiddle(floor) };
  const ours = { cold: await product(), warm: await inTheMiddle(product) };
  reportStart('first run with database creation', ours.cold, least.cold);
  reportStart('warm', ours.warm, least.warm, { atMost: 2 });
  report({
    name: 'memory at rest, all processes without PostgreSQL',
    value: ours.warm.memoryMb,
    unit: 'MB',
    floor: least.warm.memoryMb,
    aim: { atMost: 300 },
  });
}

/** @throws Error where what is answered was not drawn */
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
    const { url, memoryMb } = await started(startFloor(postgres.url));
    const ready = performance.now() - began;
    await (await fetch(`${url}/hello`)).text();
    return { ready, firstPage: performance.now() - began, memoryMb: memoryMb() };
  });
}

/** Starts some times. @returns each figure as the one in the middle has it */
async function inTheMiddle(start: () => Promise<Start>): Promise<Start> {
  const starts: Start[] = [];
  while (starts.length < warmStarts) starts.push(await start());
  const of = (which: keyof Start) => median(starts.map((one) => one[which]));
  return { ready: of('ready'), firstPage: of('firstPage'), memoryMb: of('memoryMb') };
}

function reportStart(which: string, product: Start, floor: Start, aim?: Figure['aim']): void {
  const of = (name: string, when: 'ready' | 'firstPage') =>
    report({ name, value: product[when] / 1_000, unit: 's', floor: floor[when] / 1_000, ...(aim && { aim }) });
  of(`start, ${which}`, 'ready');
  of(`start → / drawn, ${which}`, 'firstPage');
}
