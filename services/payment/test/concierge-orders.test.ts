import {
  ConciergeBought,
  ConciergeGuideRedeemed,
  ConciergeRefunded,
  ConciergeRefundRequested,
  conciergeApi,
} from '@xrp-bridge/contracts/concierge';
import { ConciergeActivated, PaymentFailed, PaymentRefunded, PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { describe, expect, test } from 'vitest';
import { eventually, newTransferId, sharePayment } from './harness.ts';

const t = sharePayment();

const newOrderId = newTransferId;
const open = async (orderId: string) => (await t.client.call(conciergeApi.openCheckout, { body: { orderId } })).url;
const readAccess = async (orderId: string, settle = false) =>
  (await t.client.call(conciergeApi.readOrderAccess, { body: { orderIds: [orderId], settle } })).orders[0];
const redeem = async (orderIds: string[], transferId: string) =>
  (await t.client.call(conciergeApi.redeemGuide, { body: { orderIds, transferId } })).redeemed;

/** Creates a paid concierge order without a transfer. */
async function createPaidOrder() {
  const orderId = newOrderId();
  await t.payOn(await open(orderId));
  const [facts] = await t.emitted(orderId, ConciergeBought);
  return { orderId, paymentId: facts?.paymentId as string };
}

describe('a concierge without a transfer', () => {
  test('includes a guide, emits no transfer events, and redirects back to the concierge', async () => {
    const orderId = newOrderId();
    const url = await open(orderId);
    expect(await readAccess(orderId)).toMatchObject({ state: 'none', transferId: null, guideCredit: false });
    expect((await t.payOn(url)).headers.get('location')).toBe('http://localhost:3000/concierge-success');
    expect(await t.emitted(orderId, ConciergeBought)).toMatchObject([{ orderId, amountCents: 1776, currency: 'USD' }]);
    expect(await t.events(orderId, PaymentSucceeded)).toEqual([]);
    expect(await t.events(orderId, ConciergeActivated)).toEqual([]);
    expect(await readAccess(orderId)).toMatchObject({
      orderId,
      state: 'owned',
      transferId: null,
      guideCredit: true,
      boughtAt: expect.any(String),
      refundRequestedAt: null,
      refundableUntil: expect.any(String),
      guide: true,
      refundable: { amount: '17.76', concierge: true, guide: true },
    });
    expect(await t.paymentsOf(orderId)).toMatchObject([{ product: 'bundle', amount: '17.76' }]);
  });

  test('opens one hosted page for simultaneous requests, and is not sold twice', async () => {
    const orderId = newOrderId();
    const urls = await Promise.all([open(orderId), open(orderId), open(orderId)]);
    expect(new Set(urls).size).toBe(1);
    await t.payOn(urls[0] as string);
    await t.emitted(orderId, ConciergeBought);
    await expect(open(orderId)).rejects.toMatchObject({ code: 'already_owned' });
    expect(await t.paymentsOf(orderId)).toHaveLength(1);
  });

  test('is settled once, by a query of the provider before the webhook arrives', async () => {
    const orderId = newOrderId();
    const url = await open(orderId);
    await t.hold(true);
    await t.payOn(url);
    expect(await readAccess(orderId)).toMatchObject({ state: 'none' });
    expect(await readAccess(orderId, true)).toMatchObject({ state: 'owned', guideCredit: true });
    await t.hold(false);
    expect(await t.events(orderId, ConciergeBought)).toHaveLength(1);
  });

  test('gives no access after a declined card, and its hosted payment page stays open', async () => {
    const orderId = newOrderId();
    const url = await open(orderId);
    expect(await (await t.payOn(url, '4000000000000002')).text()).toContain('Your card was declined.');
    expect(await readAccess(orderId, true)).toMatchObject({ state: 'none', guideCredit: false });
    expect(await t.events(orderId, PaymentFailed)).toEqual([]);
    expect(await open(orderId)).toBe(url);
  });

  test('is not listed for an unknown order or for a transfer without payments', async () => {
    const orderIds = [newOrderId(), newTransferId()];
    expect(await t.client.call(conciergeApi.readOrderAccess, { body: { orderIds } })).toEqual({ orders: [] });
  });
});

test('a concierge that was bought in a bundle belongs to the transfer and has no guide credit', async () => {
  const { transferId } = await t.paidTransfer('17.76');
  expect(await readAccess(transferId)).toMatchObject({ state: 'owned', transferId, guideCredit: false });
});

describe('the guide of a concierge order', () => {
  test('is redeemed for one transfer, which receives the same events as after a payment', async () => {
    const { orderId, paymentId } = await createPaidOrder();
    const [first, second] = [newTransferId(), newTransferId()];
    const twice = [redeem([newOrderId(), orderId], first), redeem([orderId], first)];
    expect(await Promise.all(twice)).toEqual([true, true]);
    expect(await t.emitted(first, ConciergeGuideRedeemed)).toEqual([{ orderId, transferId: first }]);
    expect(await t.emitted(first, PaymentSucceeded)).toMatchObject([
      { paymentId, transferId: first, product: 'bundle', amountCents: 1776, paidAt: expect.any(String) },
    ]);
    expect(await t.emitted(first, ConciergeActivated)).toEqual([{ paymentId, transferId: first }]);
    expect(await t.entitlement(first)).toEqual({ guide: true, concierge: true });
    expect(await readAccess(orderId)).toMatchObject({ state: 'owned', transferId: first, guideCredit: false });

    // A repeated request changes nothing. Another transfer gets no guide.
    expect(await redeem([orderId], first)).toBe(true);
    expect(await redeem([orderId], second)).toBe(false);
    expect(await t.events(first, PaymentSucceeded)).toHaveLength(1);
    await expect(t.order(first)).rejects.toMatchObject({ code: 'already_paid' });
    await expect(open(orderId)).rejects.toMatchObject({ code: 'transfer_closed' });
    await t.confirm(first, { guide: true, concierge: 'owned' });
  });

  test('is redeemed for only one of two transfers that request it at the same time', async () => {
    const { orderId } = await createPaidOrder();
    const transfers = [newTransferId(), newTransferId()];
    const redeemed = await Promise.all(transfers.map((transferId) => redeem([orderId], transferId)));
    expect(redeemed.filter(Boolean)).toHaveLength(1);
  });

  test('is not redeemed for a paid transfer, nor while its refund is requested', async () => {
    const { orderId } = await createPaidOrder();
    const paid = await t.paidTransfer();
    expect(await redeem([orderId], paid.transferId)).toBe(false);
    await t.requestRefund(orderId);
    expect(await readAccess(orderId)).toMatchObject({ guideCredit: false, refundableUntil: null, refundable: null });
    expect(await redeem([orderId], newTransferId())).toBe(false);
  });

  test('stays redeemable after a refund of only the concierge', async () => {
    const { orderId } = await createPaidOrder();
    await t.refund(orderId, 'concierge');
    expect(await readAccess(orderId)).toMatchObject({
      state: 'refunded',
      guide: true,
      guideCredit: true,
      refundableUntil: null,
      refundable: null,
    });
    const transferId = newTransferId();
    expect(await redeem([orderId], transferId)).toBe(true);
    expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: false });
  });
});

describe('the refund of a concierge order', () => {
  test('closes the access and emits concierge.refunded instead of payment.refunded', async () => {
    const { orderId, paymentId } = await createPaidOrder();
    await t.refund(orderId);
    expect(await t.emitted(orderId, ConciergeRefunded)).toMatchObject([
      { orderId, paymentId, refundedCents: 1776, closes: 'all' },
    ]);
    expect(await t.events(orderId, PaymentRefunded)).toEqual([]);
    expect(await readAccess(orderId)).toMatchObject({ state: 'refunded', guide: false, guideCredit: false });
    expect(await redeem([orderId], newTransferId())).toBe(false);
    await expect(open(orderId)).rejects.toMatchObject({ code: 'transfer_closed' });
  });

  test('is emitted as a refund of the transfer after the guide was redeemed', async () => {
    const { orderId } = await createPaidOrder();
    const transferId = newTransferId();
    await redeem([orderId], transferId);
    await t.refund(transferId);
    expect(await t.emitted(transferId, PaymentRefunded)).toMatchObject([{ closes: 'all' }]);
    expect(await readAccess(orderId)).toMatchObject({ state: 'refunded', transferId });
  });

  test('is booked after the payment if the refund’s webhook arrives first', async () => {
    const orderId = newOrderId();
    const url = await open(orderId);
    await t.hold(true);
    await t.payOn(url);
    const [charge] = (await t.provider.charges.list({ limit: 1 })).data;
    await t.provider.refunds.create({ payment_intent: charge?.payment_intent as string });
    const [event] = (await t.provider.events.list({ type: 'charge.refunded', limit: 1 })).data;
    // The payment is not settled yet, so the provider must send the event again.
    expect(await t.deliver({ eventId: event?.id })).toMatchObject({ statuses: { 503: 1 } });
    await t.hold(false);
    await eventually(async () =>
      expect(await readAccess(orderId, true)).toMatchObject({ state: 'refunded', guideCredit: false }),
    );
  });

  test('opens one task for repeated requests, and closing the task ends the request', async () => {
    const { orderId, paymentId } = await createPaidOrder();
    await t.requestRefund(orderId);
    await t.requestRefund(orderId);
    expect(await t.emitted(orderId, ConciergeRefundRequested)).toMatchObject([{ orderId, paymentId }]);
    const [task, ...others] = await t.tasks(orderId);
    expect([task, others]).toMatchObject([{ kind: 'refund_request', paymentId }, []]);
    expect(await readAccess(orderId)).toMatchObject({ state: 'owned', refundRequestedAt: expect.any(String) });
    await t.closeTask(task);
    expect(await readAccess(orderId)).toMatchObject({ refundRequestedAt: null, guideCredit: true });
  });

  test('can be requested for the concierge within 14 days, and not later', async () => {
    const { orderId } = await createPaidOrder();
    const transferId = newTransferId();
    await redeem([orderId], transferId);
    await t.pass(13);
    expect(await readAccess(orderId)).toMatchObject({
      state: 'owned',
      refundableUntil: expect.any(String),
      refundable: { amount: '13.76', concierge: true, guide: false },
    });
    await t.pass(2);
    expect(await readAccess(orderId)).toMatchObject({ state: 'owned', refundableUntil: null, refundable: null });
    await expect(t.requestRefund(transferId, true)).rejects.toMatchObject({ code: 'not_refundable' });
  });

  test('covers only the unredeemed guide after 14 days', async () => {
    const { orderId } = await createPaidOrder();
    await t.pass(15);
    expect(await readAccess(orderId)).toMatchObject({
      state: 'owned',
      guideCredit: true,
      refundableUntil: null,
      refundable: { amount: '4.00', concierge: false, guide: true },
    });
    await t.requestRefund(orderId);
    expect(await t.tasks(orderId)).toMatchObject([
      {
        why: 'Refund request. Amount due under our terms: $4.00 for the guide. Refund it in the Stripe dashboard, so the customer keeps the concierge.',
      },
    ]);
    expect(await readAccess(orderId)).toMatchObject({ guide: true, guideCredit: false, refundable: null });

    const { intent_id } = await t.context.db
      .selectFrom('payment')
      .select('intent_id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    await t.provider.refunds.create({ payment_intent: intent_id as string, amount: 400 });
    expect(await t.emitted(orderId, ConciergeRefunded)).toMatchObject([{ refundedCents: 400, closes: 'nothing' }]);
    expect(await readAccess(orderId)).toMatchObject({ state: 'owned', refundRequestedAt: null, refundable: null });
  });
});
