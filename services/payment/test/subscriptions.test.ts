import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { SubscriptionStopped } from '@xrp-bridge/contracts/notification';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import {
  SubscriptionCanceled,
  SubscriptionEnded,
  SubscriptionPaid,
  SubscriptionPaymentFailed,
  SubscriptionRefunded,
  SubscriptionStarted,
  subscriptionApi,
  trialDays,
} from '@xrp-bridge/contracts/subscription';
import { describe, expect, test } from 'vitest';
import { paymentEvents } from '../src/events.ts';
import { SettleSubscriptions } from '../src/jobs.ts';
import { listEndWanted, noteEndWanted } from '../src/subscription-store.ts';
import { endSubscription } from '../src/use-cases/end-subscription.ts';
import { eventually, sharePayment } from './harness.ts';

const t = sharePayment();

const failsLater = '4000000000000341';
const email = 'ada@example.com';

const open = async (subscriberId: string) =>
  (await t.client.call(subscriptionApi.openCheckout, { params: { subscriberId }, body: { email } })).url;
const read = (subscriberId: string) => t.client.call(subscriptionApi.read, { params: { subscriberId } });
const settle = (subscriberId: string) => t.client.call(subscriptionApi.settle, { params: { subscriberId } });
const cancel = (subscriberId: string) => t.client.call(subscriptionApi.cancel, { params: { subscriberId } });
const moneyBack = (subscriberId: string) => t.client.call(subscriptionApi.moneyBack, { params: { subscriberId } });

/** Somebody whose trial has begun, and was noticed. */
async function begun(number?: string): Promise<string> {
  const subscriberId = randomUUID();
  await t.payOn(await open(subscriberId), number);
  await t.emitted(subscriberId, SubscriptionStarted);
  return subscriberId;
}

/** … whose first month is paid. */
async function paid(): Promise<string> {
  const subscriberId = await begun();
  await t.pass(trialDays);
  await t.emitted(subscriberId, SubscriptionPaid);
  return subscriberId;
}

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

const subscriptionIdOf = async (subscriberId: string) =>
  (
    await t.context.db
      .selectFrom('subscription')
      .select('provider_id')
      .where('subscriber_id', '=', subscriberId)
      .executeTakeFirstOrThrow()
  ).provider_id as string;

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

describe('canceling', () => {
  test('charges nothing more, and lasts to the end of what is paid; again changes nothing', async () => {
    const subscriberId = await paid();
    const standing = await cancel(subscriberId);
    expect(standing).toMatchObject({ state: 'active', renewsAt: null, endsAt: expect.any(String) });
    expect(await cancel(subscriberId)).toEqual(standing);
    expect(await t.emitted(subscriberId, SubscriptionCanceled)).toMatchObject([{ endsAt: standing.endsAt }]);
    await t.pass(31);
    await t.emitted(subscriberId, SubscriptionEnded);
    expect((await read(subscriberId)).state).toBe('ended');
    expect(await t.events(subscriberId, SubscriptionPaid)).toHaveLength(1);
  });

  test('within the trial costs nothing', async () => {
    const subscriberId = await begun();
    await cancel(subscriberId);
    await t.pass(trialDays);
    expect(await t.emitted(subscriberId, SubscriptionEnded)).toMatchObject([{ reason: 'canceled' }]);
    expect(await t.events(subscriberId, SubscriptionPaid)).toEqual([]);
  });

  test.each(['canceled', 'unsubscribed'] as const)(
    'of an unpaid month ends now and charges nothing: %s',
    async (how) => {
      const subscriberId = await begun(failsLater);
      await t.pass(trialDays);
      await t.emitted(subscriberId, SubscriptionPaymentFailed);
      const id = await subscriptionIdOf(subscriberId);
      if (how === 'canceled') expect(await cancel(subscriberId)).toMatchObject({ state: 'ended', renewsAt: null });
      else await t.publish(SubscriptionStopped, subscriberId, { subscriberId, reason: how });
      expect(await t.emitted(subscriberId, SubscriptionEnded)).toMatchObject([{ reason: 'canceled' }]);
      await t.control('PUT', 'stripe/subscriptions', { id, paymentMethod: 'pm_card_visa' });
      await t.pass(3);
      await settle(subscriberId);
      expect(await t.paymentsOf(subscriberId.replaceAll('-', ''))).toEqual([]);
      expect(await t.events(subscriberId, SubscriptionCanceled)).toEqual([]);
      // Nothing of it is left that Stripe would charge.
      const { data } = await t.provider.invoices.list({ subscription: id, limit: 1 });
      expect(data).toMatchObject([{ status: 'open', auto_advance: false, next_payment_attempt: null }]);
    },
  );

  test('in Stripe’s dashboard, while a month is not paid, says that it may still be charged', async () => {
    const subscriberId = await begun(failsLater);
    await t.pass(trialDays);
    await t.emitted(subscriberId, SubscriptionPaymentFailed);
    const id = await subscriptionIdOf(subscriberId);
    await t.provider.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await t.emitted(subscriberId, SubscriptionCanceled)).toMatchObject([{ unpaid: true }]);
    await t.control('PUT', 'stripe/subscriptions', { id, paymentMethod: 'pm_card_visa' });
    await t.pass(3);
    await t.emitted(subscriberId, SubscriptionPaid);
    expect(await t.events(subscriberId, SubscriptionCanceled)).toHaveLength(1);
  });

  test('follows when somebody stops the mails, also where the provider is away at first, and once', async () => {
    const subscriberId = await paid();
    await t.fault('down');
    for (const reason of ['unsubscribed', 'bounced']) {
      await t.publish(SubscriptionStopped, subscriberId, { subscriberId, reason });
    }
    await t.heal();
    expect(await t.emitted(subscriberId, SubscriptionCanceled)).toHaveLength(1);
    expect(await read(subscriberId)).toMatchObject({ state: 'active', renewsAt: null, moneyBack: { amount: '4.00' } });
    await t.pass(31);
    await t.emitted(subscriberId, SubscriptionEnded);
    expect(await t.events(subscriberId, SubscriptionPaid)).toHaveLength(1);
  });

  test('follows also where the provider is away for longer than the job tries', async () => {
    const subscriberId = await paid();
    await t.fault('down');
    // As it is once the job was given up: nothing is left of it.
    const givenUp = paymentEvents({ ...t.context, enqueue: () => {} });
    const stopped = givenUp.find(({ definition }) => definition === SubscriptionStopped);
    const event = { id: randomUUID(), data: { subscriberId, reason: 'unsubscribed' } } as CloudEvent;
    await t.context.transact((tx) => stopped?.handle(tx, event) as Promise<void>);
    await expect(t.run(SettleSubscriptions)).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    expect((await read(subscriberId)).endsAt).toBeNull();

    await t.heal();
    await t.run(SettleSubscriptions);
    expect(await read(subscriberId)).toMatchObject({ state: 'active', renewsAt: null, endsAt: expect.any(String) });
    expect(await t.emitted(subscriberId, SubscriptionCanceled)).toHaveLength(1);
    // Once the provider knows it, it is not asked for it again.
    await t.fault('down');
    await t.run(SettleSubscriptions);
    await t.heal();
    await t.pass(31);
    await t.emitted(subscriberId, SubscriptionEnded);
    expect(await t.events(subscriberId, SubscriptionPaid)).toHaveLength(1);
  });

  test('stays wanted until the provider says that it ends, whatever was refused before', async () => {
    const subscriberId = await paid();
    await t.context.transact((tx) => noteEndWanted(tx, subscriberId, t.context.clock()));
    // A refusal is taken for “it is over already”.
    const stripe = { ...t.context.stripe, cancelSubscription: async () => {} };
    expect(await endSubscription({ ...t.context, stripe }, subscriberId)).toBe(true);
    expect((await read(subscriberId)).endsAt).toBeNull();
    await t.run(SettleSubscriptions);
    expect((await read(subscriberId)).endsAt).toEqual(expect.any(String));
    expect(await listEndWanted(t.context.db, 100)).not.toContain(subscriberId);
  });

  test('is refused where there is nothing to cancel', async () => {
    await expect(cancel(randomUUID())).rejects.toMatchObject({ code: 'not_subscribed' });
    const subscriberId = randomUUID();
    await open(subscriberId);
    await expect(cancel(subscriberId)).rejects.toMatchObject({ code: 'not_subscribed' });
  });
});

describe('the money back', () => {
  test('comes within 14 days, ends the subscription at once, and comes once', async () => {
    const subscriberId = await paid();
    await t.pass(13);
    const standing = await moneyBack(subscriberId);
    expect(standing).toMatchObject({ state: 'ended', refunded: '4.00', moneyBack: null });
    expect(await moneyBack(subscriberId)).toEqual(standing);
    expect(await t.emitted(subscriberId, SubscriptionRefunded)).toMatchObject([{ refundedCents: 400 }]);
    await t.emitted(subscriberId, SubscriptionEnded);
    await t.pass(31);
    expect(await t.events(subscriberId, SubscriptionPaid)).toHaveLength(1);
  });

  test('comes no more after 14 days', async () => {
    const subscriberId = await paid();
    await t.pass(15);
    // While the provider charges all that fell due in these days, a call may run out of time.
    await eventually(() => expect(moneyBack(subscriberId)).rejects.toMatchObject({ code: 'not_refundable' }));
    await eventually(async () => expect((await settle(subscriberId)).state).toBe('active'));
  });

  test('waits for a provider that is away, and comes when it is asked for again', async () => {
    const subscriberId = await paid();
    await t.fault('down');
    await expect(moneyBack(subscriberId)).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    await t.heal();
    expect(await moneyBack(subscriberId)).toMatchObject({ state: 'ended', refunded: '4.00' });
  });

  test('does not bring the trial back: the next subscription is paid from the first day', async () => {
    const subscriberId = await paid();
    await moneyBack(subscriberId);
    const url = await open(subscriberId);
    const session = await t.provider.checkout.sessions.retrieve(new URL(url).pathname.split('/').at(-1) as string);
    expect(session.amount_total).toBe(400);
    await t.payOn(url);
    await t.emitted(subscriberId, SubscriptionPaid, 2);
    expect(await read(subscriberId)).toMatchObject({ state: 'active', moneyBack: { amount: '4.00' } });
  });
});
