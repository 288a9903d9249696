import { createHmac, randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../process/product.ts';
import { call, confirmIntent } from './calls.ts';

/** A request, and a read that succeeds once the request has been processed. */
export interface Delivery {
  send(): Promise<Response>;
  read(): Promise<Response>;
}

const timeoutMs = 30_000;
/**
 * Pause between two polls while many deliveries are pending.
 * Polling without a pause would take CPU time from the product and slow it down. A single delivery is polled without a
 * pause.
 */
const pauseMs = 3;

/**
 * Returns the milliseconds from each `send` until `read` succeeds.
 * Without `perSecond`, deliveries run one after the other. With `perSecond`, they start at this rate, independent of
 * earlier deliveries.
 */
export async function timeDeliveries(deliveries: readonly Delivery[], perSecond?: number): Promise<number[]> {
  if (perSecond === undefined) {
    const timed: number[] = [];
    for (const each of deliveries) timed.push(await time(each));
    return timed;
  }
  const begun = performance.now();
  return Promise.all(
    deliveries.map(async (each, index) => {
      await wait(Math.max(0, begun + (index * 1_000) / perSecond - performance.now()));
      return time(each, pauseMs);
    }),
  );
}

async function time({ send, read }: Delivery, pauseMs = 0): Promise<number> {
  const started = performance.now();
  const sent = await send();
  if (!sent.ok) throw new Error(`${sent.url} answered ${sent.status}: ${await sent.text()}`);
  await sent.arrayBuffer();
  for (;;) {
    const answer = await read();
    await answer.arrayBuffer();
    const ms = performance.now() - started;
    if (answer.ok) return ms;
    if (pauseMs > 0) await wait(pauseMs);
    if (ms > timeoutMs) throw new Error(`${answer.url} was not there within 30 s`);
  }
}

/** The secret in the product's settings, with which the bench signs webhooks. */
export const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
export const json = { 'content-type': 'application/json' };
export const order = JSON.stringify({ fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' });

/** Makes the sandbox hold all webhooks, because the bench sends them itself. */
export async function holdWebhooks({ sandboxUrl }: Product): Promise<void> {
  await call(`${sandboxUrl}/_sandbox/stripe/webhooks`, { method: 'PUT', body: { held: true } });
}

/** Creates transfers with a payment at the provider and a held webhook. */
export async function makePayments(product: Product, count: number): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  while (deliveries.length < count) deliveries.push(await payWithoutWebhook(product));
  return deliveries;
}

/** Creates the same deliveries for the baseline server. */
export async function makeThings(baselineUrl: string, count: number): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  while (deliveries.length < count) {
    const { id } = await call<{ id: string }>(`${baselineUrl}/things`, { method: 'POST', body: { data: 'x' } });
    deliveries.push({
      send: () => fetch(`${baselineUrl}/webhooks`, { method: 'POST', headers: json, body: JSON.stringify({ id }) }),
      read: () => fetch(`${baselineUrl}/instructions/${id}`),
    });
  }
  return deliveries;
}

/** Creates a transfer. @returns the transfer's id and its owner's cookie */
export async function createTransfer({ url }: Product): Promise<{ id: string; cookie: string }> {
  const answer = await fetch(`${url}/api/transfers`, { method: 'POST', headers: json, body: order });
  if (!answer.ok) throw new Error(`creating a transfer answered ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  return { id, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

async function payWithoutWebhook(product: Product): Promise<Delivery> {
  const { url, sandboxUrl } = product;
  const { id, cookie } = await createTransfer(product);
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
