import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { encodeAccountID } from 'ripple-address-codec';
import { type Answer, type Browser, createBrowser } from '../../simulate/src/browser.ts';
import { createRandom, type Random } from '../../simulate/src/random.ts';
import { type Installation, publishableKey } from './installation.ts';

/** A customer, and what the customer has done and seen. */
export interface Customer {
  name: string;
  email: string;
  address: string;
  transferId: string | null;
  /** Number of requests that the customer repeated, by what the product had answered. */
  repeats: Record<string, number>;
  /** Number of payment intents that the payment provider has charged. */
  paid: number;
  /** True once the page has shown the guide. */
  hasGuide: boolean;
  /** True once the page has shown that the XRP arrived. */
  hasArrived: boolean;
  /** True once an operator has refunded the payment. */
  isRefunded: boolean;
  hasFinished: boolean;
  /** The error that ended the visit. */
  failure: string | null;
}

type Site = Pick<Installation, 'url' | 'sandboxUrl'>;

/** A browser gives up a request after this time, and the customer tries again. */
export const requestTimeoutMs = 30_000;
/** Time for which a customer tries again. No fault lasts as long. */
const retryTimeoutMs = 240_000;
/** Statuses of a server that is restarting or overloaded, and of a load balancer in front of it. */
const unavailable = [502, 503, 504];
const dropsPerXrp = 1_000_000;
const refundChance = 0.1;

/** Creates a customer, with the generator of the customer's choices. */
export function createCustomer(seed: string, place: number): { customer: Customer; random: Random } {
  const name = `customer ${place + 1}`;
  const account = createHash('sha256').update(`${seed} ${name}`).digest().subarray(0, 20);
  const customer = {
    name,
    email: `customer-${place + 1}@mail.example`,
    address: encodeAccountID(account),
    transferId: null,
    repeats: {},
    paid: 0,
    hasGuide: false,
    hasArrived: false,
    isRefunded: false,
    hasFinished: false,
    failure: null,
  };
  return { customer, random: createRandom(`${seed} ${name}`) };
}

/**
 * Runs a customer's visit. Stores an error that ends the visit in the customer.
 * @param pace factor of the customer's pauses
 */
export async function visit(
  customer: Customer,
  site: Site,
  { operator, random, pace }: { operator: Browser; random: Random; pace: number },
): Promise<void> {
  try {
    await act(customer, site, random, pace);
    if (customer.hasGuide && random.chance(refundChance)) await refund(customer, site, operator);
  } catch (error) {
    customer.failure = (error as Error).message;
  }
  customer.hasFinished = true;
}

/**
 * Sends a request to our API, and tries again while the product is unavailable, as people do.
 * @param options.onRepeat called with the answer, such as `503` or `no answer`, before each further attempt
 * @param options.end time of the last attempt
 * @throws Error for an internal error, or after `end`
 */
export async function send(
  browser: Browser,
  [method, url, body]: readonly [method: string, url: string, body?: unknown],
  { onRepeat = () => {}, end = retryEnd() }: { onRepeat?: (answer: string) => void; end?: number } = {},
): Promise<Answer> {
  const what = `${method} ${new URL(url).pathname}`;
  while (Date.now() < end) {
    const answer = await browser.send(method, url, body).catch(() => null);
    if (answer === null || unavailable.includes(answer.status)) {
      await wait(1_000);
      onRepeat(String(answer?.status ?? 'no answer'));
      continue;
    }
    if (answer.status >= 500) throw new Error(`${what} answered ${answer.status}`);
    return answer;
  }
  throw new Error(`${what} had no answer in time`);
}

/**
 * Pays an intent as the card form does. The form tries again while the provider is unavailable.
 * Returns true if the intent is paid, even if the answer that reported the payment was lost.
 */
export async function confirm(
  browser: Browser,
  sandboxUrl: string,
  { clientSecret, method }: { clientSecret: string; method: string },
): Promise<boolean> {
  const [intent] = clientSecret.split('_secret_');
  const form = new URLSearchParams({ client_secret: clientSecret, payment_method: method });
  const headers = { authorization: `Bearer ${publishableKey}` };
  for (const end = retryEnd(); Date.now() < end; await wait(1_000)) {
    const answer = await browser
      .send('POST', `${sandboxUrl}/v1/payment_intents/${intent}/confirm`, form, headers)
      .catch(() => null);
    if (answer === null || answer.status >= 500 || answer.status === 429) continue;
    return answer.status === 200 || answer.body?.error?.payment_intent?.status === 'succeeded';
  }
  throw new Error('the payment provider did not answer');
}

function retryEnd(): number {
  return Date.now() + retryTimeoutMs;
}

/** Acts as a customer: create a transfer, pay, read the guide, send XRP and see it arrive. */
async function act(customer: Customer, { url, sandboxUrl }: Site, random: Random, pace: number): Promise<void> {
  const browser = createBrowser(requestTimeoutMs);
  const think = (mostMs: number) => wait(pace * random.between(0, mostMs));
  const onRepeat = (answer: string) => {
    customer.repeats[answer] = (customer.repeats[answer] ?? 0) + 1;
  };
  const call = (method: string, path: string, body?: unknown, end?: number) =>
    send(browser, [method, `${url}${path}`, body], { onRepeat, ...(end === undefined ? {} : { end }) });

  async function expectStatus(status: number, ...request: Parameters<typeof call>): Promise<Answer> {
    const answer = await call(...request);
    if (answer.status === status) return answer;
    throw new Error(`${request[0]} ${request[1]} answered ${answer.status} ${answer.body?.code}`);
  }

  /** Reads a page until it shows something. @throws Error after `retryTimeoutMs` */
  async function until(what: string, path: string, shows: (answer: Answer) => boolean): Promise<void> {
    for (const end = retryEnd(); Date.now() < end; await wait(1_000)) {
      if (shows(await call('GET', path, undefined, end))) return;
    }
    throw new Error(`the page did not show ${what} for ${retryTimeoutMs / 1_000} s`);
  }

  const charged = new Set<string>();
  async function pay(clientSecret: string, method = 'pm_card_visa'): Promise<void> {
    if (await confirm(browser, sandboxUrl, { clientSecret, method })) charged.add(clientSecret);
    customer.paid = charged.size;
  }

  const amountXrp = Math.floor(random.between(20, 2_000));
  const hasAddress = random.chance(0.7);
  const created = await expectStatus(201, 'POST', '/api/transfers', {
    fromExchange: random.pick(['coinbase', 'kraken', 'uphold', 'binance']),
    toWallet: random.pick(['xumm', 'ledger', 'trust']),
    serviceFee: random.chance(0.3) ? '17.76' : '4.00',
    sourceAmount: String(amountXrp),
    ...(hasAddress ? { destinationAddress: customer.address } : {}),
    email: customer.email,
  });
  const id: string = created.body.id;
  customer.transferId = id;
  const path = `/api/transfers/${id}`;
  await think(10_000);

  if (random.chance(0.1)) return;
  const { body } = await expectStatus(200, 'POST', '/api/create-payment-intent', { transferId: id });
  await think(5_000);
  if (random.chance(0.2)) {
    await pay(body.clientSecret, 'pm_card_chargeDeclined');
    await think(5_000);
    if (random.chance(0.3)) return;
  }
  if (random.chance(0.2)) {
    // The customer pays in two tabs at the same time. The second tab may already find the transfer paid.
    const again = await call('POST', '/api/create-payment-intent', { transferId: id });
    const secrets: string[] = [body.clientSecret, again.body.clientSecret ?? body.clientSecret];
    await Promise.all(secrets.map((secret) => pay(secret)));
  } else await pay(body.clientSecret);
  // Some customers close the page at once, so only the webhook reports their payment. They come back later.
  if (random.chance(0.7)) await expectStatus(200, 'POST', `${path}/complete`);
  else await think(20_000);

  await until('the paid guide', `/api/transfer-instructions/${id}`, ({ status }) => status === 200);
  customer.hasGuide = true;
  if (!hasAddress) await expectStatus(200, 'PATCH', path, { destinationAddress: customer.address });
  await think(20_000);

  if (random.chance(0.2)) return;
  const payment = { destination: customer.address, drops: String(amountXrp * dropsPerXrp) };
  await browser.send('POST', `${sandboxUrl}/_sandbox/xrpl/payments`, payment);
  await until('the arrival', path, ({ body }) => body.status === 'completed');
  customer.hasArrived = true;
}

/** Refunds a payment as an operator does, who presses the button again after an unclear answer. */
async function refund(customer: Customer, { url }: Site, operator: Browser): Promise<void> {
  const path = `/api/admin/refunds/${customer.transferId}`;
  const { status, body } = await send(operator, ['POST', `${url}${path}`, { reason: 'The customer asked for it' }]);
  // After an attempt with an unclear answer, nothing may be left to refund.
  if (status !== 200 && status !== 409) throw new Error(`POST ${path} answered ${status} ${body?.code}`);
  customer.isRefunded = true;
}
