import { createHmac } from 'node:crypto';
import { defineJob, type ServiceContext } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { refusal } from './browser.ts';
import { eventually, operatorPassword, useSystem, webhookSecret } from './harness.ts';

// Three services take part in deleting an unpaid transfer: transfer decides when, payment closes the order, and then
// notification deletes the contact.

const system = useSystem();

/** Makes a transfer older by this many days, and runs the nightly jobs of the transfer service. */
async function ageAndRunNightlyJobs(id: string, days: number) {
  const { transact, enqueue, db } = system.transfer.context as ServiceContext;
  await sql`
    update transfer set created_at = created_at - ${days} * interval '1 day', updated_at = updated_at - ${days} * interval '1 day'
    where id = ${id}`.execute(db);
  for (const name of ['expire-unpaid', 'close-expired']) {
    const nightly = defineJob(name, { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 60_000 });
    await transact(async (tx) => enqueue(tx, nightly, {}, { jobId: `after-${days}-more-days` }));
  }
}

/** Sends a correctly signed webhook that reports an intent as paid. */
function sendPaidWebhook(intentId: string, paymentId: string) {
  const intent = {
    id: intentId,
    object: 'payment_intent',
    livemode: false,
    status: 'succeeded',
    amount: 400,
    amount_received: 400,
    currency: 'usd',
    metadata: { payment_id: paymentId },
  };
  const at = Math.floor(Date.now() / 1000);
  const payload = JSON.stringify({
    id: `evt_${intentId}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: at,
    livemode: false,
    data: { object: intent },
  });
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${payload}`).digest('hex');
  return system.browser().post('/webhooks/stripe', payload, { 'stripe-signature': `t=${at},v1=${signature}` });
}

it('a forgotten unpaid transfer is canceled at the provider and deleted in all services, and a late payment opens a task', async () => {
  const [browser, operator] = [system.browser(), system.browser()];
  await operator.post('/api/operator/session', { password: operatorPassword });
  const list = async (noun: string, id: string) => (await operator.get(`/api/admin/${noun}?search=${id}`)).body[noun];
  const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00', email: 'gone@example.com' };
  const { id } = (await browser.post('/api/transfers', order)).body;
  const { clientSecret } = (await browser.post('/api/create-payment-intent', { transferId: id })).body;
  const contact = { transferId: id, email: 'gone@example.com', reason: 'stripe_pending_notification' };
  await browser.post('/api/save-contact', contact);
  expect(await list('contacts', id)).toHaveLength(2);

  await ageAndRunNightlyJobs(id, 31);
  const read = () => browser.get(`/api/transfers/${id}`);
  await eventually(async () => expect((await read()).body.status).toBe('expired'));
  await ageAndRunNightlyJobs(id, 91);
  await eventually(async () => expect(refusal(await read())).toEqual([404, 'transfer_not_found']));
  await eventually(async () => expect(await list('contacts', id)).toEqual([]));
  const [payment] = await list('payments', id);
  expect(payment.status).toBe('canceled');
  expect(await system.confirm(clientSecret)).toBe(400);
  // The contact is deleted, so the task to arrange another way to pay is closed.
  const closedTask = {
    kind: 'hand_payment',
    orderId: id,
    doneBy: 'system',
    reason: 'The customer never paid, so the transfer was deleted.',
  };
  await eventually(async () => expect(await list('tasks', id)).toMatchObject([closedTask]));

  const intentId = clientSecret.split('_secret_')[0];
  expect((await sendPaidWebhook(intentId, payment.id)).status).toBe(200);
  const task = { kind: 'unlocks_nothing', orderId: id, paymentId: payment.id, doneAt: null, doneBy: null };
  await eventually(async () => expect(await list('tasks', id)).toContainEqual(expect.objectContaining(task)));
  expect((await read()).status).toBe(404);
});
