import { PaymentFailed, PaymentSucceeded, paymentApi } from '@xrp-bridge/contracts/payment';
import { describe, expect, test } from 'vitest';
import type { Payment } from '../src/domain/payment.ts';
import { findPayments, insertPayment } from '../src/store.ts';
import { createStripeGateway } from '../src/stripe.ts';
import { retirePayment } from '../src/use-cases/retire-payment.ts';
import { newTransferId, sharePayment } from './harness.ts';

const t = sharePayment();

describe('opening a payment', () => {
  test('charges the listed price, ignores an amount from the client, and puts the payment id into the metadata', async () => {
    const transferId = newTransferId();
    const guide = await t.order(transferId);
    expect(guide.amount).toBe('4.00');
    const [intent] = await t.intentsOf(transferId);
    expect(intent).toMatchObject({
      amount: 400,
      // Customers can pay only by card.
      automatic_payment_methods: null,
      metadata: { payment_id: guide.paymentId, transfer_id: transferId, product: 'guide' },
    });
    expect((await t.order(newTransferId(), { serviceFee: '17.76' })).amount).toBe('17.76');
    const forged = { transferId: newTransferId(), purpose: 'transfer', serviceFee: '4.00', transferStatus: 'pending' };
    const opened = await t.client.call(paymentApi.openIntent, { body: { ...forged, amount: 1 } as never });
    expect(opened).toMatchObject({ amount: '4.00' });
    expect(await t.intentsOf(forged.transferId)).toMatchObject([{ amount: 400 }]);
    const wrongFee = { transferId, purpose: 'transfer', serviceFee: '0.01', transferStatus: 'pending' };
    await expect(t.client.call(paymentApi.openIntent, { body: wrongFee as never })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test.each([
    ['XRP BRIDGE', {}],
    ['BRIDGE', { STATEMENT_NAME: 'BRIDGE GUIDES LTD' }],
    ['BRIDGEGUID', { STATEMENT_NAME: 'BRIDGEGUIDES' }],
    [null, { STATEMENT_NAME: '1234 5678 BRIDGE' }],
  ])('sets the card statement’s suffix to %s', async (suffix, names) => {
    const { stripe, settings, log } = t.context;
    t.context.stripe = createStripeGateway({ ...settings, ...names }, log, () => {});
    try {
      const transferId = newTransferId();
      await t.order(transferId);
      expect(await t.intentsOf(transferId)).toMatchObject([{ statement_descriptor_suffix: suffix }]);
    } finally {
      t.context.stripe = stripe;
    }
  });

  test('creates one open payment for twenty simultaneous requests', async () => {
    const transferId = newTransferId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.order(transferId)));
    expect(new Set(answers.map((answer) => answer.clientSecret)).size).toBe(1);
    expect(await t.intentsOf(transferId)).toHaveLength(1);
    expect(await t.paymentsOf(transferId)).toHaveLength(1);
  });

  test('is refused for a paid transfer, for a closed transfer, and for the concierge before the guide', async () => {
    const { transferId } = await t.paidTransfer();
    await expect(t.order(transferId)).rejects.toMatchObject({ code: 'already_paid', status: 409 });
    await expect(t.order(newTransferId(), { transferStatus: 'refunded' })).rejects.toMatchObject({
      code: 'transfer_closed',
    });
    await expect(t.order(newTransferId(), { purpose: 'concierge' })).rejects.toMatchObject({
      code: 'payment_required',
    });
  });

  test('sells the concierge after a paid guide, once', async () => {
    const { transferId } = await t.paidTransfer();
    const upgrade = await t.order(transferId, { purpose: 'concierge' });
    expect(upgrade.amount).toBe('13.76');
    await t.pay(upgrade.clientSecret);
    await t.emitted(transferId, PaymentSucceeded, 2);
    await expect(t.order(transferId, { purpose: 'concierge' })).rejects.toMatchObject({
      code: 'already_owned',
      status: 409,
    });
    const bundle = await t.paidTransfer('17.76');
    await expect(t.order(bundle.transferId, { purpose: 'concierge' })).rejects.toMatchObject({ code: 'already_owned' });
  });

  test('queries the provider first, and settles a payment whose webhook is missing instead of selling twice', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.hold(true);
    await t.pay(clientSecret);
    await expect(t.order(transferId)).rejects.toMatchObject({ code: 'already_paid' });
    expect(await t.order(transferId, { purpose: 'concierge' })).toMatchObject({ amount: '13.76' });
    expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
  });

  test('emits the time of the payment at the provider, from a webhook and from a query', async () => {
    const startedAt = Math.floor(Date.now() / 1_000) * 1_000;
    for (const isHeld of [false, true]) {
      const transferId = newTransferId();
      const { clientSecret } = await t.order(transferId);
      await t.hold(isHeld);
      await t.pay(clientSecret);
      if (isHeld) await expect(t.order(transferId)).rejects.toMatchObject({ code: 'already_paid' });
      const [{ providerPaidAt = '', paidAt = '' } = {}] = await t.emitted(transferId, PaymentSucceeded);
      expect(providerPaidAt).toMatch(/:\d\d\.000Z$/);
      expect(Date.parse(providerPaidAt)).toBeGreaterThanOrEqual(startedAt);
      expect(providerPaidAt <= paidAt).toBe(true);
    }
  });

  test('sells the concierge if the guide is paid at the provider but its webhook is missing', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.hold(true);
    await t.pay(clientSecret);
    expect(await t.order(transferId, { purpose: 'concierge' })).toMatchObject({ amount: '13.76' });
  });

  test('creates a new intent if the open intent was canceled at the provider', async () => {
    const transferId = newTransferId();
    const first = await t.order(transferId);
    await t.provider.paymentIntents.cancel((await t.intentsOf(transferId))[0]?.id as string);
    const second = await t.order(transferId);
    expect(second.clientSecret).not.toBe(first.clientSecret);
    expect((await t.paymentsOf(transferId)).map((payment) => payment.status).sort()).toEqual(['canceled', 'open']);
  });

  test('with another fee does not cancel a payment that another tab has opened since the request started', async () => {
    const transferId = newTransferId();
    const { db } = t.context;
    await insertPayment(db, {
      ...({
        orderId: transferId,
        orderKind: 'transfer',
        product: 'guide',
        amountCents: 400,
        channel: 'intent',
      } as const),
      createdAt: t.context.clock(),
      openedBy: null,
    });
    const [read] = await findPayments(db, transferId);
    const opened = await t.order(transferId);
    expect(await retirePayment(t.context, read as Payment)).toBe('unchanged');
    expect(await t.paymentsOf(transferId)).toMatchObject([{ id: opened.paymentId, status: 'open' }]);
    // The next request reads the payment again and cancels it, both here and at the provider.
    await t.order(transferId, { serviceFee: '17.76' });
    expect((await t.intentsOf(transferId)).map(({ status }) => status).sort()).toEqual([
      'canceled',
      'requires_payment_method',
    ]);
  });

  test('creates a payable intent after a hosted page replaced the first intent', async () => {
    const transferId = newTransferId();
    const first = await t.order(transferId);
    const body = { transferId, transferStatus: 'pending' };
    await t.client.call(paymentApi.openCheckout, { body });
    const again = await t.order(transferId);
    expect(again.clientSecret).not.toBe(first.clientSecret);
    const { status } = await t.provider.paymentIntents.retrieve(again.clientSecret.split('_secret_')[0] as string);
    expect(status).toBe('requires_payment_method');
  });

  test('with another fee cancels the open payment, so that only one payment can be paid', async () => {
    const transferId = newTransferId();
    await t.order(transferId);
    const bundle = await t.order(transferId, { serviceFee: '17.76' });
    expect(bundle.amount).toBe('17.76');
    expect((await t.intentsOf(transferId)).map((intent) => intent.status).sort()).toEqual([
      'canceled',
      'requires_payment_method',
    ]);
  });
});

describe('a declined card', () => {
  test('is stored with the provider’s message, and the payment can be retried', async () => {
    const transferId = newTransferId();
    const { clientSecret, paymentId } = await t.order(transferId);
    await t.pay(clientSecret, 'pm_card_chargeDeclined');
    const [failed] = await t.emitted(transferId, PaymentFailed);
    expect(failed).toMatchObject({ paymentId, amountCents: 400, declineCode: 'generic_decline' });
    expect(await t.paymentsOf(transferId)).toMatchObject([
      { status: 'failed', failure: 'Your card was declined.', paidAt: null },
    ]);

    expect((await t.order(transferId)).clientSecret).toBe(clientSecret);
    await t.pay(clientSecret, 'pm_card_chargeDeclinedInsufficientFunds');
    await t.emitted(transferId, PaymentFailed, 2);
    await t.pay(clientSecret);
    await t.emitted(transferId, PaymentSucceeded);
    expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'succeeded', failure: null }]);
  });

  test('has no effect if its webhook arrives after the payment succeeded', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.hold(true);
    await t.pay(clientSecret, 'pm_card_chargeDeclined');
    await t.pay(clientSecret);
    await t.client.call(paymentApi.settle, { params: { transferId } });
    await t.hold(false);
    expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'succeeded' }]);
    expect(await t.events(transferId, PaymentFailed)).toEqual([]);
  });
});
