import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { call, timeCalls } from './calls.ts';
import { type Delivery, timeDeliveries } from './deliveries.ts';
import { fillPayments } from './fill.ts';
import { startFloor } from './floors.ts';
import { report } from './keep-results.ts';
import { type Lateness, type LoopDelay, observeLoop } from './loop-delay.ts';
import { type Quantiles, quantiles } from './measure.ts';
import type { Figure } from './results.ts';
import { scaled } from './scale.ts';
import { createTransfer, holdWebhooks, json, makePayments, makeThings, order, webhookSecret } from './settling.ts';
import { stopping } from './stopping.ts';

const connections = 50;
const seconds = scaled(8);
const webhooks = scaled(300, 10);
const webhooksPerSecond = 50;
/** The first ones take longer, for all code and every plan is new: they are not measured. */
const firstOnes = { seconds: scaled(3), webhooks: scaled(50, 3) };
const checks = scaled(1_000, 10);
const checked = '/api/destination-check?address=rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
/** As many as years bring. */
const grown = { transfers: scaled(300_000, connections), payments: scaled(100_000) };
const restMs = scaled(60_000);

/** What is measured: the product, and the least that does the same. */
interface Subject {
  creating: autocannon.Options;
  reading: autocannon.Options;
  /** Makes so many payments that are not settled yet. */
  pay(count: number): Promise<Delivery[]>;
  loop: LoopDelay;
}

interface Both<Measured> {
  product: Measured;
  floor: Measured;
}

interface Speeds {
  creates: number;
  reads: number;
  late: Lateness;
}

interface Settled extends Quantiles {
  late: Lateness;
}

/**
 * Creating, reading and settling, each beside the same with nothing in it: a Fastify that asks another, which asks
 * PostgreSQL. Then the same once there is as much as years bring, and what is held in memory after that.
 */
export async function benchLoad(folder: string): Promise<void> {
  await stopping(async (started) => {
    const dataDir = path.join(folder, 'load');
    const postgres = await started(startEmbeddedPostgres({ dataDir }));
    const loops = { product: observeLoop(folder, 'product'), floor: observeLoop(folder, 'floor') };
    const floor = await started(startFloor(postgres.url, loops.floor.settings));
    const product = await started(
      startProduct({
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        ...loops.product.settings,
      }),
    );
    await holdWebhooks(product);
    const thing = await call<{ id: string }>(`${floor.url}/things`, { method: 'POST', body: { data: 'x' } });
    const transfer = await createTransfer(product);
    const creating = { method: 'POST', headers: json } as const;
    const subjects: Both<Subject> = {
      floor: {
        creating: { ...creating, url: `${floor.url}/things`, body: '{"data":"x"}' },
        reading: { url: `${floor.url}/things/${thing.id}` },
        pay: (count) => makeThings(floor.url, count),
        loop: loops.floor,
      },
      product: {
        creating: { ...creating, url: `${product.url}/api/transfers`, body: order },
        reading: { url: `${product.url}/api/transfers/${transfer.id}` },
        pay: (count) => makePayments(product, count),
        loop: loops.product,
      },
    };
    await ofBoth(subjects, warmUp);

    const single = await ofBoth(subjects, (subject) => settle(subject));
    reportWebhook('webhook → instructions readable, one at a time', single);
    const inRow = await ofBoth(subjects, (subject) => settle(subject, webhooksPerSecond));
    reportWebhook(`webhook → instructions readable, ${webhooksPerSecond} a second`, inRow);
    reportLateness(`loop delay, ${webhooksPerSecond} webhooks a second`, inRow);

    const hello = await load({ url: `${floor.url}/hello`, duration: seconds });
    const speeds = await ofBoth(subjects, loadFully);
    reportShare('transfers created through the BFF', speeds.product.creates, speeds.floor.creates, 0.6);
    reportShare('status reads through the BFF', speeds.product.reads, speeds.floor.reads, 0.7);
    report({ name: 'status reads, beside a bare hello', value: speeds.product.reads, unit: '/s', floor: hello });
    reportLateness('loop delay, creates and reads at full load', speeds);
    await benchCheck(product.url, floor.url);

    await ofBoth(subjects, ({ creating }) => load({ ...creating, amount: grown.transfers }));
    await wait(restMs);
    report({
      name: `memory after ${grown.transfers.toLocaleString('en-US')} creates and a rest, without PostgreSQL`,
      value: product.memoryMb(),
      unit: 'MB',
      floor: floor.memoryMb(),
      aim: { atMost: 300 },
    });
    await fillPayments(postgres.url, grown.payments);
    const later = await ofBoth(subjects, loadFully);
    const settledLater = await ofBoth(subjects, (subject) => settle(subject));
    // The floor looks through none of what it has now: what it became slower by is the machine's, or the disk's.
    const times = (of: (one: keyof Both<unknown>) => number) => ({ product: of('product'), floor: of('floor') });
    reportGrowth(
      'create',
      times((one) => speeds[one].creates / later[one].creates),
    );
    reportGrowth(
      'read',
      times((one) => speeds[one].reads / later[one].reads),
    );
    reportGrowth(
      'webhook → instructions, p50',
      times((one) => settledLater[one].p50 / single[one].p50),
    );
  });
}

/** One after the other, for they share the machine. */
async function ofBoth<Measured>(
  { floor, product }: Both<Subject>,
  measure: (subject: Subject) => Promise<Measured>,
): Promise<Both<Measured>> {
  return { floor: await measure(floor), product: await measure(product) };
}

async function warmUp({ creating, reading, pay }: Subject): Promise<void> {
  await load({ ...creating, duration: firstOnes.seconds });
  await load({ ...reading, duration: firstOnes.seconds });
  await timeDeliveries(await pay(firstOnes.webhooks));
}

async function loadFully({ creating, reading, loop }: Subject): Promise<Speeds> {
  await loop.read();
  const creates = await load({ ...creating, duration: seconds });
  const reads = await load({ ...reading, duration: seconds });
  return { creates, reads, late: await loop.read() };
}

/** From sending a signed webhook until the instructions can be read. */
async function settle({ pay, loop }: Subject, perSecond?: number): Promise<Settled> {
  const deliveries = await pay(webhooks);
  await loop.read();
  const timed = await timeDeliveries(deliveries, perSecond);
  return { ...quantiles(timed.map(({ ms }) => ms)), late: await loop.read() };
}

/** @returns answers per second */
async function load(asked: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections, ...asked });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${asked.method ?? 'GET'} ${asked.url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result['2xx'] / result.duration;
}

/** Checking an address whose account is read once per ledger, one question after the other. */
async function benchCheck(url: string, floorUrl: string): Promise<void> {
  const { verdict } = (await (await fetch(url + checked)).json()) as { verdict: string };
  if (verdict !== 'new') throw new Error(`the destination check said ${verdict}`);
  const least = await timeCalls(`${floorUrl}/hello`, checks);
  const { p50, p99 } = await timeCalls(url + checked, checks);
  report({ name: 'destination check, p50', value: p50, unit: 'ms', floor: least.p50, aim: { atMost: 15 } });
  report({ name: 'destination check, p99', value: p99, unit: 'ms', floor: least.p99 });
}

function reportShare(name: string, value: number, floor: number, atLeast: number): void {
  report({ name, value, unit: '/s', floor, aim: { atLeast, of: 'floor' } });
}

function reportWebhook(name: string, { product, floor }: Both<Quantiles>): void {
  const of = (which: keyof Quantiles, aim?: Figure['aim']) =>
    report({ name: `${name}, ${which}`, value: product[which], unit: 'ms', floor: floor[which], ...(aim && { aim }) });
  of('p50', { atMost: 2, of: 'floor' });
  of('p99', { atMost: 3, of: 'floor' });
  of('max');
}

function reportLateness(name: string, { product, floor }: Both<{ late: Lateness }>): void {
  for (const which of ['p99', 'max'] as const) {
    report({ name: `${name}, ${which}`, value: product.late[which], unit: 'ms', floor: floor.late[which] });
  }
}

function reportGrowth(what: string, times: Both<number>): void {
  const count = (of: keyof typeof grown) => `${grown[of].toLocaleString('en-US')} ${of}`;
  const name = `time per ${what}: more of it at ${count('transfers')}, ${count('payments')}`;
  const percent = (share: number) => (share - 1) * 100;
  report({ name, value: percent(times.product), unit: '%', floor: percent(times.floor), aim: { atMost: 10 } });
}
