import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { findRunningPostgres } from '../postgres/running.ts';
import { startProduct } from '../process/product.ts';
import { startBaseline } from './baseline.ts';
import { withClient } from './rates.ts';
import type { Metric } from './results.ts';
import { type Both, inRounds, scaled, stopping } from './run.ts';
import { report } from './store-results.ts';

/** The memory is read this long after a first start, when the background work of a start is over. */
const restMs = scaled(40_000, 1_000);
const warmStarts = scaled(2);

interface Start {
  /** Milliseconds from the start until ready. */
  ready: number;
  /** Milliseconds from the start until the first page has been read. */
  firstPage: number;
}

/** The resources of a running system. Memory is in MB, without PostgreSQL. */
interface Resources {
  memory: number;
  ownMemory: number;
  connections: number;
}

/**
 * Measures first and repeated starts: time until ready, until the landing page, memory, connections.
 * Readiness does not wait for the prerendered landing page.
 * The baseline is PostgreSQL and two minimal servers.
 */
export async function benchStart(folder: string): Promise<void> {
  await inRounds(async (round) => {
    const [least, whole] = [path.join(folder, `start-baseline-${round}`), path.join(folder, `start-${round}`)];
    const first = { baseline: await startLeast(least, restMs), product: await startWhole(whole, restMs) };
    reportStart('first run with database creation', first);
    const { product, baseline } = first;
    const rested = `${restMs / 1_000} s after a first start`;
    const memory = { unit: 'MB', baseline: baseline.memory } as const;
    report({ name: `memory ${rested}, product process`, value: product.ownMemory, ...memory, aim: { atMost: 200 } });
    report({ name: `memory ${rested}, with the sandbox`, value: product.memory, ...memory });
    const connections = { value: product.connections, baseline: baseline.connections };
    report({ name: `connections to PostgreSQL ${rested}`, unit: '', ...connections });
    for (let start = 0; start < warmStarts; start++) {
      reportStart('warm', { baseline: await startLeast(least, 0), product: await startWhole(whole, 0) }, 1.5);
    }
  });
}

/** Starts the whole product. @throws Error if the landing page is not prerendered */
async function startWhole(dataDir: string, restMs: number): Promise<Start & Resources> {
  return await stopping(async (started) => {
    const began = performance.now();
    const { url, startMs, memoryMb, ownMemoryMb } = await started(startProduct({ DATA_DIR: dataDir }));
    const answer = await fetch(url, { headers: { accept: 'text/html' } });
    const page = await answer.text();
    const firstPage = performance.now() - began;
    if (!page.includes('Coinbase')) throw new Error(`/ answered ${answer.status}, and not with the prerendered page`);
    await wait(restMs);
    const connections = await countConnections(await findRunningPostgres(dataDir));
    return { ready: startMs, firstPage, memory: memoryMb(), ownMemory: ownMemoryMb(), connections };
  });
}

async function startLeast(dataDir: string, restMs: number): Promise<Start & Resources> {
  return await stopping(async (started) => {
    const began = performance.now();
    const postgres = await started(startEmbeddedPostgres({ dataDir }));
    const { url, memoryMb } = await started(startBaseline(postgres.url));
    const ready = performance.now() - began;
    await (await fetch(`${url}/hello`)).text();
    const firstPage = performance.now() - began;
    await wait(restMs);
    const connections = await countConnections(postgres.url);
    return { ready, firstPage, memory: memoryMb(), ownMemory: memoryMb(), connections };
  });
}

/** Returns the number of connections to PostgreSQL, without the one that counts. */
async function countConnections(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ connections: number }>(
      `select count(*)::int as connections from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.connections ?? Number.NaN;
  });
}

function reportStart(which: string, { product, baseline }: Both<Start>, atMost?: number): void {
  const of = (name: string, when: keyof Start) => {
    const values = { value: product[when] / 1_000, baseline: baseline[when] / 1_000 };
    const aim: Metric['aim'] = atMost ? { atMost } : undefined;
    report({ name, unit: 's', ...values, ...(aim && { aim }) });
  };
  of(`start, ${which}`, 'ready');
  of(`start → / prerendered, ${which}`, 'firstPage');
}
