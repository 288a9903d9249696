import path from 'node:path';
import { timeCalls } from './calls.ts';
import { timeDeliveries } from './deliveries.ts';
import { fillPayments } from './fill.ts';
import type { Lateness } from './loop-delay.ts';
import { type Quantiles, quantiles } from './measure.ts';
import { measureRate } from './rates.ts';
import type { Metric } from './results.ts';
import { type Both, inRounds, ofBoth, scaled, stopping } from './run.ts';
import { report } from './store-results.ts';
import { type Subject, type System, startSystem } from './system.ts';

const webhooks = scaled(300, 10);
const webhooksPerSecond = 50;
/**
 * Size of the warm-up.
 * Its requests are slower and are not measured, because code is not compiled and queries are not planned yet.
 */
const warmUpSize = { seconds: scaled(2), webhooks: scaled(50, 3) };
const checks = scaled(500, 10);
const checked = '/api/destination-check?address=rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
/** Number of rows of the two systems. The full one has as many as after years of use. */
const rows = { empty: scaled(1_000), full: scaled(200_000), paid: scaled(100_000) };

interface Settled extends Quantiles {
  late: Lateness;
}

interface Rate {
  rate: number;
  late: Lateness;
}

/**
 * Measures creating, reading and settling, each beside the baseline.
 * One system has an almost empty database, and the other one a full database. Each round measures all four servers one
 * after the other, so that the ratios to the baseline and the growth come from the same minutes.
 */
export async function benchLoad(folder: string): Promise<void> {
  await stopping(async (started) => {
    const empty = await startSystem(started, path.join(folder, 'load-empty'));
    const full = await startSystem(started, path.join(folder, 'load-full'));
    await ofBoth(empty, warmUp);
    await ofBoth(full, warmUp);
    await ofBoth(full, (subject) => subject.resize(rows.full));
    await fillPayments(full.databaseUrl, rows.paid);

    await inRounds(() => benchWebhooks(empty, full));
    await inRounds(() => benchCheck(empty));
    await inRounds(async () => {
      await ofBoth(empty, (subject) => subject.resize(rows.empty));
      await ofBoth(full, (subject) => subject.resize(rows.full));
      await benchRate(empty, full, 'creating', { name: 'transfers created through the BFF', atLeast: 0.65 });
      const reads = await benchRate(empty, full, 'reading', { name: 'status reads through the BFF', atLeast: 1 });
      const hello = await measureRate({ url: `${empty.baseline.url}/hello`, duration: scaled(3) });
      report({ name: 'status reads, beside a bare hello', value: reads, unit: '/s', baseline: hello });
    });
  });
}

const count = (of: number) => of.toLocaleString('en-US');

async function warmUp({ creating, reading, pay, waitForDelivery }: Subject): Promise<void> {
  await measureRate({ ...creating, duration: warmUpSize.seconds });
  await measureRate({ ...reading, duration: warmUpSize.seconds });
  await timeDeliveries(await pay(warmUpSize.webhooks));
  await waitForDelivery();
}

async function benchWebhooks(empty: System, full: System): Promise<void> {
  const name = 'webhook → instructions readable';
  const single = await ofBoth(empty, (subject) => settle(subject));
  const singleFull = await ofBoth(full, (subject) => settle(subject));
  reportWebhooks(`${name}, one at a time`, single);
  for (const which of ['product', 'baseline'] as const) {
    reportGrowth(`${name}, one at a time, p50`, which, {
      unit: 'ms',
      value: singleFull[which].p50,
      baseline: single[which].p50,
      aim: { atMost: 1.1, of: 'baseline' },
    });
  }
  const steady = await ofBoth(empty, (subject) => settle(subject, webhooksPerSecond));
  reportWebhooks(`${name}, ${webhooksPerSecond} a second`, steady);
  reportLateness(`loop delay, ${webhooksPerSecond} webhooks a second`, steady);
}

/** Measures the time from sending a signed webhook until the instructions are readable. */
async function settle({ pay, loop, waitForDelivery }: Subject, perSecond?: number): Promise<Settled> {
  const deliveries = await pay(webhooks);
  await waitForDelivery();
  await loop.read();
  const timed = await timeDeliveries(deliveries, perSecond);
  const late = await loop.read();
  await waitForDelivery();
  return { ...quantiles(timed), late };
}

/** Measures one kind of request on both systems. @returns the product's rate on the empty one */
async function benchRate(
  empty: System,
  full: System,
  kind: 'creating' | 'reading',
  { name, atLeast }: { name: string; atLeast: number },
): Promise<number> {
  const few = await ofBoth(empty, (subject) => measureKind(subject, kind));
  const many = await ofBoth(full, (subject) => measureKind(subject, kind));
  const measured = [
    [few, rows.empty],
    [many, rows.full],
  ] as const;
  for (const [{ product, baseline }, size] of measured) {
    const of = `${count(size)} rows`;
    const rates = { value: product.rate, baseline: baseline.rate };
    report({ name: `${name}, ${of}`, unit: '/s', ...rates, aim: { atLeast, of: 'baseline' } });
    reportLateness(`loop delay, ${kind} at full load, ${of}`, { product, baseline }, 'loop delay at full load');
  }
  for (const which of ['product', 'baseline'] as const) {
    const aim = { atLeast: 0.9, of: 'baseline' } as const;
    reportGrowth(name, which, { unit: '/s', value: many[which].rate, baseline: few[which].rate, aim });
  }
  return few.product.rate;
}

async function measureKind(subject: Subject, kind: 'creating' | 'reading'): Promise<Rate> {
  await subject.loop.read();
  const rate = await measureRate(subject[kind]);
  const late = await subject.loop.read();
  await subject.waitForDelivery();
  return { rate, late };
}

/**
 * Measures sequential destination checks of one address.
 * The product reads the address's account only once per ledger.
 */
async function benchCheck({ product, baseline }: System): Promise<void> {
  const answer = await (await fetch(product.url + checked)).text();
  if (!answer.includes('"verdict":"new"')) throw new Error(`the destination check returned ${answer}`);
  const hello = await timeCalls(`${baseline.url}/hello`, checks);
  const { p50, p99 } = await timeCalls(product.url + checked, checks);
  report({ name: 'destination check, p50', value: p50, unit: 'ms', baseline: hello.p50, aim: { atMost: 15 } });
  report({ name: 'destination check, p99', value: p99, unit: 'ms', baseline: hello.p99 });
}

function reportWebhooks(name: string, { product, baseline }: Both<Quantiles>): void {
  const aims = {
    p50: { aim: { atMost: 2, of: 'baseline' } },
    p99: { aim: { atMost: 2.5, of: 'baseline' } },
    max: {},
  } as const;
  for (const which of ['p50', 'p99', 'max'] as const) {
    const values = { value: product[which], baseline: baseline[which] };
    report({ name: `${name}, ${which}`, unit: 'ms', ...values, ...aims[which] });
  }
}

function reportLateness(name: string, { product, baseline }: Both<{ late: Lateness }>, group?: string): void {
  for (const which of ['p99', 'max'] as const) {
    const values = { value: product.late[which], baseline: baseline.late[which] };
    report({ name: `${name}, ${which}`, unit: 'ms', ...values, ...(group && { group: `${group}, ${which}` }) });
  }
}

/**
 * Reports a value on the full database; its baseline is the value on the empty one.
 * The baseline server has no aim: if it becomes slower too, the cause is the machine or PostgreSQL.
 */
function reportGrowth(name: string, which: keyof Both<unknown>, { aim, ...values }: Omit<Metric, 'name'>): void {
  const sizes = `${count(rows.full)} beside ${count(rows.empty)} rows`;
  const isProduct = which === 'product';
  report({
    name: `${name}, ${sizes}${isProduct ? '' : ' (baseline)'}`,
    ...values,
    ...(isProduct && aim ? { aim } : {}),
  });
}
