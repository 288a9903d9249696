import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { startBaseline } from './baseline.ts';
import { call, timeCalls } from './calls.ts';
import { type Delivery, timeDeliveries } from './deliveries.ts';
import { fillPayments, fillPending } from './fill.ts';
import { type Lateness, observeLoop } from './loop-delay.ts';
import { median, type Quantiles, quantiles } from './measure.ts';
import type { Metric } from './results.ts';
import { scaled } from './scale.ts';
import { createTransfer, holdWebhooks, json, makePayments, makeThings, order, webhookSecret } from './settling.ts';
import {
  type Both,
  type Loaded,
  load,
  measureSpeeds,
  ofBoth,
  reportShares,
  resize,
  type Speed,
  type Speeds,
} from './speeds.ts';
import { stopping } from './stopping.ts';
import { report } from './store-results.ts';

const webhooks = scaled(300, 10);
const webhooksPerSecond = 50;
/**
 * Size of the warm-up.
 * Its requests are slower and are not measured, because code is not compiled and queries are not planned yet.
 */
const firstOnes = { seconds: scaled(3), webhooks: scaled(50, 3) };
const checks = scaled(1_000, 10);
const checked = '/api/destination-check?address=rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
/** Number of rows while creates and reads are measured. */
const rows = { few: scaled(1_000), many: scaled(200_000) };
/** Number of rows after years of use. */
const grown = { transfers: scaled(300_000), payments: scaled(100_000) };
const restMs = scaled(60_000);

/** A measured system: the product or the baseline. */
interface Subject extends Loaded {
  /** Creates payments that are not settled yet. */
  pay(count: number): Promise<Delivery[]>;
}

interface Settled extends Quantiles {
  late: Lateness;
}

/**
 * Measures creating, reading and settling, each next to the baseline server.
 * Repeats the measurements with as many rows as after years of use, and then measures memory.
 */
export async function benchLoad(folder: string): Promise<void> {
  await stopping(async (started) => {
    const dataDir = path.join(folder, 'load');
    const postgres = await started(startEmbeddedPostgres({ dataDir }));
    const loops = { product: observeLoop(folder, 'product'), baseline: observeLoop(folder, 'baseline') };
    const baseline = await started(startBaseline(postgres.url, loops.baseline.settings));
    const product = await started(
      startProduct({
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        ...loops.product.settings,
      }),
    );
    await holdWebhooks(product);
    const thing = await call<{ id: string }>(`${baseline.url}/things`, { method: 'POST', body: { data: 'x' } });
    const transfer = await createTransfer(product);
    const creating = { method: 'POST', headers: json } as const;
    const subjects: Both<Subject> = {
      baseline: {
        creating: { ...creating, url: `${baseline.url}/things`, body: '{"data":"x"}' },
        reading: { url: `${baseline.url}/things/${thing.id}` },
        pay: (count) => makeThings(baseline.url, count),
        loop: loops.baseline,
        table: { name: 'bench.thing', createdAt: 'at' },
        fill: `insert into bench.thing select gen_random_uuid(), now(), 'pending', 'x' from generate_series(1, $1::int)`,
      },
      product: {
        creating: { ...creating, url: `${product.url}/api/transfers`, body: order },
        reading: { url: `${product.url}/api/transfers/${transfer.id}` },
        pay: (count) => makePayments(product, count),
        loop: loops.product,
        table: { name: 'transfer.transfer', createdAt: 'created_at' },
        fill: fillPending,
      },
    };
    await ofBoth(subjects, warmUp);

    const single = await ofBoth(subjects, (subject) => settle(subject));
    reportWebhook('webhook → instructions readable, one at a time', single);
    const inRow = await ofBoth(subjects, (subject) => settle(subject, webhooksPerSecond));
    reportWebhook(`webhook → instructions readable, ${webhooksPerSecond} a second`, inRow);
    reportLateness(`loop delay, ${webhooksPerSecond} webhooks a second`, inRow);

    const hello = await load({ url: `${baseline.url}/hello` });
    const few = await measureSpeeds(postgres.url, subjects, rows.few);
    reportSpeeds(few, rows.few);
    const reads = few.reads.map(({ product }) => product.rate);
    report({ name: 'status reads, beside a bare hello', value: median(reads), unit: '/s', baseline: hello });
    await benchCheck(product.url, baseline.url);
    const many = await measureSpeeds(postgres.url, subjects, rows.many);
    reportSpeeds(many, rows.many);

    await ofBoth(subjects, (subject) => resize(postgres.url, subject, grown.transfers));
    await wait(restMs);
    report({
      name: `memory with ${count(grown.transfers)} transfers after a rest, without PostgreSQL`,
      value: product.memoryMb(),
      unit: 'MB',
      baseline: baseline.memoryMb(),
      aim: { atMost: 300 },
    });
    await fillPayments(postgres.url, grown.payments);
    const later = await ofBoth(subjects, (subject) => settle(subject));
    // The baseline does not query the added rows. If the baseline becomes slower, the cause is the machine or the disk.
    const times = (of: (one: keyof Both<unknown>) => number) => ({ product: of('product'), baseline: of('baseline') });
    const rate = (rounds: readonly Both<Speed>[], one: keyof Both<unknown>) => median(rounds.map((of) => of[one].rate));
    const rowsMany = `${count(rows.many)} rows`;
    reportGrowth(
      `create: more of it at ${rowsMany}`,
      times((one) => rate(few.creates, one) / rate(many.creates, one)),
    );
    reportGrowth(
      `read: more of it at ${rowsMany}`,
      times((one) => rate(few.reads, one) / rate(many.reads, one)),
    );
    reportGrowth(
      `webhook → instructions, p50: more of it at ${count(grown.transfers)} transfers, ${count(grown.payments)} payments`,
      times((one) => later[one].p50 / single[one].p50),
    );
  });
}

const count = (of: number) => of.toLocaleString('en-US');

function reportSpeeds({ creates, reads }: Speeds, rows: number): void {
  reportShares(`transfers created through the BFF, ${count(rows)} rows`, creates, 0.6);
  reportShares(`status reads through the BFF, ${count(rows)} rows`, reads, 0.9);
  const late = (one: keyof Both<unknown>, which: keyof Lateness) =>
    Math.max(...[...creates, ...reads].map((round) => round[one].late[which]));
  const worst = (one: keyof Both<unknown>) => ({ late: { p99: late(one, 'p99'), max: late(one, 'max') } });
  reportLateness(`loop delay at full load, ${count(rows)} rows`, {
    product: worst('product'),
    baseline: worst('baseline'),
  });
}

async function warmUp({ creating, reading, pay }: Subject): Promise<void> {
  await load({ ...creating, duration: firstOnes.seconds });
  await load({ ...reading, duration: firstOnes.seconds });
  await timeDeliveries(await pay(firstOnes.webhooks));
}

/** Measures the time from sending a signed webhook until the instructions are readable. */
async function settle({ pay, loop }: Subject, perSecond?: number): Promise<Settled> {
  const deliveries = await pay(webhooks);
  await loop.read();
  const timed = await timeDeliveries(deliveries, perSecond);
  return { ...quantiles(timed), late: await loop.read() };
}

/**
 * Measures sequential destination checks of one address.
 * The product reads the address's account only once per ledger.
 */
async function benchCheck(url: string, baselineUrl: string): Promise<void> {
  const { verdict } = (await (await fetch(url + checked)).json()) as { verdict: string };
  if (verdict !== 'new') throw new Error(`the destination check said ${verdict}`);
  const least = await timeCalls(`${baselineUrl}/hello`, checks);
  const { p50, p99 } = await timeCalls(url + checked, checks);
  report({ name: 'destination check, p50', value: p50, unit: 'ms', baseline: least.p50, aim: { atMost: 15 } });
  report({ name: 'destination check, p99', value: p99, unit: 'ms', baseline: least.p99 });
}

function reportWebhook(name: string, { product, baseline }: Both<Quantiles>): void {
  const of = (which: keyof Quantiles, aim?: Metric['aim']) =>
    report({
      name: `${name}, ${which}`,
      value: product[which],
      unit: 'ms',
      baseline: baseline[which],
      ...(aim && { aim }),
    });
  of('p50', { atMost: 2, of: 'baseline' });
  of('p99', { atMost: 3, of: 'baseline' });
  of('max');
}

function reportLateness(name: string, { product, baseline }: Both<{ late: Lateness }>): void {
  for (const which of ['p99', 'max'] as const) {
    report({ name: `${name}, ${which}`, value: product.late[which], unit: 'ms', baseline: baseline.late[which] });
  }
}

function reportGrowth(what: string, times: Both<number>): void {
  const percent = (share: number) => (share - 1) * 100;
  const [value, baseline] = [percent(times.product), percent(times.baseline)];
  report({ name: `time per ${what}`, value, unit: '%', baseline, aim: { atMost: 10 } });
}
