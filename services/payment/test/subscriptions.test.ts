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

/** What pays the newest invoice of somebody, and the event that says so; those of earlier tests go on beside it. */
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
  test('of somebody who ordered nothing is only confirmed', async () => {
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

  test('begins with a trial that costs nothing; then each month is charged, booked and told', async () => {
    const subscriberId = randomUUID();
    const url = await open(subscriberId);
    expect((await read(subscriberId)).state).toBe('open');
    const page = await fetch(`${t.sandbox.url}${new URL(url).pathname}`);
    const shown = await page.text();
    expect(shown).toContain(`the first ${trialDays} days are free`);
    expect(shown).toContain('/nansen?subscribed=false"');
    await t.payOn(url);
    const [started] = await t.emitted(subscriberId, SubscriptionStarted);
    const standing = await read(subscriberId);
    expect(standing).toMatchObject({ state: 'trialing', moneyBack: null, endsAt: null });
    expect(standing.renewsAt).toBe(standing.trialEndsAt);
    expect(started?.trialEndsAt).toBe(standing.trialEndsAt);
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

  test('is one for two presses of the button, and is not ordered twice', async () => {
    const subscriberId = randomUUID();
    const urls = await Promise.all([open(subscriberId), open(subscriberId)]);
    expect(new Set(urls).size).toBe(1);
    await t.payOn(urls[0] as string);
    await t.emitted(subscriberId, SubscriptionStarted);
    await expect(open(subscriberId)).rejects.toMatchObject({ code: 'already_subscribed' });
  });

  test('is not begun by a card that cannot be kept', async () => {
    const subscriberId = randomUUID();
    const url = await open(subscriberId);
    expect(await (await t.payOn(url, '4000000000000002')).text()).toContain('Your card was declined.');
    expect((await settle(subscriberId)).state).toBe('open');
    expect(await open(subscriberId)).toBe(url);
  });

  test('is noticed by asking, and by the sweep, when webhooks are lost', async () => {
    const [asked, swept] = [randomUUID(), randomUUID()];
    const urls = [await open(asked), await open(swept)];
    await t.hold(true);
    for (const url of urls) await t.payOn(url);
    expect(await settle(asked)).toMatchObject({ state: 'trialing' });
    expect((await read(swept)).state).toBe('open');
    await t.pass(1);
    await t.run(SettleSubscriptions);
    expect((await read(swept)).state).toBe('trialing');
    await t.hold(false);
    for (const one of [asked, swept]) expect(await t.events(one, SubscriptionStarted)).toHaveLength(1);
  });

  test('whose page nobody completed is forgotten, and the next page is a new one with its trial', async () => {
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
  test('come in any order and twice: the invoice first', async () => {
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

  test('the refund before the success: both are booked', async () => {
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

  test('that name no subscription of ours are noted', async () => {
    const object = { id: 'sub_of_another_shop', object: 'subscription', metadata: {} };
    expect(await t.deliver({ type: 'customer.subscription.updated', object })).toMatchObject({ statuses: { 200: 1 } });
  });
});

describe('the comparison with the provider', () => {
  const compare = (days: number) => t.client.call(paymentApi.reconcileAccounting, { query: { days } });

  test('finds and books the month that no webhook told of, once, and the webhook changes nothing after it', async () => {
    const subscriberId = randomUUID();
    const url = await open(subscriberId);
    // Not one of its webhooks is under way, which would ask, too.
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

  test('finds what was charged long after its invoice was written', async () => {
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

describe('a charge that fails', () => {
  test('is tried again, told each time, and in the end the subscription is over and nothing booked', async () => {
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

  test('goes through with another card', async () => {
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
