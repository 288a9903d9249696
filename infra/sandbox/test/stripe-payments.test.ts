import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { order, refusal, useHarness } from './harness.ts';

const sandbox = useHarness();
beforeEach(() => sandbox.control('POST', 'reset'));

describe('payment intents', () => {
  it('are created, confirmed and charged', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      ...order,
      metadata: { payment_id: 'p1' },
      receipt_email: 'a@example.com',
    });
    expect(intent).toMatchObject({ status: 'requires_payment_method', amount: 400, metadata: { payment_id: 'p1' } });
    expect(intent.lastResponse.requestId).toMatch(/^req_/);

    const paid = await sandbox.stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_mastercard',
      expand: ['latest_charge', 'payment_method'],
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 400,
      latest_charge: { object: 'charge', status: 'succeeded', paid: true, metadata: { payment_id: 'p1' } },
      payment_method: { card: { brand: 'mastercard', last4: '4444' } },
    });
    expect(await sandbox.stripe.charges.list({ payment_intent: intent.id })).toMatchObject({ data: [{ amount: 400 }] });
  });

  it('accept only a valid statement descriptor suffix, and copy the suffix to the charge', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({ ...order, statement_descriptor_suffix: 'XRP BRIDGE' });
    await sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    const { data } = await sandbox.stripe.charges.list({ payment_intent: intent.id });
    expect(data).toMatchObject([
      { calculated_statement_descriptor: 'SANDBOX* XRP BRIDGE', statement_descriptor_suffix: 'XRP BRIDGE' },
    ]);
    for (const wrong of ['2026', 'XRP*BRIDGE', 'BRIDGE’S', 'LONGER THAN 13']) {
      const refused = await refusal(
        sandbox.stripe.paymentIntents.create({ ...order, statement_descriptor_suffix: wrong }),
      );
      expect(refused).toMatchObject({ statusCode: 400, param: 'statement_descriptor_suffix' });
    }
  });

  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined, 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('decline %s and accept another card afterwards', async (method, code, declineCode, message) => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    const error = await refusal<Stripe.errors.StripeCardError>(
      sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: method }),
    );
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, message });
    expect(error.decline_code || undefined).toBe(declineCode);
    expect(error.doc_url).toBe(`https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`);
    expect(error.payment_intent).toMatchObject({
      id: intent.id,
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code, message, charge: error.charge },
    });
    expect(await sandbox.stripe.charges.retrieve(error.charge as string)).toMatchObject({
      status: 'failed',
      paid: false,
    });

    const paid = await sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it('are canceled, and can then be neither confirmed nor canceled again', async () => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    const canceled = await sandbox.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    for (const call of [
      sandbox.stripe.paymentIntents.cancel(intent.id),
      sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    ]) {
      expect(await refusal(call)).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id: intent.id },
      });
    }
  });

  it('cannot be confirmed without a payment method', async () => {
    const code = 'payment_intent_unexpected_state';
    expect(await refusal(sandbox.stripe.paymentIntents.create({ ...order, confirm: true }))).toMatchObject({ code });
    expect((await sandbox.stripe.paymentIntents.list()).data).toEqual([]);
    const intent = await sandbox.stripe.paymentIntents.create(order);
    expect(await refusal(sandbox.stripe.paymentIntents.confirm(intent.id))).toMatchObject({ code });
    const ready = await sandbox.stripe.paymentIntents.create({ ...order, payment_method: 'pm_card_visa' });
    expect(ready.status).toBe('requires_confirmation');
    expect((await sandbox.stripe.paymentIntents.confirm(ready.id)).status).toBe('succeeded');
  });

  it('cannot be charged twice', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      ...order,
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    expect(intent.status).toBe('succeeded');
    expect(
      await refusal(sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    });
  });

  it('can be updated while they are open', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({ ...order, metadata: { a: '1', b: '2' } });
    const updated = await sandbox.stripe.paymentIntents.update(intent.id, {
      amount: 1776,
      metadata: { a: '', c: '3' },
    });
    expect(updated).toMatchObject({ amount: 1776 });
    expect(updated.metadata).toEqual({ b: '2', c: '3' });
  });

  it('are listed newest first, page by page, in both directions', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await sandbox.stripe.paymentIntents.create(order)).id);
    const first = await sandbox.stripe.paymentIntents.list({ limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    const before = await sandbox.stripe.paymentIntents.list({ limit: 2, ending_before: ids[3] });
    expect(before.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    const all: string[] = [];
    for await (const { id } of sandbox.stripe.paymentIntents.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(ids);
  });
});

describe('refunds', () => {
  const pay = () => sandbox.stripe.paymentIntents.create({ ...order, payment_method: 'pm_card_visa', confirm: true });

  it('return parts of a payment, never more than was paid', async () => {
    const intent = await pay();
    const refund = await sandbox.stripe.refunds.create({
      payment_intent: intent.id,
      amount: 150,
      reason: 'requested_by_customer',
    });
    expect(refund).toMatchObject({ amount: 150, status: 'succeeded', charge: intent.latest_charge });
    expect(await refusal(sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 251 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount ($2.51) is greater than unrefunded amount on charge ($2.50)',
    });
    await sandbox.stripe.refunds.create({ charge: intent.latest_charge as string });
    expect(await sandbox.stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({
      amount_refunded: 400,
      refunded: true,
    });
    expect(await refusal(sandbox.stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    const listed = await sandbox.stripe.refunds.list({ payment_intent: intent.id });
    expect(listed.data.map(({ amount }) => amount)).toEqual([250, 150]);
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({ amount: 150 });
  });

  it('require a payment', async () => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    expect((await refusal(sandbox.stripe.refunds.create({ payment_intent: intent.id }))).message).toBe(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    );
    expect((await refusal(sandbox.stripe.refunds.create({ reason: 'duplicate' }))).message).toContain(
      'payment_intent or charge',
    );
    const wrong = { payment_intent: intent.id, reason: 'mood' as 'duplicate' };
    expect(await refusal(sandbox.stripe.refunds.create(wrong))).toMatchObject({ param: 'reason' });
  });
});
