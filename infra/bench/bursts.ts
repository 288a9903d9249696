// Says when a server is held up, and by what, for whoever looks for the cause of bursts. Loaded before the server's own code:
//   BENCH_BURSTS=postgres://… NODE_OPTIONS=--import=./infra/bench/bursts.ts npm start 2> bursts.txt
// The address is that of its database, by which it is seen when a new file of the write-ahead log begins, and how long a
// commit takes: it commits all the time for that, which costs something itself. Any other value looks at this process
// alone, as the bench's part `bursts` does. Lines of one moment belong together; moments are in UTC, as in PostgreSQL's log.
import { constants, PerformanceObserver, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { clockOf } from './clock-of.ts';

// biome-ignore lint/style/noProcessEnv: given to the server that is looked at
const wanted = process.env.BENCH_BURSTS;
const isServer = /infra\/run\/main\.ts$/.test(process.argv[1] ?? '');
const longMs = 15;
const tickMs = 5;

if (wanted && isMainThread && isServer) {
  const say = (at: number, what: string) => process.stderr.write(`${clockOf(performance.timeOrigin + at)}  ${what}\n`);
  watchLoop(say);
  watchCollector(say);
  if (wanted.startsWith('postgres'))
    watchCommits(wanted, say).catch((error) => say(performance.now(), `commits are watched no more: ${error}`));
}

type Say = (at: number, what: string) => void;

function watchLoop(say: Say): void {
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (now - last > tickMs + longMs) say(last, `loop      ${(now - last).toFixed(0)} ms`);
    last = now;
  }, tickMs).unref();
}

function watchCollector(say: Say): void {
  const names: Record<number, string> = {
    [constants.NODE_PERFORMANCE_GC_MINOR]: 'young',
    [constants.NODE_PERFORMANCE_GC_MAJOR]: 'whole',
    [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'part',
  };
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as unknown as { startTime: number; duration: number; detail: { kind: number } }[];
    for (const { startTime, duration, detail } of entries) {
      const { kind } = detail;
      if (duration > longMs / 3) say(startTime, `collector ${duration.toFixed(0)} ms, ${names[kind] ?? kind}`);
    }
  }).observe({ entryTypes: ['gc'] });
}

async function watchCommits(url: string, say: Say): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  for (let known = -1; ; ) {
    const began = performance.now();
    // A record in the log that means nothing, and must be on the disk before it is answered.
    const { rows } = await client.query<{ file: number }>(
      `select floor((pg_logical_emit_message(true, 'bursts', '') - '0/0'::pg_lsn) / 16777216)::int as file`,
    );
    const took = performance.now() - began;
    const file = rows[0]?.file ?? -1;
    if (took > longMs) say(began, `commit    ${took.toFixed(0)} ms`);
    if (file !== known) say(began, `log file  ${file}`);
    known = file;
    await wait(tickMs);
  }
}
