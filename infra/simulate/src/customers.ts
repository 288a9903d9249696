import { createHash } from 'node:crypto';
import { encodeAccountID } from 'ripple-address-codec';
import { createPerson, minuteMs, mostTries } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { parts, type Scheduler } from './scheduler.ts';
import { publishableKey } from './system.ts';

const dropsPerXrp = 1_000_000;

/** A simulated customer, and what the customer has done and seen. */
export interface Customer {
  name: string;
  email: string;
  address: string;
  transferId: string | null;
  /** Number of payments that the customer has confirmed. */
  purchases: number;
  /** Number of confirmations that the payment provider has accepted. */
  paid: number;
  /** True once the page has shown the guide. */
  hasGuide: boolean;
  /** True once the customer has asked for a refund. */
  wantsRefund: boolean;
  /** True once the page has shown the refund. */
  isRefunded: boolean;
  /** True once the page has shown that the XRP arrived. */
  hasArrived: boolean;
  sentXrp: number;
  hasFinished: boolean;
  /** The error that ended the visit. */
  failure: string | null;
}

/** Starts customers who arrive over a period. Each of them acts on its own. */
export function startCustomers(options: {
  scheduler: Scheduler;
  sandboxUrl: string;
  seed: string;
  /** Number of customers who came before. */
  earlier: number;
  count: number;
  periodMs: number;
}): Customer[] {
  const { scheduler, sandboxUrl, seed, earlier, count, periodMs } = options;
  return Array.from({ length: count }, (_, place) => {
    const number = earlier + place + 1;
    const name = `customer ${number}`;
    const random = createRandom(`${seed} ${name}`);
    const account = createHash('sha256').update(`${seed} ${name}`).digest().subarray(0, 20);
    const customer: Customer = {
      name,
      email: `customer-${number}@mail.example`,
      address: encodeAccountID(account),
      transferId: null,
      purchases: 0,
      paid: 0,
      hasGuide: false,
      wantsRefund: false,
      isRefunded: false,
      hasArrived: false,
      sentXrp: 0,
      hasFinished: false,
      failure: null,
    };
    parts.run({ name }, () =>
      scheduler.schedule(`${name} comes`, random.between(0, periodMs), async () => {
        // The visit takes many steps, so this step does not wait for it.
        void visit(customer, sandboxUrl, random).catch((error: Error) => {
          customer.failure = error.message;
          customer.hasFinished = true;
        });
      }),
    );
    return customer;
  });
}

/** Runs a customer's visit: create a transfer, pay, read the guide, then send XRP or ask for a refund. */
async function visit(customer: Customer, sandboxUrl: string, random: Random): Promise<void> {
  const { think, send, call } = createPerson(random);

  /** Pays an intent as the card form does. Returns true if the provider has accepted the card. */
  async function confirm(clientSecret: string, method: string): Promise<boolean> {
    const [intent] = clientSecret.split('_secret_');
    const form = new URLSearchParams({ client_secret: clientSecret, payment_method: method });
    const url = `${sandboxUrl}/v1/payment_intents/${intent}/confirm`;
    const { status } = await send('POST', url, form, { authorization: `Bearer ${publishableKey}` });
    if (status === 200) customer.paid += 1;
    return status === 200;
  }

  const amountXrp = Math.floor(random.between(20, 2_000));
  const created = await call('POST', '/api/transfers', {
    fromExchange: random.pick(['coinbase', 'kraken', 'uphold', 'binance']),
    toWallet: random.pick(['xumm', 'ledger', 'trust']),
    serviceFee: random.chance(0.3) ? '17.76' : '4.00',
    sourceAmount: String(amountXrp),
    ...(random.chance(0.7) ? { destinationAddress: customer.address } : {}),
    email: customer.email,
  });
  if (created.status !== 201) throw new Error(`a transfer was refused: ${created.status} ${created.body.code}`);
  const id: string = created.body.id;
  customer.transferId = id;
  const path = `/api/transfers/${id}`;
  await think(5_000, 10 * minuteMs);

  if (random.chance(0.2)) return finish();
  const isPaidByHand = random.chance(0.08);
  if (isPaidByHand) {
    const contact = { transferId: id, email: customer.email, reason: 'stripe_pending_notification' };
    await call('POST', '/api/save-contact', contact);
    await think(10_000, 20 * minuteMs);
  }
  // A customer who wants to pay by hand may change their mind, while an operator confirms the payment.
  if ((!isPaidByHand || random.chance(0.3)) && !(await payByCard())) return finish();

  for (let tries = 0; tries < mostTries && !customer.hasGuide; tries++) {
    await think(1_000, tries < 10 ? 20_000 : 3 * minuteMs);
    customer.hasGuide = (await call('GET', `/api/transfer-instructions/${id}`)).status === 200;
  }
  // An operator may reject a payment by hand.
  if (!customer.hasGuide && customer.paid === 0) return finish();
  if (!customer.hasGuide) throw new Error('a paid guide was not shown for hours');
  if (!created.body.destinationAddress.startsWith('r')) {
    const changed = await call('PATCH', path, { destinationAddress: customer.address });
    if (changed.status !== 200) throw new Error(`an address was refused: ${changed.status} ${changed.body.code}`);
  }
  await think(minuteMs, 30 * minuteMs);
  if (random.chance(0.1)) await buyConcierge();

  if (random.chance(0.12)) return await askForRefund();
  if (random.chance(0.15)) return finish();
  const portions = random.chance(0.3) ? [20, amountXrp] : [amountXrp];
  for (const xrp of portions) {
    const drops = String(xrp * dropsPerXrp);
    await send('POST', `${sandboxUrl}/_sandbox/xrpl/payments`, { destination: customer.address, drops });
    customer.sentXrp += xrp;
    await think(10_000, 5 * minuteMs);
  }
  for (let tries = 0; tries < mostTries && !customer.hasArrived; tries++) {
    const { body: transfer } = await call('GET', path);
    customer.hasArrived = transfer.status === 'completed';
    await think(5_000, tries < 20 ? 30_000 : 3 * minuteMs);
  }
  if (!customer.hasArrived) throw new Error('XRP that arrived was not shown for hours');
  if (random.chance(0.15)) return await askForRefund();
  finish();

  /** Pays the transfer. Returns false if the customer gives up. */
  async function payByCard(): Promise<boolean> {
    const body = { transferId: id };
    const opened = await call('POST', '/api/create-payment-intent', body);
    if (isPaidByHand && opened.status === 409) return true;
    if (opened.status !== 200) throw new Error(`a payment was refused: ${opened.status} ${opened.body.code}`);
    const { clientSecret } = opened.body;
    await think(10_000, 3 * minuteMs);
    if (random.chance(0.2)) {
      await confirm(clientSecret, 'pm_card_chargeDeclined');
      await think(10_000, 3 * minuteMs);
      if (random.chance(0.3)) return false;
    }
    customer.purchases += 1;
    if (random.chance(0.1)) {
      // The customer pays in two tabs at the same time.
      const again = await call('POST', '/api/create-payment-intent', body);
      const secrets = [clientSecret, again.body.clientSecret ?? clientSecret];
      await Promise.all(secrets.map((secret) => confirm(secret, 'pm_card_visa')));
    } else await confirm(clientSecret, 'pm_card_visa');
    // Some customers close the page at once, so only the webhook reports their payment.
    if (random.chance(0.8)) await call('POST', `${path}/complete`);
    return true;
  }

  async function buyConcierge(): Promise<void> {
    const { status, body } = await call('POST', '/api/create-concierge-payment', { transferId: id });
    if (status === 409 && body.code === 'already_owned') return;
    if (status !== 200) throw new Error(`a concierge was refused: ${status} ${body.code}`);
    await think(10_000, 3 * minuteMs);
    customer.purchases += 1;
    await confirm(body.clientSecret, 'pm_card_visa');
    await think(minuteMs, 10 * minuteMs);
  }

  /** Asks for a refund, and waits until an operator has decided. */
  async function askForRefund(): Promise<void> {
    const { status, body } = await call('POST', `${path}/refund-request`, { reason: 'I changed my mind' });
    // The payment was made by hand, or only a guide was bought, which is not refunded after the arrival.
    if (status === 409 && (customer.paid === 0 || customer.hasArrived)) return finish();
    if (status !== 200) throw new Error(`a refund was refused: ${status} ${body.code}`);
    customer.wantsRefund = true;
    let isClosed = false;
    for (let tries = 0; tries < mostTries && !customer.isRefunded; tries++) {
      await think(minuteMs, 3 * minuteMs);
      const { body: transfer } = await call('GET', path);
      isClosed = transfer.status === 'refunded';
      // After the arrival, only the concierge is refunded.
      customer.isRefunded = isClosed || (customer.hasArrived && transfer.access.concierge === 'refunded');
    }
    if (isClosed && (await call('GET', `/api/transfer-instructions/${id}`)).status === 200)
      throw new Error('a refunded guide is still shown');
    finish();
  }

  function finish(): void {
    customer.hasFinished = true;
  }
}
