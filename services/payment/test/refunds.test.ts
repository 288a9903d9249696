import {
  MoneyReturned,
  PaymentRefunded,
  PaymentSucceeded,
  paymentApi,
  RefundRequested,
} from '@xrp-bridge/contracts/payment';
import { describe, expect, test } from 'vitest';
import { createStripeGateway, ProviderUnavailable } from '../src/stripe.ts';
import { startFailing } from './failing-provider.ts';
import { newTransferId, sharePayment, startPayment, webhookSecret } from './harness.ts';

const t = sharePayment();

describe('an operator’s refund', () => {
  test('refunds the guide in full, once, even if it is requested again', async () => {
    const { transferId, paymentId, intentId } = await t.paidTransfer();
    const { payments } = await t.refund(transferId);
    expect(payments).toMatchObject([{ id: paymentId, status: 'refunded', amount: '4.00', refunded: '4.00' }]);
    expect((await t.refund(transferId)).payments).toEqual(payments);
    expect(await t.refundsOf(intentId)).toEqual([400]);
    expect(await t.emitted(transferId, PaymentRefunded)).toMatchObject([
      { paymentId, refundedCents: 400, closes: 'guide', paidAt: expect.any(String) },
    ]);
    expect(await t.entitlement(transferId)).toEqual({ guide: false, concierge: false });
    await expect(t.order(transferId)).rejects.toMatchObject({ code: 'transfer_closed' });
  });

  test('is made once for ten simultaneous requests', async () => {
    const { transferId, intentId } = await t.paidTransfer('17.76');
    await Promise.all(Array.from({ length: 10 }, () => t.refund(transferId)));
    expect(await t.refundsOf(intentId)).toEqual([1776]);
    expect(await t.emitted(transferId, PaymentRefunded)).toMatchObject([{ refundedCents: 1776, closes: 'all' }]);
  });

  test('can be made for the concierge first and for the guide later', async () => {
    const { transferId, intentId } = await t.paidTransfer('17.76');
    expect((await t.refund(transferId, 'concierge')).payments).toMatchObject([
      { status: 'succeeded', refunded: '13.76' },
    ]);
    expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: false });
    await t.refund(transferId, 'concierge');
    expect(await t.refundsOf(intentId)).toEqual([1376]);
    expect((await t.refund(transferId)).payments).toMatchObject([{ status: 'refunded', refunded: '17.76' }]);
    expect(await t.emitted(transferId, PaymentRefunded, 2)).toMatchObject([
      { refundedCents: 1376, closes: 'concierge' },
      { refundedCents: 400, closes: 'guide' },
    ]);
  });

  test('needs a payment id if there are two payments, and leaves the access of the other payment open', async () => {
    const { transferId, paymentId } = await t.paidTransfer();
    const upgrade = await t.order(transferId, { purpose: 'concierge' });
    await t.pay(upgrade.clientSecret);
    await t.emitted(transferId, PaymentSucceeded, 2);
    await expect(t.refund(transferId)).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
      errors: [{ field: 'paymentId', code: 'required' }],
    });
    const elsewhere = await t.paidTransfer();
    await expect(t.refund(transferId, 'all', elsewhere.paymentId)).rejects.toMatchObject({
      errors: [{ field: 'paymentId', code: 'unknown' }],
    });
    expect(await t.events(transferId, PaymentRefunded)).toEqual([]);

    await t.refund(transferId, 'all', upgrade.paymentId);
    await t.refund(transferId, 'all', upgrade.paymentId);
    expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: false });
    const [guide, concierge] = await t.paymentsOf(transferId).then((all) => all.toReversed());
    expect(guide).toMatchObject({ id: paymentId, status: 'succeeded', refunded: '0.00' });
    expect(concierge).toMatchObject({ id: upgrade.paymentId, status: 'refunded', refunded: '13.76' });
    // Only one payment is left to refund, so the request needs no payment id.
    await t.refund(transferId);
    const closed = await t.emitted(transferId, PaymentRefunded, 2);
    expect(closed.map((data) => [data.refundedCents, data.closes])).toEqual([
      [1376, 'concierge'],
      [400, 'guide'],
    ]);
  });

  test('closes no access if the payment was made after a bypass', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.client.call(paymentApi.bypass, { params: { transferId }, body: { operator: 'Ada' } });
    await t.pay(clientSecret);
    await t.emitted(transferId, RefundRequested);
    await t.refund(transferId);
    await t.emitted(transferId, MoneyReturned);
    expect(await t.events(transferId, PaymentRefunded)).toEqual([]);
    expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: false });
  });

  test('is refused with not_refundable without a payment of the product', async () => {
    const unpaid = newTransferId();
    await expect(t.refund(unpaid)).rejects.toMatchObject({ code: 'not_refundable', status: 409 });
    const { transferId } = await t.paidTransfer();
    await expect(t.refund(transferId, 'concierge')).rejects.toMatchObject({ code: 'not_refundable' });
    await t.client.call(paymentApi.bypass, { params: { transferId: unpaid }, body: { operator: 'Ada' } });
    await expect(t.refund(unpaid)).rejects.toMatchObject({ code: 'not_refundable' });
  });

  test('changes nothing while the provider is down, and succeeds when the operator repeats it', async () => {
    const { transferId, intentId } = await t.paidTransfer();
    await t.fault('down');
    await expect(t.refund(transferId)).rejects.toMatchObject({ code: 'payment_provider_unavailable', status: 503 });
    expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'succeeded', refunded: '0.00' }]);
    expect(await t.events(transferId, PaymentRefunded)).toEqual([]);
    await t.heal();
    await t.refund(transferId);
    expect(await t.refundsOf(intentId)).toEqual([400]);
  });

  test('is resumed, and not repeated, if the provider’s answer was lost', async () => {
    const { stripe, settings, log } = t.context;
    const { transferId, intentId } = await t.paidTransfer('17.76');
    // The provider becomes slow after the refund's row was committed, so the request times out.
    const slow = createStripeGateway(settings, log, () => {}, { timeoutMs: 200 });
    t.context.stripe = {
      ...slow,
      async refund(...given) {
        await t.fault('slow');
        return slow.refund(...given);
      },
    };
    await expect(t.refund(transferId, 'concierge')).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    t.context.stripe = stripe;
    await t.heal();
    expect((await t.refund(transferId, 'concierge')).payments).toMatchObject([{ refunded: '13.76' }]);
    expect(await t.refundsOf(intentId)).toEqual([1376]);
    await t.emitted(transferId, PaymentRefunded, 1);
  });

  test('uses another idempotency key after an internal error of the provider', async () => {
    const { stripe, settings, log } = t.context;
    const failing = await startFailing(t.sandbox.url);
    const { transferId, intentId } = await t.paidTransfer();
    t.context.stripe = createStripeGateway({ ...settings, STRIPE_API_BASE: failing.url }, log, () => {});
    try {
      await expect(t.refund(transferId)).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
      expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'succeeded', refunded: '0.00' }]);
      failing.recover();
      await t.refund(transferId);
      expect(await t.refundsOf(intentId)).toEqual([400]);
    } finally {
      t.context.stripe = stripe;
      await failing.stop();
    }
  });

  test('replaces an earlier refund of another amount that never reached the provider', async () => {
    const { transferId, intentId } = await t.paidTransfer('17.76');
    const { stripe } = t.context;
    t.context.stripe = { ...stripe, refund: () => Promise.reject(new ProviderUnavailable(new Error('no route'))) };
    await expect(t.refund(transferId, 'all')).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    t.context.stripe = stripe;
    await t.refund(transferId, 'concierge');
    expect(await t.refundsOf(intentId)).toEqual([1376]);
    expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: false });
  });

  test('is answered with 409 if the provider refuses it, and can be made later', async () => {
    const { transferId, intentId } = await t.paidTransfer();
    const { stripe } = t.context;
    // The refund exceeds the charge, so the provider refuses the refund, like a refund of a disputed charge.
    const refuse: typeof stripe.refund = (payment, one) => stripe.refund(payment, { ...one, amountCents: 500 });
    t.context.stripe = { ...stripe, refund: refuse };
    await expect(t.refund(transferId)).rejects.toMatchObject({ code: 'not_refundable', status: 409 });
    expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'succeeded', refunded: '0.00' }]);
    t.context.stripe = stripe;
    await t.refund(transferId);
    expect(await t.refundsOf(intentId)).toEqual([400]);
  });
});

test('a refund that the bank returns is reversed in the accounting, leaves the access closed, and requests a new refund', async () => {
  const failing = await startPayment();
  try {
    const { transferId, intentId, paymentId } = await failing.paidTransfer();
    const { client, context } = failing;
    await failing.refund(transferId);
    const [made] = (await failing.provider.refunds.list({ payment_intent: intentId })).data;
    const payload = JSON.stringify({
      id: 'evt_failed_refund',
      object: 'event',
      type: 'refund.failed',
      livemode: false,
      data: { object: { ...made, status: 'failed' } },
    });
    const signature = failing.provider.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    for (let times = 0; times < 2; times++) {
      expect(await failing.receive(Buffer.from(payload), signature)).toMatchObject({ status: 200 });
    }
    expect(await failing.events(transferId, RefundRequested)).toEqual([
      { transferId, paymentId, reason: 'refund_failed' },
    ]);
    const [task, ...others] = await failing.tasks(transferId);
    expect(task).toMatchObject({ kind: 'refund_failed', amountCents: 400 });
    expect(others).toEqual([]);
    expect(await failing.paymentsOf(transferId)).toMatchObject([{ status: 'refunded', refunded: '0.00' }]);
    expect(await failing.entitlement(transferId)).toEqual({ guide: false, concierge: false });
    expect(await client.call(paymentApi.readAccounting)).toMatchObject({
      balanced: true,
      totals: { stripe_clearing: '4.00', refunds_guide: '0.00' },
    });
    const kinds = await context.db.selectFrom('accounting_entry').select('kind').orderBy('at').execute();
    expect(new Set(kinds.map((row) => row.kind))).toEqual(new Set(['sale', 'refund', 'refund_failed']));
  } finally {
    await failing.stop();
  }
});
