import { createHash } from 'node:crypto';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { type Product, startProduct } from '../process/product.ts';
import { addressOf } from '../sandbox/src/xrpl/address.ts';
import { startBaseline } from './baseline.ts';
import { call } from './calls.ts';
import { fillWatches } from './fill.ts';
import { type Lateness, observeLoop } from './loop-delay.ts';
import { type Both, inRounds, scaled, stopping } from './run.ts';
import { report } from './store-results.ts';

/**
 * Numbers of watches.
 * The product must not be slower with `many` than with `none`, and must still work with `most`.
 */
const counts = { none: 0, many: scaled(10_000), most: scaled(100_000) };
const longestMs = 10;
/** The product polls for changed watches every 5 s, so each measurement contains several polls. */
const lookedAtMs = scaled(30_000, 6_000);
const timeoutMs = 1_200_000;

/** The status of the sandbox's ledger servers. */
interface LedgerStatus {
  ledgerIndex: number;
  servers: Record<ServerName, { accounts: number; commands: Record<string, number> }>;
}
type ServerName = 'a' | 'b';

/**
 * Measures the event loop delay with none, with many and with most watches.
 * The delay is measured after a start, while one in a hundred watches changes, and during a failover to the other
 * ledger server, which requires all subscriptions and histories again. The baseline is an idle server at the same
 * times, which shows the influence of the machine.
 */
export async function benchWatches(folder: string): Promise<void> {
  await inRounds((round) => benchRound(path.join(folder, `watches-${round}`)));
}

async function benchRound(dataDir: string): Promise<void> {
  await stopping(async (started) => {
    const postgres = await started(startEmbeddedPostgres({ dataDir }));
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await started(Promise.resolve({ stop: () => client.end() }));
    const loops = { product: observeLoop(dataDir, 'product'), baseline: observeLoop(dataDir, 'baseline') };
    await started(startBaseline(postgres.url, loops.baseline.settings));
    const read = async (): Promise<Both<Lateness>> => ({
      product: await loops.product.read(),
      baseline: await loops.baseline.read(),
    });
    /**
     * Measures the event loop delays of the product and the baseline during `work`, for at least the time
     * of several polls.
     */
    const lateDuring = async (work: () => Promise<unknown>): Promise<Both<Lateness>> => {
      await read();
      await Promise.all([work(), wait(lookedAtMs)]);
      return read();
    };

    let filled = 0;
    let afterLedger = 0;
    for (const [size, count] of Object.entries(counts) as [keyof typeof counts, number][]) {
      if (count > filled) {
        const addresses = Array.from({ length: count - filled }, (_, index) => addressOf(`bench ${filled + index}`));
        await fillWatches(postgres.url, { addresses, afterLedger });
        filled = count;
      }
      await stopping(async (startedHere) => {
        const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, ...loops.product.settings };
        const product = await startedHere(startProduct(settings));
        const ready = performance.now();
        // The watches that received a payment in the previous round have ended.
        const watched = size === 'none' ? 0 : await countWatches(client);
        const name = `${count === 0 ? 'no' : count.toLocaleString('en-US')} watches`;
        const reportDelay = (when: string, { product: late, baseline }: Both<Lateness>) => {
          const of = { unit: 'ms', ...(size === 'many' ? { aim: { atMost: longestMs } } : {}) } as const;
          report({ name: `loop delay, ${name}, ${when}, p99`, value: late.p99, baseline: baseline.p99, ...of });
          report({ name: `loop delay, ${name}, ${when}, max`, value: late.max, baseline: baseline.max, ...of });
        };

        let taken = { watches: 0, seconds: 0 };
        const atStart = await lateDuring(async () => {
          const watches = await listenedFor(product, 'a', watched);
          taken = { watches, seconds: (performance.now() - ready) / 1_000 };
        });
        reportDelay('taken up', atStart);
        if (count > 0) {
          report({ name: `${name}: taken up`, value: taken.watches, unit: '', aim: { atLeast: watched } });
          report({ name: `${name}: ready → all taken up`, value: taken.seconds, unit: 's' });
        }
        reportDelay('some change', await lateDuring(() => changeSome(client, watched)));
        const anew = await lateDuring(async () => {
          await setFault(product, 'a', 3_600_000);
          await listenedFor(product, 'b', watched);
        });
        reportDelay('another ledger server', anew);
        await setFault(product, 'a', 0);
        if (count > 0) await seePayments(client, product, count);
        report({ name: `memory with ${name}, without PostgreSQL`, value: product.memoryMb(), unit: 'MB' });
        afterLedger = (await readLedger(product)).ledgerIndex;
      });
    }
  });
}

/**
 * Waits until a ledger server has `count` subscriptions and has sent the history of each. @returns the
 * number of watches, which is less than `count` after a timeout
 */
async function listenedFor(product: Product, server: ServerName, count: number): Promise<number> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const { accounts, commands } = (await readLedger(product)).servers[server];
    const watches = Math.min(accounts, commands.account_tx ?? 0);
    if (watches >= count || performance.now() > end) return watches;
    await wait(250);
  }
}

/** Changes watches in the database, as another process would do, so that the product reloads them. */
async function changeSome(client: pg.Client, watched: number): Promise<void> {
  const some = Math.ceil(watched / 100);
  await client.query(
    `update transfer.watch set ends_at = ends_at + interval '1 second'
    where id in (select id from transfer.watch order by md5(id::text) limit $1)`,
    [some],
  );
}

/** Checks that payments to the last watch and to two others are seen. */
async function seePayments(client: pg.Client, product: Product, count: number): Promise<void> {
  const paid = [count - 1, Math.floor(count / 2), Math.floor(count / 3)].map((index) => addressOf(`bench ${index}`));
  for (const destination of paid) {
    const body = { destination, drops: '25000000' };
    await call(`${product.sandboxUrl}/_sandbox/xrpl/payments`, { method: 'POST', body });
  }
  const ids = paid.map((address) => createHash('md5').update(address).digest('hex'));
  const end = performance.now() + timeoutMs / 10;
  for (;;) {
    const { rows } = await client.query<{ seen: number }>(
      'select count(distinct transfer_id)::int as seen from transfer.arrival where transfer_id = any ($1)',
      [ids],
    );
    if (rows[0]?.seen === ids.length) return;
    if (performance.now() > end) throw new Error(`${rows[0]?.seen} of ${ids.length} payments were seen`);
    await wait(250);
  }
}

async function countWatches(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from transfer.watch');
  return rows[0]?.count ?? 0;
}

async function setFault({ sandboxUrl }: Product, server: ServerName, forMs: number): Promise<void> {
  const body = { provider: 'xrpl', server, kind: 'down', forMs };
  await call(`${sandboxUrl}/_sandbox/faults`, { method: 'POST', body });
}

async function readLedger({ sandboxUrl }: Product): Promise<LedgerStatus> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/xrpl`);
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as LedgerStatus;
}
