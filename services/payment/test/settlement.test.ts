import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import {
  ConciergeActivated,
  PaymentFailed,
  PaymentSucceeded,
  paymentApi,
  RefundRequested,
} from '@xrp-bridge/contracts/payment';
import { createTestDatabase, recordTransactions, testService } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test } from 'vitest';
import { paymentService } from '../src/index.ts';
import { SettleUnsettled } from '../src/jobs.ts';
import { insertWebhookEvent } from '../src/webhook-store.ts';
import { eventually, newTransferId, secretKey, sharePayment, startPayment, webhookSecret } from './harness.ts';

const t = sharePayment();

const settle = (transferId: string) => t.client.call(paymentApi.settle, { params: { transferId } });

const sweep = () => t.run(SettleUnsettled);

/** Finds the provider's stored event about an intent. */
async function eventAbout(intentId: string, type: string) {
  const { data } = await t.provider.events.list({ type, limit: 100 });
  const event = data.find((one) => (one.data.object as { id: string }).id === intentId);
  if (!event) throw new Error(`no ${type} about ${intentId}`);
  return event;
}

test('a webhook that is delivered a thousand times settles one payment', async () => {
  const transferId = newTransferId();
  const { clientSecret } = await t.order(transferId, { serviceFee: '17.76' });
  await t.hold(true);
  const intentId = await t.pay(clientSecret);
  const event = await eventAbout(intentId, 'payment_intent.succeeded');
  const { statuses } = await t.deliver({ eventId: event.id, times: 1_000 });
  expect(statuses).toEqual({ 200: 1_000 });
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
  expect(await t.events(transferId, ConciergeActivated)).toHaveLength(1);
  const { events } = await t.client.call(paymentApi.listWebhookEvents, { query: { limit: 200 } });
  expect(events.filter((one) => one.id === event.id)).toMatchObject([{ outcome: 'settled' }]);
});

test('a webhook of a decline that is delivered again emits payment.failed once', async () => {
  const transferId = newTransferId();
  const { clientSecret } = await t.order(transferId);
  await t.hold(true);
  const event = await eventAbout(await t.pay(clientSecret, 'pm_card_chargeDeclined'), 'payment_intent.payment_failed');
  expect(await t.deliver({ eventId: event.id, times: 20 })).toMatchObject({ statuses: { 200: 20 } });
  expect(await t.events(transferId, PaymentFailed)).toHaveLength(1);
});

test('a webhook settles a payment in one transaction of four round trips', async () => {
  const transferId = newTransferId();
  const { clientSecret } = await t.order(transferId, { serviceFee: '17.76' });
  await t.hold(true);
  const event = await eventAbout(await t.pay(clientSecret), 'payment_intent.succeeded');
  const { ended, stop } = recordTransactions();
  onTestFinished(stop);
  expect(await t.deliver({ eventId: event.id })).toMatchObject({ statuses: { 200: 1 } });
  const settling = ended.filter(({ statements }) => statements.some((text) => text.includes('webhook_event')));
  const written = ['payment', 'accounting_entry', 'order_state', 'webhook_event', 'outbox'];
  expect(settling).toEqual([
    {
      statements: [
        'begin',
        expect.stringMatching(/select .* for update$/),
        expect.stringMatching(/select .* order_state/s),
        expect.stringMatching(new RegExp(`with .*${written.join('.*')}`, 's')),
        'commit',
      ],
      // `begin` is sent without waiting for its answer.
      roundTrips: 4,
    },
  ]);
});

test('a webhook event that is already stored changes nothing', async () => {
  const transferId = newTransferId();
  const { clientSecret, paymentId } = await t.order(transferId);
  await t.hold(true);
  const { id, type } = await eventAbout(await t.pay(clientSecret), 'payment_intent.succeeded');
  const stored = { id, type, outcome: 'ignored', paymentId, receivedAt: t.context.clock() } as const;
  await insertWebhookEvent(t.context.db, stored);
  expect(await t.deliver({ eventId: id })).toMatchObject({ statuses: { 200: 1 } });
  expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'open' }]);
  expect(await t.events(transferId, PaymentSucceeded)).toEqual([]);
  expect(await settle(transferId)).toMatchObject({ paid: true });
});

test('a payment is settled once if the webhook arrives before the redirect', async () => {
  const transferId = newTransferId();
  const { clientSecret, paymentId } = await t.order(transferId);
  await t.pay(clientSecret);
  const facts = { paymentId, transferId, product: 'guide', amountCents: 400, currency: 'USD' };
  expect(await t.emitted(transferId, PaymentSucceeded)).toMatchObject([facts]);
  expect(await settle(transferId)).toMatchObject({ paid: true, payments: [{ id: paymentId, status: 'succeeded' }] });
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
});

test('a payment is settled once if the redirect comes before the webhook', async () => {
  const transferId = newTransferId();
  const { clientSecret } = await t.order(transferId);
  expect(await settle(transferId)).toMatchObject({ paid: false, payments: [{ status: 'open' }] });
  await t.hold(true);
  const intentId = await t.pay(clientSecret);
  expect(await settle(transferId)).toMatchObject({ paid: true, payments: [{ status: 'succeeded' }] });
  await t.hold(false);
  const event = await eventAbout(intentId, 'payment_intent.succeeded');
  await eventually(async () => {
    const { events } = await t.client.call(paymentApi.listWebhookEvents, { query: { limit: 200 } });
    expect(events.find((one) => one.id === event.id)).toMatchObject({ outcome: 'unchanged' });
  });
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
});

test('a payment that the bank has not decided stays open, and the reply asks the customer not to pay again', async () => {
  const transferId = newTransferId();
  const order = await t.order(transferId);
  await t.pay(order.clientSecret, 'pm_card_processing');
  const undecided = { code: 'payment_provider_unavailable', status: 503, message: expect.stringMatching(/don’t pay/) };
  await expect(settle(transferId)).rejects.toMatchObject(undecided);
  await sweep();
  expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'open' }]);
  // A new request returns the same payment as before.
  expect(await t.order(transferId)).toEqual(order);
  await t.provider.paymentIntents.cancel(order.clientSecret.split('_secret_')[0] as string);
  await t.emitted(transferId, PaymentSucceeded, 0);
  expect(await settle(transferId)).toMatchObject({ paid: false });
});

test('a payment is settled once if webhook and redirect arrive at the same time', async () => {
  const transferIds = Array.from({ length: 10 }, newTransferId);
  await t.hold(true);
  for (const transferId of transferIds) await t.pay((await t.order(transferId)).clientSecret);
  await Promise.all([t.hold(false), ...transferIds.flatMap((id) => [settle(id), settle(id)])]);
  for (const transferId of transferIds) expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
});

test('after a crash between commit and publish, the next process publishes the event once', async () => {
  const database = await createTestDatabase();
  const before = await startPayment({ database });
  const transferId = newTransferId();
  const { clientSecret } = await before.order(transferId);
  await before.hold(true);
  const intentId = await before.pay(clientSecret);
  // The relay does not run before the process stops, so the committed event stays in the outbox.
  await before.service.outbox.stop();
  const [event] = (await before.provider.events.list({ type: 'payment_intent.succeeded' })).data;
  expect(await before.deliver({ eventId: event?.id })).toMatchObject({ statuses: { 200: 1 } });
  const waiting = await before.context.db.selectFrom('outbox').selectAll().execute();
  expect(waiting).toHaveLength(1);
  await before.stop();

  const seen: CloudEvent[] = [];
  const after = await testService(paymentService, {
    database,
    environment: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: 'http://127.0.0.1:9',
    },
  });
  const observer = await after.bus.subscribe({
    group: `observer-${randomUUID()}`,
    topics: ['payment'],
    deliver: async (one) => {
      seen.push(one);
    },
  });
  try {
    await eventually(() => expect(seen).toHaveLength(1));
    expect(seen[0]).toMatchObject({ type: 'payment.succeeded', subject: transferId });
    // The provider sends the event again, because it may not have received our response.
    const bytes = Buffer.from(JSON.stringify({ ...event }));
    const signature = before.provider.webhooks.generateTestHeaderString({
      payload: bytes.toString(),
      secret: webhookSecret,
    });
    const again = await fetch(`${after.url}/webhooks/stripe`, {
      method: 'POST',
      headers: { authorization: `Bearer ${after.token}`, 'stripe-signature': signature },
      body: bytes,
    });
    expect(again.status).toBe(200);
    expect(await after.published(PaymentSucceeded.type)).toHaveLength(1);
    expect(intentId).toMatch(/^pi_/);
  } finally {
    await observer.stop();
    await after.stop();
    await database.drop();
  }
});

test('the sweep settles a payment whose webhook was lost, and checks an abandoned checkout at growing intervals', async () => {
  const transferId = newTransferId();
  const abandoned = newTransferId();
  const { clientSecret } = await t.order(transferId);
  await t.order(abandoned);
  await t.hold(true);
  await t.pay(clientSecret);
  await sweep();
  expect(await t.entitlement(transferId)).toEqual({ guide: false, concierge: false });
  t.advance(3 * 60_000);
  await sweep();
  expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: false });
  expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);

  const checkedAt = async () =>
    (
      await t.context.db.selectFrom('payment').select('checked_at').where('order_id', '=', abandoned).executeTakeFirst()
    )?.checked_at.getTime();
  const first = await checkedAt();
  t.advance(2.5 * 60_000);
  await sweep();
  expect(await checkedAt()).toBe(first);
  t.advance(60_000);
  await sweep();
  expect(await checkedAt()).toBeGreaterThan(first as number);
});

test('the sweep checks the newest payment in its first batch, before older abandoned checkouts', async () => {
  const transferIds = Array.from({ length: 20 }, newTransferId);
  for (const transferId of transferIds) await t.order(transferId);
  const paid = newTransferId();
  const { clientSecret, paymentId } = await t.order(paid);
  await t.hold(true);
  await t.pay(clientSecret);
  t.advance(3 * 60_000);
  const checked: string[][] = [];
  const { fetchPayment } = t.context.stripe;
  t.context.stripe.fetchPayment = async (payment) => {
    if (checked.length === 0 || checked.at(-1)?.length === 8) checked.push([]);
    checked.at(-1)?.push(payment.id);
    return fetchPayment(payment);
  };
  try {
    await sweep();
  } finally {
    t.context.stripe.fetchPayment = fetchPayment;
  }
  expect(checked[0]).toContain(paymentId);
  // One run checks all payments.
  expect(checked.flat().length).toBeGreaterThan(20);
  expect(await t.entitlement(paid)).toEqual({ guide: true, concierge: false });
});

test('the redirect reports a payment as paid even if a webhook settles the payment at the same time', async () => {
  const transferId = newTransferId();
  const { clientSecret } = await t.order(transferId);
  await t.hold(true);
  await t.pay(clientSecret);
  const { fetchPayment } = t.context.stripe;
  t.context.stripe.fetchPayment = async (payment) => {
    const opened = await fetchPayment(payment);
    await t.hold(false);
    await t.emitted(transferId, PaymentSucceeded);
    return opened;
  };
  try {
    expect(await settle(transferId)).toMatchObject({ paid: true, payments: [{ status: 'succeeded' }] });
  } finally {
    t.context.stripe.fetchPayment = fetchPayment;
  }
});

test('a payment that is made after 40 days is still settled', async () => {
  const transferId = newTransferId();
  const { clientSecret } = await t.order(transferId);
  t.advance(40 * 24 * 3600_000);
  expect((await t.order(transferId, { transferStatus: 'expired' })).clientSecret).toBe(clientSecret);
  await t.pay(clientSecret);
  await t.emitted(transferId, PaymentSucceeded);
});

test('a card payment after a bypass emits payment.refund_requested with reason paid_twice', async () => {
  const transferId = newTransferId();
  const { clientSecret } = await t.order(transferId);
  await t.client.call(paymentApi.bypass, {
    params: { transferId },
    body: { operator: 'Ada' },
  });
  await t.pay(clientSecret);
  const [payment] = await t.emitted(transferId, PaymentSucceeded);
  expect(await t.events(transferId, RefundRequested)).toEqual([
    { transferId, paymentId: payment?.paymentId, reason: 'paid_twice' },
  ]);
  const payments = await t.paymentsOf(transferId);
  expect(payments.find((one) => one.status === 'succeeded')?.refundRequestedAt).not.toBeNull();
});
