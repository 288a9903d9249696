import { MoneyReturned, PaymentRefunded, PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { describe, expect, test } from 'vitest';
import { ProviderUnavailable } from '../src/stripe.ts';
import { eventually, newTransferId, sharePayment } from './harness.ts';

const t = sharePayment();

describe('a refund made in the provider’s dashboard', () => {
  test('is booked once from its webhooks', async () => {
    const { transferId, intentId } = await t.paidTransfer();
    await t.provider.refunds.create({ payment_intent: intentId });
    expect(await t.emitted(transferId, PaymentRefunded)).toMatchObject([{ refundedCents: 400, closes: 'guide' }]);
    await t.checkAccounting();
    expect(await t.events(transferId, PaymentRefunded)).toHaveLength(1);
    expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'refunded' }]);
  });

  test('is booked if only charge.refunded arrives', async () => {
    const { transferId, intentId } = await t.paidTransfer();
    await t.hold(true);
    await t.provider.refunds.create({ payment_intent: intentId });
    const [event] = (await t.provider.events.list({ type: 'charge.refunded' })).data;
    expect(await t.deliver({ eventId: event?.id, times: 3 })).toMatchObject({ statuses: { 200: 3 } });
    expect(await t.events(transferId, PaymentRefunded)).toHaveLength(1);
  });

  test('is booked and closes no access if it is only a small part of the price', async () => {
    const { transferId, intentId } = await t.paidTransfer('17.76');
    await t.provider.refunds.create({ payment_intent: intentId, amount: 100 });
    await eventually(async () => expect(await t.paymentsOf(transferId)).toMatchObject([{ refunded: '1.00' }]));
    expect(await t.entitlement(transferId)).toEqual({ guide: true, concierge: true });
    expect(await t.events(transferId, PaymentRefunded)).toEqual([]);
    expect(await t.events(transferId, MoneyReturned)).toMatchObject([{ refundedCents: 100 }]);
    expect((await t.refund(transferId)).payments).toMatchObject([{ status: 'refunded', refunded: '17.76' }]);
    expect((await t.refundsOf(intentId)).sort()).toEqual([100, 1676]);
  });

  test('is not repeated by an operator’s refund before its webhook arrives', async () => {
    const { transferId, intentId } = await t.paidTransfer();
    await t.hold(true);
    await t.provider.refunds.create({ payment_intent: intentId });
    expect((await t.refund(transferId)).payments).toMatchObject([{ status: 'refunded' }]);
    expect(await t.refundsOf(intentId)).toEqual([400]);
  });

  test('replaces our refund that never reached the provider', async () => {
    const { transferId, intentId } = await t.paidTransfer();
    const { stripe } = t.context;
    t.context.stripe = { ...stripe, refund: () => Promise.reject(new ProviderUnavailable(new Error('no route'))) };
    await expect(t.refund(transferId)).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    t.context.stripe = stripe;
    await t.hold(true);
    await t.provider.refunds.create({ payment_intent: intentId });
    const [event] = (await t.provider.events.list({ type: 'refund.created' })).data;
    expect(await t.deliver({ eventId: event?.id })).toMatchObject({ statuses: { 200: 1 } });
    expect((await t.refund(transferId)).payments).toMatchObject([{ status: 'refunded', refunded: '4.00' }]);
    expect(await t.refundsOf(intentId)).toEqual([400]);
  });

  test('causes 503 responses to its webhooks until the payment is settled', async () => {
    const transferId = newTransferId();
    const { clientSecret } = await t.order(transferId);
    await t.hold(true);
    const intentId = await t.pay(clientSecret);
    await t.provider.refunds.create({ payment_intent: intentId });
    const { data } = await t.provider.events.list({ limit: 10 });
    const of = (type: string) => data.find((event) => event.type === type)?.id;
    expect(await t.deliver({ eventId: of('refund.created') })).toMatchObject({ statuses: { 503: 1 } });
    expect(await t.deliver({ eventId: of('charge.refunded') })).toMatchObject({ statuses: { 503: 1 } });
    await t.deliver({ eventId: of('payment_intent.succeeded') });
    expect(await t.deliver({ eventId: of('refund.created') })).toMatchObject({ statuses: { 200: 1 } });
    // A late payment_intent.succeeded does not change the status back.
    await t.hold(false);
    expect(await t.paymentsOf(transferId)).toMatchObject([{ status: 'refunded' }]);
    expect(await t.events(transferId, PaymentSucceeded)).toHaveLength(1);
  });
});
