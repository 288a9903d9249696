import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { type Product, startProduct } from '../process/product.ts';
import { startFloor } from './floors.ts';
import { report } from './keep-results.ts';
import type { Figure } from './results.ts';
import { stopping } from './stopping.ts';

/** Since it was started, in milliseconds. */
interface Start {
  ready: number;
  /** Until whoever comes at once has read the first page. */
  firstPage: number;
}

/**
 * Starting, the first time and again: until it is ready, and until whoever comes at once has the landing as the server
 * draws it, which being ready does not wait for; and what is held in memory then. Beside PostgreSQL and two servers with
 * nothing in them.
 */
export async function benchStart(folder: string): Promise<void> {
  const least = { cold: await startLeast(folder), warm: await startLeast(folder) };
  const settings = { DATA_DIR: path.join(folder, 'start') };
  const cold = await stopping(async (started) => openFirstPage(await started(startProduct(settings))));
  reportStart('first run with database creation', cold, least.cold);
  await stopping(async (started) => {
    const product = await started(startProduct(settings));
    reportStart('warm', await openFirstPage(product), least.warm, { atMost: 2 });
    report({
      name: 'memory at rest, all processes without PostgreSQL',
      value: product.memoryMb(),
      unit: 'MB',
      floor: least.warm.memoryMb,
      aim: { atMost: 300 },
    });
  });
}

/** @throws Error where what is answered was not drawn */
async function openFirstPage({ url, startMs }: Product): Promise<Start> {
  const ready = performance.now();
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  const page = await answer.text();
  const waited = performance.now() - ready;
  if (!page.includes('Coinbase')) throw new Error(`/ answered ${answer.status}, and not with the page as it is drawn`);
  return { ready: startMs, firstPage: startMs + waited };
}

async function startLeast(folder: string): Promise<Start & { memoryMb: number }> {
  return await stopping(async (started) => {
    const began = performance.now();
    const postgres = await started(startEmbeddedPostgres({ dataDir: path.join(folder, 'start-floor') }));
    const floor = await started(startFloor(postgres.url));
    const ready = performance.now() - began;
    await (await fetch(`${floor.url}/hello`)).text();
    return { ready, firstPage: performance.now() - began, memoryMb: floor.memoryMb() };
  });
}

function reportStart(which: string, product: Start, floor: Start, aim?: Figure['aim']): void {
  const of = (name: string, when: keyof Start) =>
    report({ name, value: product[when] / 1_000, unit: 's', floor: floor[when] / 1_000, ...(aim && { aim }) });
  of(`start, ${which}`, 'ready');
  of(`start → / drawn, ${which}`, 'firstPage');
}
