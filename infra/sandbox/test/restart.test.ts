import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { expect, it, onTestFinished } from 'vitest';
import { eventually, type Harness, PUBLIC_URL, readJson, startHarness } from './harness.ts';

const ADDRESS = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
const DAY_MS = 24 * 3600_000;

async function createStateFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xrp-bridge-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'state');
}

const ledger = (harness: Harness, method: string, params: object) =>
  readJson(fetch(`${harness.url}/xrpl/a`, { method: 'POST', body: JSON.stringify({ method, params: [params] }) })).then(
    ({ result }) => result,
  );

it('after a restart the sandbox still has its payments, subscriptions, undelivered webhooks and ledger', async () => {
  const stateFile = await createStateFile();
  const first = await startHarness({ stateFile });
  first.receiver.respond = () => 500;
  const intent = await first.stripe.paymentIntents.create(
    { amount: 400, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' },
    { idempotencyKey: 'once' },
  );
  const session = await first.stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 400,
          recurring: { interval: 'month' },
          product_data: { name: 'Signals' },
        },
      },
    ],
    customer_email: 'ann@example.com',
    success_url: `${PUBLIC_URL}/done`,
  });
  await fetch(first.url + new URL(session.url as string).pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ number: '4242424242424242', expiry: '12 / 40', cvc: '123' }),
  });
  await createTransport(first.smtpUrl).sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'Receipt' });
  const { body: payment } = await first.control('POST', 'xrpl/payments', { destination: ADDRESS, drops: '25000000' });
  await first.control('POST', 'xrpl/ledgers');
  await first.control('POST', 'clock', { advanceMs: DAY_MS });
  const before = await first.control('GET', 'xrpl');
  const { body: state } = await first.control('GET', 'state');
  await first.stop();

  const next = await startHarness({ stateFile });
  onTestFinished(() => next.stop());
  expect((await next.control('GET', 'state')).body).toEqual(state);
  expect(state.mails).toMatchObject([{ to: 'b@example.com', subject: 'Receipt' }]);
  // After the restart, the refused webhook is sent again.
  await eventually(() => expect(next.events('payment_intent.succeeded')).toHaveLength(2));
  // The idempotency key still returns the same response, and the payment can still be refunded.
  const again = await next.stripe.paymentIntents.create(
    { amount: 400, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' },
    { idempotencyKey: 'once' },
  );
  expect(again.id).toBe(intent.id);
  expect(await next.stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ status: 'succeeded' });
  // The ledger continues from its last index and contains the transactions and accounts from before the restart.
  expect((await next.control('GET', 'xrpl')).body.ledgerIndex).toBeGreaterThan(before.body.ledgerIndex);
  expect(await ledger(next, 'tx', { transaction: payment.hash })).toMatchObject({ validated: true });
  expect(await ledger(next, 'account_info', { account: ADDRESS })).toMatchObject({
    account_data: { Balance: '25000000' },
  });
  // The subscription is still charged every month.
  await next.control('POST', 'clock', { advanceMs: 31 * DAY_MS });
  expect((await next.stripe.invoices.list()).data.map(({ status }) => status)).toEqual(['paid', 'paid']);
});

it('a reset deletes the stored state of the sandbox', async () => {
  const stateFile = await createStateFile();
  const first = await startHarness({ stateFile });
  await first.stripe.paymentIntents.create({ amount: 400, currency: 'usd' });
  await first.control('POST', 'clock', { advanceMs: DAY_MS });
  await first.control('POST', 'reset');
  await first.stop();
  expect(existsSync(stateFile)).toBe(true);
  const next = await startHarness({ stateFile });
  onTestFinished(() => next.stop());
  expect((await next.control('GET', 'state')).body.paymentIntents).toEqual([]);
  const { now } = (await next.control('POST', 'clock', { advanceMs: 0 })).body;
  expect(Date.parse(now) - Date.now()).toBeLessThan(DAY_MS / 2);
});

it('“save” stores the state before its next regular write', async () => {
  const stateFile = await createStateFile();
  const first = await startHarness({ stateFile });
  onTestFinished(() => first.stop());
  const { id } = await first.stripe.paymentIntents.create({ amount: 400, currency: 'usd' });
  await first.control('POST', 'save');
  const copy = `${stateFile}-copy`;
  await copyFile(stateFile, copy);
  const next = await startHarness({ stateFile: copy });
  onTestFinished(() => next.stop());
  expect((await next.control('GET', 'state')).body.paymentIntents).toMatchObject([{ id }]);
});
