import { randomUUID } from 'node:crypto';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import {
  SubscriptionEnded,
  SubscriptionPaid,
  SubscriptionPaymentFailed,
  SubscriptionRefunded,
  SubscriptionStarted,
  trialDays,
} from '@xrp-bridge/contracts/subscription';
import { describe, expect, test } from 'vitest';
import { SettleSubscriptions } from '../src/jobs.ts';
import { eventually } from './harness.ts';
import { failsLater, shareSubscriptions } from './subscription-harness.ts';

const { t, open, read, settle, moneyBack, begun, subscriptionIdOf } = shareSubscriptions();

/**
 * Finds the newest paid invoice of a subscriber, with its webhook event.
 * The search is limited to the subscription, because subscriptions of earlier tests are charged too.
 */
async function paidInvoiceOf(subscriberId: string): Promise<{ eventId: string; intentId: string }> {
  const { id } = await t.context.db
    .selectFrom('subscription')
    .select('id')
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirstOrThrow();
  for (const event of (await t.provider.events.list({ type: 'invoice.paid', limit: 100 })).data) {
    if (event.type !== 'invoice.paid') continue;
    const { id: invoiceId = '', parent } = event.data.object;
    if (parent?.subscription_details?.metadata?.subscription_id !== id) continue;
    const { payments } = await t.provider.invoices.retrieve(invoiceId, { expand: ['payments'] });
    return { eventId: event.id, intentId: payments?.data[0]?.payment.payment_intent as string };
  }
  throw new Error(`no invoice of ${id} is paid`);
}

describe('a subscription', () => {
  test('has the state `confirmed` if the subscriber has no order', async () => {
    expect(await read(randomUUID())).toEqual({
      state: 'confirmed',
      price: '4.00',
      trialEndsAt: null,
      renewsAt: null,
      endsAt: null,
      moneyBack: null,
      refunded: '0.00',
    });
  });

  test('begins with a free trial, and then each month is charged, booked and published', async () => {
    const subscriberId = randomUUID();
    const url = await open(subscriberId);
    expect((await read(subscriberId)).state).toBe('open');
    const page = await fetch(`${t.sandbox.url}${new URL(url).pathname}`);
    const shown = await page.text();
    expect(shown).toContain(`the first ${trialDays} days are free`);
    expect(shown).toContain('/nansen?subscribed=false"');
    await t.payOn(url);
    const [started] = await t.emitted(subscriberId, SubscriptionStarted);
    const subscription = await read(subscriberId);
    expect(subscription).toMatchObject({ state: 'trialing', moneyBack: null, endsAt: null });
    expect(subscription.renewsAt).toBe(subscription.trialEndsAt);
    expect(started?.trialEndsAt).toBe(subscription.trialEndsAt);
    expect(await t.events(subscriberId, SubscriptionPaid)).toEqual([]);

    await t.pass(trialDays);
    expect(await t.emitted(subscriberId, SubscriptionPaid)).toMatchObject([{ amountCents: 400, currency: 'USD' }]);
    expect(await read(subscriberId)).toMatchObject({ state: 'active', moneyBack: { amount: '4.00' } });
    await t.pass(31);
    await t.emitted(subscriberId, SubscriptionPaid, 2);
    expect(await t.paymentsOf(subscriberId.replaceAll('-', ''))).toMatchObject([
      { product: 'signals', amount: '4.00', status: 'succeeded' },
      { product: 'signals', amount: '4.00', status: 'succeeded' },
    ]);
  });

  test('opens one hosted page for two simultaneous requests, and is not ordered twice', async () => {
    const subscriberId = randomUUID();
    const urls = await Promise.all([open(subscriberId), open(subscriberId)]);
    expect(new Set(urls).size).toBe(1);
    await t.payOn(urls[0] as string);
    await t.emitted(subscriberId, SubscriptionStarted);
    await expect(open(subscriberId)).rejects.toMatchObject({ code: 'already_subscribed' });
  });

  test('does not begin with a card that the provider declines', async () => {
    const subscriberId = randomUUID();
    const url = await open(subscriberId);
    expect(await (await t.payOn(url, '4000000000000002')).text()).toContain('Your card was declined.');
    expect((await settle(subscriberId)).state).toBe('open');
    expect(await open(subscriberId)).toBe(url);
  });

  test('is settled by a query of the provider and by the sweep if webhooks are lost', async () => {
    const [queried, swept] = [randomUUID(), randomUUID()];
    const urls = [await open(queried), await open(swept)];
    await t.hold(true);
    for (const url of urls) await t.payOn(url);
    expect(await settle(queried)).toMatchObject({ state: 'trialing' });
    expect((await read(swept)).state).toBe('open');
    await t.pass(1);
    await t.run(SettleSubscriptions);
    expect((await read(swept)).state).toBe('trialing');
    await t.hold(false);
    for (const one of [queried, swept]) expect(await t.events(one, SubscriptionStarted)).toHaveLength(1);
  });

  test('gets a new hosted page with the trial if the first page was not completed', async () => {
    const subscriberId = randomUUID();
    const first = await open(subscriberId);
    await t.pass(2);
    const second = await open(subscriberId);
    expect(second).not.toBe(first);
    await t.payOn(second);
    expect(await settle(subscriberId)).toMatchObject({ state: 'trialing' });
  });
});

describe('webhooks of a subscription', () => {
  test('can arrive repeatedly, with the invoice before the other webhooks', async () => {
    const subscriberId = randomUUID();
    const url = await open(subscriberId);
    await t.hold(true);
    await t.payOn(url);
    await t.pass(trialDays);
    await t.deliver({ eventId: (await paidInvoiceOf(subscriberId)).eventId, times: 3 });
    expect(await t.emitted(subscriberId, SubscriptionStarted)).toHaveLength(1);
    expect(await t.emitted(subscriberId, SubscriptionPaid)).toHaveLength(1);
    await t.hold(false);
    expect(await t.events(subscriberId, SubscriptionStarted)).toHaveLength(1);
    expect(await t.events(subscriberId, SubscriptionPaid)).toHaveLength(1);
  });

  test('are all accepted if many of them arrive at the same time', async () => {
    const subscriberId = await begun();
    await t.hold(true);
    await t.pass(trialDays);
    const { eventId } = await paidInvoiceOf(subscriberId);
    expect(await t.deliver({ eventId, times: 40 })).toMatchObject({ statuses: { 200: 40 } });
    await t.hold(false);
    expect(await t.events(subscriberId, SubscriptionPaid)).toHaveLength(1);
  });

  test('can arrive with the refund before the payment, and both are booked', async () => {
    const subscriberId = await begun();
    await t.hold(true);
    await t.pass(trialDays);
    await t.provider.refunds.create({ payment_intent: (await paidInvoiceOf(subscriberId)).intentId });
    const [event] = (await t.provider.events.list({ type: 'charge.refunded', limit: 1 })).data;
    expect(await t.deliver({ eventId: event?.id })).toMatchObject({ statuses: { 200: 1 } });
    await t.hold(false);
    expect(await t.emitted(subscriberId, SubscriptionRefunded)).toMatchObject([{ refundedCents: 400 }]);
    expect(await read(subscriberId)).toMatchObject({ refunded: '4.00', moneyBack: null });
  });

  test('are accepted with 200 if they belong to another shop’s subscription', async () => {
    const object = { id: 'sub_of_another_shop', object: 'subscription', metadata: {} };
    expect(await t.deliver({ type: 'customer.subscription.updated', object })).toMatchObject({ statuses: { 200: 1 } });
  });
});

describe('the reconciliation with the provider', () => {
  const compare = (days: number) => t.client.call(paymentApi.reconcileAccounting, { query: { days } });

  test('books a month with a lost webhook exactly once, even if the webhook arrives later', async () => {
    const subscriberId = randomUUID();
    const url = await open(subscriberId);
    // All webhooks are held, because each of them would settle the payment too.
    await t.hold(true);
    await t.payOn(url);
    await settle(subscriberId);
    await t.pass(trialDays);
    const { eventId } = await paidInvoiceOf(subscriberId);
    const [first, second] = await Promise.all([compare(90), compare(90)]);
    const payments = await t.paymentsOf(subscriberId.replaceAll('-', ''));
    expect(payments).toMatchObject([{ product: 'signals', amount: '4.00', status: 'succeeded' }]);
    expect([...first.found, ...second.found]).toContainEqual({ paymentId: payments[0]?.id, paid: '4.00' });
    expect(await compare(90)).toMatchObject({ agrees: true, differences: [], found: [] });
    expect(await t.deliver({ eventId })).toMatchObject({ statuses: { 200: 1 } });
    expect(await t.emitted(subscriberId, SubscriptionPaid)).toMatchObject([{ paymentId: payments[0]?.id }]);
  });

  test('books a charge that was made days after its invoice', async () => {
    const subscriberId = await begun(failsLater);
    await t.pass(trialDays);
    await t.emitted(subscriberId, SubscriptionPaymentFailed);
    const id = await subscriptionIdOf(subscriberId);
    await t.control('PUT', 'stripe/subscriptions', { id, paymentMethod: 'pm_card_visa' });
    await t.hold(true);
    await t.pass(3);
    expect(await compare(1)).toMatchObject({ agrees: true, differences: [] });
    expect(await t.paymentsOf(subscriberId.replaceAll('-', ''))).toHaveLength(1);
  });
});

describe('a failed charge of a subscription', () => {
  test('is retried with an event for each attempt; the last failure ends the subscription, and nothing is booked', async () => {
    const subscriberId = await begun(failsLater);
    await t.pass(trialDays);
    const [failed] = await t.emitted(subscriberId, SubscriptionPaymentFailed);
    expect(failed?.retryAt).toEqual(expect.any(String));
    await eventually(async () => expect((await read(subscriberId)).state).toBe('past_due'));
    for (const [index, days] of [3, 5, 7].entries()) {
      await t.pass(days);
      await t.emitted(subscriberId, SubscriptionPaymentFailed, index + 2);
    }
    expect(await t.emitted(subscriberId, SubscriptionEnded)).toMatchObject([{ reason: 'unpaid' }]);
    expect(await read(subscriberId)).toMatchObject({ state: 'ended', renewsAt: null, moneyBack: null });
    expect(await t.paymentsOf(subscriberId.replaceAll('-', ''))).toEqual([]);
    await expect(moneyBack(subscriberId)).rejects.toMatchObject({ code: 'not_refundable' });
  });

  test('succeeds with another card at the next retry', async () => {
    const subscriberId = await begun(failsLater);
    await t.pass(trialDays);
    await t.emitted(subscriberId, SubscriptionPaymentFailed);
    const id = await subscriptionIdOf(subscriberId);
    await t.control('PUT', 'stripe/subscriptions', { id, paymentMethod: 'pm_card_visa' });
    await t.pass(3);
    await t.emitted(subscriberId, SubscriptionPaid);
    await eventually(async () => expect((await read(subscriberId)).state).toBe('active'));
  });
});
