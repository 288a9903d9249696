import { PaymentRefunded, PaymentSucceeded, RefundRequested } from '@xrp-bridge/contracts/payment';
import { TaskSettled } from '@xrp-bridge/contracts/task';
import { describe, expect, test } from 'vitest';
import { newTransferId, sharePayment } from './harness.ts';

const t = sharePayment();

describe('a customer’s refund request', () => {
  test('is recorded once, and refunds nothing until an operator decides', async () => {
    const { transferId, paymentId } = await t.paidTransfer();
    const { payments } = await t.requestRefund(transferId);
    expect(payments).toMatchObject([{ status: 'succeeded', refundRequestedAt: expect.any(String) }]);
    expect((await t.requestRefund(transferId)).payments).toEqual(payments);
    expect((await t.requestRefund(transferId, true)).payments).toEqual(payments);
    expect(await t.emitted(transferId, RefundRequested)).toEqual([
      { transferId, paymentId, reason: 'customer_asked', requestedAt: payments[0]?.refundRequestedAt },
    ]);
  });

  test('has the same time for all payments, and each payment.refunded contains the request that is still open', async () => {
    const { transferId } = await t.paidTransfer();
    await t.pay((await t.order(transferId, { purpose: 'concierge' })).clientSecret);
    await t.emitted(transferId, PaymentSucceeded, 2);
    await t.requestRefund(transferId);
    const requests = await t.emitted(transferId, RefundRequested, 2);
    const [requestedAt, ...others] = new Set(requests.map((event) => event.requestedAt));
    expect(others).toEqual([]);
    for (const { paymentId } of requests) await t.refund(transferId, 'all', paymentId);
    expect(await t.emitted(transferId, PaymentRefunded, 2)).toMatchObject([
      { closes: 'guide', refundRequestedAt: requestedAt },
      { closes: 'concierge', refundRequestedAt: null },
    ]);
  });

  test('for a bundle stays open until the bundle is fully refunded', async () => {
    const { transferId, paymentId } = await t.paidTransfer('17.76');
    const { payments } = await t.requestRefund(transferId);
    await t.refund(transferId, 'concierge');
    const since = payments[0]?.refundRequestedAt;
    expect(await t.emitted(transferId, PaymentRefunded)).toMatchObject([{ refundRequestedAt: since }]);
    t.advance(1_000);
    expect((await t.requestRefund(transferId)).payments).toMatchObject([{ refundRequestedAt: since }]);
    expect(await t.events(paymentId, TaskSettled)).toEqual([]);
    await t.refund(transferId);
    expect(await t.events(paymentId, TaskSettled)).toMatchObject([
      { kinds: ['refund_request', 'refund_failed'], cause: null, paymentId, reason: 'Refunded.' },
      { kinds: ['unlocks_nothing'], cause: paymentId, paymentId, reason: 'Refunded.' },
    ]);
    expect(await t.tasks(transferId)).toHaveLength(1);
    expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'refunded', refundRequestedAt: null }]);
  });

  test('is settled by the refund of the concierge if it is for only the concierge', async () => {
    const { transferId, paymentId } = await t.paidTransfer('17.76');
    await t.requestRefund(transferId, true);
    await t.refund(transferId, 'concierge');
    expect(await t.events(paymentId, TaskSettled)).toMatchObject([{ kinds: ['refund_request'], paymentId }]);
    expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'succeeded', refundRequestedAt: null }]);
  });

  test('is refused for the guide once the XRP has arrived', async () => {
    const { transferId } = await t.paidTransfer();
    await expect(t.requestRefund(transferId, true)).rejects.toMatchObject({ code: 'not_refundable', status: 409 });
    await expect(t.requestRefund(newTransferId())).rejects.toMatchObject({ code: 'not_refundable' });
    expect(await t.events(transferId, RefundRequested)).toEqual([]);
  });

  test('is accepted for the concierge within 14 days, even after the XRP has arrived', async () => {
    const early = await t.paidTransfer('17.76');
    const late = await t.paidTransfer('17.76');
    await t.requestRefund(early.transferId, true);
    await t.emitted(early.transferId, RefundRequested);
    t.advance(15 * 24 * 3600_000);
    await expect(t.requestRefund(late.transferId, true)).rejects.toMatchObject({ code: 'not_refundable' });
    await t.requestRefund(late.transferId, false);
    await t.emitted(late.transferId, RefundRequested);
  });
});
