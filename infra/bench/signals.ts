import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { startBaseline } from './baseline.ts';
import { timeCalls } from './calls.ts';
import { withClient } from './rates.ts';
import { inRounds, scaled, stopping } from './run.ts';
import { report } from './store-results.ts';

const calls = scaled(200, 5);
const timeoutMs = 120_000;
const pages = ['/api/hot-meter', '/api/signals', '/api/market', '/api/leader-highlights', '/api/trending-cryptos'];

/** Measures the first refresh from all sources, which runs at a first start, and then reads of the API. */
export async function benchSignals(folder: string): Promise<void> {
  await inRounds((round) =>
    stopping(async (started) => {
      const dataDir = path.join(folder, `signals-${round}`);
      const postgres = await started(startEmbeddedPostgres({ dataDir }));
      const baseline = await started(startBaseline(postgres.url));
      const product = await started(startProduct({ DATABASE_URL: postgres.url, DATA_DIR: dataDir }));
      const ready = performance.now();
      await untilScored(product.url);
      report({ name: 'ready → first hot meter', value: (performance.now() - ready) / 1_000, unit: 's' });
      const { seconds, items, coins } = await readRun(postgres.url);
      console.log(`The signals were refreshed from ${items} items, for ${coins} coins.`);
      report({ name: 'refresh of the signals', value: seconds, unit: 's', aim: { atMost: 10 } });
      for (const page of pages) {
        const hello = await timeCalls(`${baseline.url}/hello`, calls);
        const { p50, p99 } = await timeCalls(product.url + page, calls);
        report({ name: `GET ${page}, p50`, value: p50, unit: 'ms', baseline: hello.p50, aim: { atMost: 5 } });
        report({ name: `GET ${page}, p99`, value: p99, unit: 'ms', baseline: hello.p99 });
      }
    }),
  );
}

async function untilScored(url: string): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    const answer = await fetch(`${url}/api/hot-meter`);
    const { coins } = (await answer.json()) as { coins?: unknown[] };
    if (coins && coins.length > 0) return;
    await wait(100);
  }
  throw new Error(`no hot meter within ${timeoutMs / 1000} s`);
}

async function readRun(databaseUrl: string): Promise<{ seconds: number; items: number; coins: number }> {
  return withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query(`
        select extract(epoch from ended_at - started_at)::float as seconds,
          (select count(*)::int from signals.seen) as items, (select count(*)::int from signals.quote) as coins
        from signals.run`);
      // The run may not be stored yet: it ends shortly after the scores are available.
      if (rows[0]) return rows[0];
      await wait(100);
    }
  });
}
