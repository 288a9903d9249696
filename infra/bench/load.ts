import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { type Product, startProduct } from '../process/product.ts';
import { call, confirmIntent } from './calls.ts';
import { type Delivery, timeDeliveries } from './deliveries.ts';
import { fillPayments } from './fill.ts';
import { startFloor } from './floors.ts';
import { observeLoop } from './loop-delay.ts';
import { type Quantiles, quantiles } from './measure.ts';
import { type Figure, report } from './results.ts';
import { scaled } from './scale.ts';

const connections = 50;
const seconds = scaled(8);
const webhooks = scaled(300, 10);
const webhooksPerSecond = 50;
const checks = scaled(1_000, 10);
/** As many as years bring. */
const grown = { transfers: scaled(300_000), payments: scaled(100_000) };
const restMs = scaled(60_000);
const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;

const json = { 'content-type': 'application/json' };
const order = JSON.stringify({ fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' });

interface Speeds {
  creates: number;
  reads: number;
  webhook: Quantiles;
}

/**
 * Creating, reading and settling, each beside the same with nothing in it: a Fastify that asks another, which asks
 * PostgreSQL. Then the same once there is as much as years bring, and what is held in memory after that.
 */
export async function benchLoad(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'load') });
  const loops = { product: observeLoop(folder, 'product'), floor: observeLoop(folder, 'floor') };
  const floor = await startFloor(postgres.url, loops.floor.settings);
  const product = await startProduct({
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(folder, 'load'),
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    ...loops.product.settings,
  });
  try {
    const thing = (await call<{ id: string }>(`${floor.url}/things`, { method: 'POST', body: { data: 'x' } })).id;
    const hello = await load({ url: `${floor.url}/hello` });
    const least = {
      creates: await load({ url: `${floor.url}/things`, method: 'POST', headers: json, body: '{"data":"x"}' }),
      reads: await load({ url: `${floor.url}/things/${thing}` }),
    };
    await loops.floor.read();
    const atOnce = { floor: await timeDeliveries(await makeThings(floor.url)), product: await timeWebhooks(product) };
    await Promise.all([loops.floor.read(), loops.product.read()]);
    const inRow = {
      floor: await timeDeliveries(await makeThings(floor.url), webhooksPerSecond),
      product: await timeWebhooks(product, webhooksPerSecond),
    };
    const late = { floor: await loops.floor.read(), product: await loops.product.read() };

    const { id } = await createTransfer(product.url);
    const speeds: Speeds = { ...(await loadProduct(product, id)), webhook: atOnce.product };
    const lateUnderLoad = await loops.product.read();
    report(share('transfers created through the BFF', speeds.creates, least.creates, 0.6));
    report(share('status reads through the BFF', speeds.reads, least.reads, 0.7));
    report({ name: 'status reads, beside a bare hello', value: speeds.reads, unit: '/s', floor: hello });
    reportWebhook('webhook → instructions readable, one at a time', atOnce.product, atOnce.floor);
    reportWebhook(`webhook → instructions readable, ${webhooksPerSecond} a second`, inRow.product, inRow.floor);
    report({ name: 'loop delay, webhooks, p99', value: late.product.p99, unit: 'ms', floor: late.floor.p99 });
    report({ name: 'loop delay, webhooks, longest', value: late.product.max, unit: 'ms', floor: late.floor.max });
    report({ name: 'loop delay, creates and reads at full load, p99', value: lateUnderLoad.p99, unit: 'ms' });
    await benchCheck(product.url);

    await load({ ...creating(product.url), amount: grown.transfers });
    await wait(restMs);
    report({
      name: `memory after ${grown.transfers.toLocaleString('en-US')} creates and a rest, without PostgreSQL`,
      value: product.memoryMb(),
      unit: 'MB',
      aim: { atMost: 300 },
    });
    await fillPayments(postgres.url, grown.payments);
    const after: Speeds = { ...(await loadProduct(product, id)), webhook: await timeWebhooks(product) };
    report(growth('time per create', speeds.creates / after.creates));
    report(growth('time per read', speeds.reads / after.reads));
    report(growth('webhook → instructions, p50', after.webhook.p50 / speeds.webhook.p50));
  } finally {
    await Promise.all([product.stop(), floor.stop()]);
    await postgres.stop();
  }
}

function share(name: string, value: number, floor: number, atLeast: number): Figure {
  return { name, value, unit: '/s', floor, aim: { atLeast, of: 'floor' } };
}

function growth(what: string, times: number): Figure {
  const { transfers, payments } = grown;
  const name = `${what}: more of it at ${transfers.toLocaleString('en-US')} transfers, ${payments.toLocaleString('en-US')} payments`;
  return { name, value: (times - 1) * 100, unit: '%', aim: { atMost: 10 } };
}

function reportWebhook(name: string, product: Quantiles, floor: Quantiles): void {
  report({ name: `${name}, p50`, value: product.p50, unit: 'ms', floor: floor.p50, aim: { atMost: 2, of: 'floor' } });
  report({ name: `${name}, p99`, value: product.p99, unit: 'ms', floor: floor.p99, aim: { atMost: 3, of: 'floor' } });
}

const creating = (url: string) =>
  ({ url: `${url}/api/transfers`, method: 'POST', headers: json, body: order }) satisfies autocannon.Options;

async function loadProduct({ url }: Product, id: string): Promise<Pick<Speeds, 'creates' | 'reads'>> {
  return { creates: await load(creating(url)), reads: await load({ url: `${url}/api/transfers/${id}` }) };
}

/** @returns answers per second, for a while or for so many */
async function load(asked: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections, ...(asked.amount ? {} : { duration: seconds }), ...asked });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${asked.method ?? 'GET'} ${asked.url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result['2xx'] / result.duration;
}

/** What is to be settled without a product. */
async function makeThings(url: string): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  while (deliveries.length < webhooks) {
    const { id } = await call<{ id: string }>(`${url}/things`, { method: 'POST', body: { data: 'x' } });
    deliveries.push({
      send: () => fetch(`${url}/webhooks`, { method: 'POST', headers: json, body: JSON.stringify({ id }) }),
      read: () => fetch(`${url}/instructions/${id}`),
    });
  }
  return deliveries;
}

/** From sending a signed webhook until the instructions can be read. */
async function timeWebhooks({ url, sandboxUrl }: Product, perSecond?: number): Promise<Quantiles> {
  const hold = (held: boolean) => call(`${sandboxUrl}/_sandbox/stripe/webhooks`, { method: 'PUT', body: { held } });
  await hold(true);
  const deliveries: Delivery[] = [];
  while (deliveries.length < webhooks) deliveries.push(await payWithoutWebhook(url, sandboxUrl));
  const times = await timeDeliveries(deliveries, perSecond);
  await hold(false);
  return times;
}

/** A transfer whose payment the provider has, and we do not know of. */
async function payWithoutWebhook(url: string, sandboxUrl: string): Promise<Delivery> {
  const { id, cookie } = await createTransfer(url);
  const { clientSecret } = await call<{ clientSecret: string }>(`${url}/api/create-payment-intent`, {
    method: 'POST',
    headers: { cookie },
    body: { transferId: id },
  });
  const event = JSON.stringify({
    id: `evt_bench_${id}`,
    object: 'event',
    api_version: null,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type: 'payment_intent.succeeded',
    data: { object: await confirmIntent(sandboxUrl, clientSecret) },
  });
  const sign = () => {
    const at = Math.floor(Date.now() / 1000);
    return `t=${at},v1=${createHmac('sha256', webhookSecret).update(`${at}.${event}`).digest('hex')}`;
  };
  return {
    send: () =>
      fetch(`${url}/webhooks/stripe`, {
        method: 'POST',
        headers: { ...json, 'stripe-signature': sign() },
        body: event,
      }),
    read: () => fetch(`${url}/api/transfer-instructions/${id}`),
  };
}

/** Checking an address whose account is read once per ledger, one question after the other. */
async function benchCheck(url: string): Promise<void> {
  const durations: number[] = [];
  for (let index = 0; index < checks; index++) {
    const started = performance.now();
    const answer = await fetch(`${url}/api/destination-check?address=rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN`);
    const { verdict } = (await answer.json()) as { verdict: string };
    if (verdict !== 'new') throw new Error(`the destination check said ${verdict}`);
    durations.push(performance.now() - started);
  }
  const { p50, p99 } = quantiles(durations);
  report({ name: 'destination check, p50', value: p50, unit: 'ms', aim: { atMost: 15 } });
  report({ name: 'destination check, p99', value: p99, unit: 'ms' });
}

/** @returns the transfer's id, and its owner's cookie */
async function createTransfer(url: string): Promise<{ id: string; cookie: string }> {
  const answer = await fetch(`${url}/api/transfers`, { method: 'POST', headers: json, body: order });
  const { id } = (await answer.json()) as { id: string };
  return { id, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}
