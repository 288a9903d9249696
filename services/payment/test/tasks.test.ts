import { paymentApi, RefundRequestClosed, RefundRequested } from '@xrp-bridge/contracts/payment';
import { TaskSettled } from '@xrp-bridge/contracts/task';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SettleUnsettled } from '../src/jobs.ts';
import { eventually, type Harness, newTransferId, sharePayment, startPayment } from './harness.ts';

const t = sharePayment();

/** Waits until a task of an order is opened, and returns it. */
const taskOf = (orderId: string, kind: string, at = t) =>
  eventually(async () => {
    const task = (await at.tasks(orderId)).find((one) => one.kind === kind);
    return task ?? expect.fail(`no ${kind}`);
  });

describe('a requested refund', () => {
  test('opens one task, which the refund settles', async () => {
    const { transferId, paymentId } = await t.paidTransfer();
    await t.requestRefund(transferId);
    await t.requestRefund(transferId);
    expect(await t.tasks(transferId)).toMatchObject([
      { kind: 'refund_request', paymentId, amountCents: 400, refund: { product: 'all', amountCents: 400 } },
    ]);
    await t.refund(transferId);
    const settled = { kinds: ['refund_request', 'refund_failed'], paymentId, cause: null, reason: 'Refunded.' };
    expect(await t.events(paymentId, TaskSettled)).toContainEqual(settled);
  });

  test('emits payment.refund_request_closed once when an operator declines, and can be requested again', async () => {
    const { transferId, paymentId } = await t.paidTransfer();
    await t.requestRefund(transferId);
    const first = await taskOf(transferId, 'refund_request');
    await t.closeTask(first);
    await t.closeTask(first);
    expect(await t.events(transferId, RefundRequestClosed)).toEqual([
      { transferId, paymentId, refundRequestedAt: null },
    ]);
    expect(await t.paymentsOf(transferId)).toMatchObject([{ refundRequestedAt: null }]);
    t.advance(1_000);
    await t.requestRefund(transferId);
    expect(await t.events(transferId, RefundRequested)).toHaveLength(2);
    const [, second] = await t.tasks(transferId);
    expect(second?.cause).not.toBe(first.cause);

    // A repeated event of the first task does not close the second request.
    await t.closeTask(first);
    expect(await t.paymentsOf(transferId)).toMatchObject([{ refundRequestedAt: expect.any(String) }]);
    expect(await t.events(transferId, RefundRequestClosed)).toHaveLength(1);
  });

  test('stays open for the other payments if an operator declines the refund of one payment', async () => {
    const { transferId } = await t.paidTransfer();
    await t.pay((await t.order(transferId, { purpose: 'concierge' })).clientSecret);
    await eventually(async () => expect((await t.entitlement(transferId)).concierge).toBe(true));
    const { payments } = await t.requestRefund(transferId);
    const [first] = await t.tasks(transferId);
    await t.closeTask(first);
    const { refundRequestedAt } = payments[0] ?? {};
    expect(await t.events(transferId, RefundRequestClosed)).toMatchObject([{ refundRequestedAt }]);
  });

  test('is settled by refunds in the provider’s dashboard once the full amount is refunded', async () => {
    const { transferId, paymentId, intentId } = await t.paidTransfer();
    await t.requestRefund(transferId);
    await t.provider.refunds.create({ payment_intent: intentId, amount: 100 });
    await eventually(async () => expect(await t.paymentsOf(transferId)).toMatchObject([{ refunded: '1.00' }]));
    expect(await t.events(paymentId, TaskSettled)).toEqual([]);
    await t.provider.refunds.create({ payment_intent: intentId });
    await eventually(async () => expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'refunded' }]));
    const kinds = expect.arrayContaining(['refund_request']);
    expect(await t.events(paymentId, TaskSettled)).toContainEqual(expect.objectContaining({ kinds }));
  });
});

describe('a payment that does not match its order', () => {
  // These payments are not booked, so `sharePayment` would find a difference after each test.
  let differing: Harness;
  beforeAll(async () => {
    differing = await startPayment();
  });
  afterAll(() => differing?.stop());

  test('opens a task if it is made after a bypass', async () => {
    const transferId = newTransferId();
    const { clientSecret, paymentId } = await t.order(transferId);
    await t.client.call(paymentApi.bypass, { params: { transferId }, body: { operator: 'Ada' } });
    await t.pay(clientSecret);
    const refund = { product: 'all', amountCents: 400 };
    expect(await taskOf(transferId, 'unlocks_nothing')).toMatchObject({ paymentId, refund });
  });

  test('opens one task for a wrong amount, found by the webhook and by the sweep', async () => {
    const transferId = newTransferId();
    const { paymentId } = await differing.order(transferId);
    // Simulates a change of the amount in the provider's dashboard.
    const { id } = await differing.provider.paymentIntents.create({
      amount: 399,
      currency: 'usd',
      metadata: { payment_id: paymentId },
    });
    await differing.context.db.updateTable('payment').set({ intent_id: id }).where('id', '=', paymentId).execute();
    await differing.provider.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    const task = await taskOf(transferId, 'wrong_amount', differing);
    expect(task).toMatchObject({ paymentId, amountCents: 399 });
    expect(task.refund ?? null).toBeNull();
    differing.advance(3 * 60_000);
    await differing.run(SettleUnsettled);
    const tasks = await differing.tasks(transferId);
    expect(tasks.length).toBeGreaterThan(1);
    expect(new Set(tasks.map(({ kind, cause }) => `${kind} ${cause}`)).size).toBe(1);
  });

  test('is stored as not_ours if it is a disputed payment of another shop on our account', async () => {
    const { id } = await differing.provider.paymentIntents.create({
      amount: 999,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await differing.control('POST', 'stripe/disputes', { paymentIntent: id });
    await eventually(async () => {
      const { events } = await differing.client.call(paymentApi.listWebhookEvents, { query: { outcome: 'not_ours' } });
      expect(events.map((event) => event.type)).toContain('charge.dispute.created');
    });
  });
});

describe('a dispute', () => {
  test('opens a task when it begins; a loss settles this task, opens a second task, and books nothing', async () => {
    const { transferId, paymentId, intentId } = await t.paidTransfer();
    const before = await t.client.call(paymentApi.readAccounting);
    const dispute = await t.control('POST', 'stripe/disputes', { paymentIntent: intentId });
    const task = await taskOf(transferId, 'dispute');
    expect(task).toMatchObject({ paymentId, cause: dispute.id, why: expect.stringContaining('fraudulent') });
    await t.control('POST', 'stripe/disputes', { id: dispute.id, status: 'lost' });
    await eventually(async () =>
      expect(await t.events(paymentId, TaskSettled)).toMatchObject([
        { kinds: ['dispute'], paymentId, cause: dispute.id },
      ]),
    );
    expect((await t.tasks(transferId)).at(-1)).toMatchObject({ why: expect.stringContaining('lost') });
    expect(await t.client.call(paymentApi.readAccounting)).toEqual(before);
    // The dispute's events are sent concurrently.
    await eventually(async () => {
      const { events } = await t.client.call(paymentApi.listWebhookEvents, { query: { outcome: 'disputed' } });
      expect(events.map((event) => event.type)).toContain('charge.dispute.funds_withdrawn');
    });
  });
});
