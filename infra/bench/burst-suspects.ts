import path from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { call } from './calls.ts';
import { clockOf } from './clock-of.ts';
import { timeDeliveries } from './deliveries.ts';
import { startFloor } from './floors.ts';
import { report } from './keep-results.ts';
import { findBursts, type Quantiles, quantiles, type Timed } from './measure.ts';
import { scaled } from './scale.ts';
import { holdWebhooks, makePayments, makeThings, webhookSecret } from './settling.ts';
import { stopping } from './stopping.ts';

const webhooks = scaled(900, 30);
/** As a process that has been at work for a while: compiled, connected, its plans made. */
const firstOnes = { oneByOne: scaled(300, 3), atOnce: scaled(200, 3) };
const perSecond = 50;
/** What a burst is: webhooks of 50 a second take 10 to 15 ms each. */
const longMs = 30;

interface Suspect {
  /** What is taken away, or done before. Whoever loses their data here is a bench. */
  sql?: string[];
  /** The sandbox closes no ledger. */
  ledgerHeld?: boolean;
}

/** Does this to every search index of trigrams there is. */
const toSearchIndexes = (change: string) => `
  do $$
  declare one regclass;
  begin
    for one in
      select indexrelid::regclass from pg_index join pg_class on pg_class.oid = indexrelid
        join pg_am on pg_am.oid = relam
      where amname = 'gin'
    loop
      execute format('${change}', one);
    end loop;
  end $$`;

/** One change each. What ends with one of them, and with no other, is that one's doing. */
const suspects: Record<string, Suspect> = {
  'as-it-is': {},
  // What is written to a search index waits in a list of 1 MB; who fills it works it in (ADR 0027 measured about 70 ms).
  'search-lists': { sql: [toSearchIndexes('alter index %s set (fastupdate = off)')] },
  'search-lists-short': { sql: [toSearchIndexes('alter index %s set (gin_pending_list_limit = 64)')] },
  'search-indexes': { sql: [toSearchIndexes('drop index %s')] },
  // A new 16 MB file of the write-ahead log is filled with zeros first, by whoever needs it.
  'log-files-zeroed': { sql: ['alter system set wal_init_zero = off'] },
  // Files of before are taken again: there are enough of them.
  'log-files-ready': {
    sql: [
      "alter system set min_wal_size = '1GB'",
      'select pg_reload_conf()',
      "select count(pg_logical_emit_message(false, 'bench', repeat('x', 1000000))) from generate_series(1, 400)",
      'checkpoint',
    ],
  },
  checkpoints: {
    sql: ["alter system set checkpoint_timeout = '1h'", "alter system set max_wal_size = '8GB'", 'checkpoint'],
  },
  'page-images': { sql: ['alter system set full_page_writes = off'] },
  // A commit does not wait for the disk, and nothing does.
  'commit-waits': { sql: ['alter system set synchronous_commit = off'] },
  disk: { sql: ['alter system set fsync = off'] },
  vacuum: { sql: ['alter system set autovacuum = off'] },
  'sandbox-ledger': { ledgerHeld: true },
};

/** PostgreSQL tells of each statement that takes long, each wait for a lock and each vacuum. */
const telling = [
  "alter system set log_min_duration_statement = '20ms'",
  'alter system set log_lock_waits = on',
  "alter system set deadlock_timeout = '20ms'",
  'alter system set log_autovacuum_min_duration = 0',
];

/**
 * Looks for what makes webhooks wait in bursts, at 50 a second: as it is, and with one suspect taken away at a time, each on
 * a database of its own. Beside the figures it prints what was slow at which moment: webhooks, PostgreSQL's statements,
 * the product's loop and collector. The settings are this bench's alone.
 * @param only one suspect; all of them without
 */
export async function benchBursts(folder: string, only?: string): Promise<void> {
  if (only !== undefined && !(only in suspects)) {
    throw new Error(`There is no suspect ${only}; there are ${Object.keys(suspects).join(', ')}.`);
  }
  for (const [name, suspect] of Object.entries(suspects)) {
    if (only === undefined || name === only || name === 'as-it-is') await tryWithout(folder, name, suspect);
  }
}

async function tryWithout(folder: string, name: string, { sql = [], ledgerHeld = false }: Suspect): Promise<void> {
  const print = createPrinter();
  await stopping(async (started) => {
    const dataDir = path.join(folder, `bursts-${name}`);
    const postgres = await started(startEmbeddedPostgres({ dataDir, log: print.statement }));
    const floor = await started(startFloor(postgres.url));
    const product = await started(
      startProduct({
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        NODE_OPTIONS: `--import=${new URL('bursts.ts', import.meta.url)}`,
        BENCH_BURSTS: 'this process',
      }),
    );
    await holdWebhooks(product);
    if (ledgerHeld) {
      await call(`${product.sandboxUrl}/_sandbox/xrpl`, { method: 'PUT', body: { held: true } });
    }
    for (const make of [
      (count: number) => makeThings(floor.url, count),
      (count: number) => makePayments(product, count),
    ]) {
      await timeDeliveries(await make(firstOnes.oneByOne));
      await timeDeliveries(await make(firstOnes.atOnce), perSecond);
    }
    const payments = { floor: await makeThings(floor.url, webhooks), product: await makePayments(product, webhooks) };
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await started(Promise.resolve({ stop: () => client.end() }));
    for (const statement of [...telling, ...sql, 'select pg_reload_conf()']) await client.query(statement);

    console.log(`-- ${name}`);
    const least = await timeDeliveries(payments.floor, perSecond);
    const before = await readLog(client);
    print.on = true;
    const began = performance.now();
    const timed = await timeDeliveries(payments.product, perSecond);
    const took = (performance.now() - began) / 1_000;
    print.on = false;
    const after = await readLog(client);

    for (const burst of findBursts(timed, longMs)) {
      console.log(
        `${clockOf(burst.at)}  burst     ${burst.count} webhooks, the longest ${burst.longest.toFixed(0)} ms`,
      );
    }
    const more = (of: keyof LogStatus) => after[of] - before[of];
    const mb = (bytes: number) => (bytes / 1_000_000).toFixed(1);
    console.log(
      `Log: ${mb(more('bytes') / took)} MB/s, ${mb(more('bytes'))} MB in all, ${more('made')} files made, ` +
        `${more('images')} page images, ${more('full')} times no room in its buffers, ${more('checkpoints')} checkpoints.`,
    );
    reportBursts(name, timed, least);
  });
}

function reportBursts(name: string, timed: readonly Timed[], least: readonly Timed[]): void {
  const [product, floor] = [timed, least].map((each) => quantiles(each.map(({ ms }) => ms))) as [Quantiles, Quantiles];
  const perMinute = (each: readonly Timed[]) => findBursts(each, longMs).length / (webhooks / perSecond / 60);
  const of = `${perSecond} webhooks a second, ${name}`;
  report({ name: `${of}: bursts a minute`, value: perMinute(timed), unit: '', floor: perMinute(least) });
  report({ name: `${of}: p50`, value: product.p50, unit: 'ms', floor: floor.p50 });
  report({ name: `${of}: p99`, value: product.p99, unit: 'ms', floor: floor.p99, aim: { atMost: 3, of: 'floor' } });
  report({ name: `${of}: max`, value: product.max, unit: 'ms', floor: floor.max });
}

/** Prints what PostgreSQL's own log tells while it is on: its first lines, each said when it was over. */
function createPrinter() {
  let goesOn = false;
  const printer = {
    on: false,
    statement(line: string): void {
      const said = / UTC \[\d+\] LOG: +(.*)/.exec(line)?.[1];
      const continues = goesOn && line.startsWith('\t');
      goesOn = printer.on && (said !== undefined || continues);
      if (!goesOn) return;
      if (said === undefined) console.log(`              ${line.trim().slice(0, 200)}`);
      else console.log(`${line.slice(11, 23)}  postgres  ${said.slice(0, 240)}`);
    },
  };
  return printer;
}

interface LogStatus {
  bytes: number;
  images: number;
  full: number;
  made: number;
  checkpoints: number;
}

/** What the write-ahead log has cost so far. */
async function readLog(client: pg.Client): Promise<LogStatus> {
  const { rows } = await client.query<LogStatus>(`
    select wal_bytes::float8 as bytes, wal_fpi::float8 as images, wal_buffers_full::float8 as full,
      (select coalesce(sum(writes), 0)::float8 from pg_stat_io where object = 'wal' and context = 'init') as made,
      (select (num_timed + num_requested)::float8 from pg_stat_checkpointer) as checkpoints
    from pg_stat_wal`);
  return rows[0] as LogStatus;
}
