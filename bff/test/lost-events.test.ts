import { type PaymentSucceeded, paymentApi } from '@xrp-bridge/contracts/payment';
import { taskApi } from '@xrp-bridge/contracts/task';
import { notificationService } from '@xrp-bridge/notification';
import { defineJob, type ServiceContext } from '@xrp-bridge/runtime';
import { testService } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Browser } from './browser.ts';
import { eventually, useSystem } from './harness.ts';

// Simulates a new bus that has lost unread events: payment has the payments, but the transfer service has not received
// them.

// Schedules are off, so that the sweep runs only when a test enqueues it.
const system = useSystem({}, { hasNoSchedules: true });

const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };

interface Customer {
  id: string;
  browser: Browser;
  email: string;
}

/** Creates paid transfers, and deletes the payment service's events before they are published. */
async function payAndLoseEvents(count: number): Promise<Customer[]> {
  const { outbox } = system.payment.service;
  await outbox.stop();
  const pay = async (n: number): Promise<Customer> => {
    const email = `lost-${n}-${Math.random()}@example.com`;
    const { browser, id } = await system.startTransfer({ ...order, email });
    const { clientSecret } = (await browser.post('/api/create-payment-intent', { transferId: id })).body;
    await system.confirm(clientSecret);
    expect((await browser.post(`/api/transfers/${id}/complete`)).body.status).toBe('paid');
    return { id, browser, email };
  };
  // The customers pay in parallel, because each call to `complete` waits several seconds for the guide's release.
  const customers = await Promise.all(Array.from({ length: count }, (_, n) => pay(n)));
  const { db } = system.payment.context as ServiceContext;
  const lost = await sql<{ type: (typeof PaymentSucceeded)['type'] }>`
    delete from outbox returning envelope->>'type' as type`.execute(db);
  expect(lost.rows.filter(({ type }) => type === 'payment.succeeded')).toHaveLength(count);
  // Makes the events old enough for the sweep.
  await sql`update order_state set emitted_at = emitted_at - interval '3 minutes' where confirmed_at is null`.execute(
    db,
  );
  outbox.start();
  return customers;
}

const readGuide = ({ browser, id }: Customer) => browser.get(`/api/transfer-instructions/${id}`);

async function expectReleased(customer: Customer) {
  await eventually(async () => expect((await readGuide(customer)).status).toBe(200));
  await eventually(async () => expect(await system.mailsTo(customer.email)).toHaveLength(1));
}

it('the job repeat-unconfirmed releases guides whose payment events were lost, and mails the customers', async () => {
  const customers = await payAndLoseEvents(6);
  for (const customer of customers) expect((await readGuide(customer)).status).toBe(402);
  const { transact, enqueue, db } = system.payment.context as ServiceContext;
  const sweep = defineJob('repeat-unconfirmed', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 60_000 });
  await transact(async (tx) => enqueue(tx, sweep, {}, { jobId: 'now' }));
  for (const customer of customers) await expectReleased(customer);
  await eventually(async () => {
    const open = await sql`select order_id from order_state where confirmed_at is null`.execute(db);
    expect(open.rows).toEqual([]);
  });
});

it('a bypass of a paid transfer whose event was lost is refused, but releases the guide', async () => {
  const [customer] = (await payAndLoseEvents(1)) as [Customer];
  const contact = { transferId: customer.id, email: customer.email, reason: 'stripe_pending_notification' };
  await customer.browser.post('/api/save-contact', contact);
  const operator = await system.signIn('Petra');
  const refused = await operator.post(`/api/admin/bypass-payment/${customer.id}`, { reason: 'lost' });
  expect(refused.body).toMatchObject({ code: 'already_paid', status: 409 });
  await expectReleased(customer);
  await eventually(async () => {
    const { tasks } = (await operator.get(`/api/admin/tasks?search=${customer.id}`)).body;
    const reason = 'The customer paid by card.';
    expect(tasks).toMatchObject([{ kind: 'hand_payment', doneBy: 'system', reason }]);
  });
});

it('a refund request made while the notification service is down opens a task after the service’s restart, and the refund closes the task', async () => {
  const [customer] = (await payAndLoseEvents(1)) as [Customer];
  const params = { transferId: customer.id };
  await system.notification.stop();
  await system.payment.client.call(paymentApi.requestRefund, { params, body: { arrived: false } });

  const { database, sandbox } = system;
  const back = await testService(notificationService, { database, environment: { SMTP_URL: sandbox.smtpUrl } });
  onTestFinished(() => back.stop());
  const expectTask = (task: object) =>
    eventually(async () => {
      const { tasks } = await back.client.call(taskApi.list, { query: { search: customer.id } });
      expect(tasks).toMatchObject([{ kind: 'refund_request', ...task }]);
    });
  await expectTask({ doneAt: null });
  await system.payment.client.call(paymentApi.refund, { params, body: { product: 'all' } });
  await expectTask({ doneBy: 'system', reason: 'Refunded.' });
});
