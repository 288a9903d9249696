import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { SubscriptionStopped } from '@xrp-bridge/contracts/notification';
import {
  SubscriptionCanceled,
  SubscriptionEnded,
  SubscriptionPaid,
  SubscriptionPaymentFailed,
  SubscriptionRefunded,
  trialDays,
} from '@xrp-bridge/contracts/subscription';
import { describe, expect, test } from 'vitest';
import { paymentEvents } from '../src/events.ts';
import { SettleSubscriptions } from '../src/jobs.ts';
import { listEndWanted, updateEndWanted } from '../src/subscription-store.ts';
import { endSubscription } from '../src/use-cases/end-subscription.ts';
import { eventually } from './harness.ts';
import { failsLater, shareSubscriptions } from './subscription-harness.ts';

const { t, open, read, settle, cancel, moneyBack, begun, paid, subscriptionIdOf } = shareSubscriptions();

describe('canceling a subscription', () => {
  test('keeps the paid month, charges no further month, and changes nothing when repeated', async () => {
    const subscriberId = await paid();
    const subscription = await cancel(subscriberId);
    expect(subscription).toMatchObject({ state: 'active', renewsAt: null, endsAt: expect.any(String) });
    expect(await cancel(subscriberId)).toEqual(subscription);
    expect(await t.emitted(subscriberId, SubscriptionCanceled)).toMatchObject([{ endsAt: subscription.endsAt }]);
    await t.pass(31);
    await t.emitted(subscriberId, SubscriptionEnded);
    expect((await read(subscriberId)).state).toBe('ended');
    expect(await t.events(subscriberId, SubscriptionPaid)).toHaveLength(1);
  });

  test('in the trial charges nothing', async () => {
    const subscriberId = await begun();
    await cancel(subscriberId);
    await t.pass(trialDays);
    expect(await t.emitted(subscriberId, SubscriptionEnded)).toMatchObject([{ reason: 'canceled' }]);
    expect(await t.events(subscriberId, SubscriptionPaid)).toEqual([]);
  });

  test.each(['canceled', 'unsubscribed'] as const)(
    'in an unpaid month ends the subscription at once and charges nothing (%s)',
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
      // Stripe will not charge the open invoice.
      const { data } = await t.provider.invoices.list({ subscription: id, limit: 1 });
      expect(data).toMatchObject([{ status: 'open', auto_advance: false, next_payment_attempt: null }]);
    },
  );

  test('in Stripe’s dashboard in an unpaid month emits subscription.canceled with unpaid: true', async () => {
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

  test('happens once when a subscriber unsubscribes from the mails, even if the provider is down at first', async () => {
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

  test('is left to the sweep if the provider is down longer than the job retries', async () => {
    const subscriberId = await paid();
    await t.fault('down');
    // Enqueues no job, which simulates a job that failed for good.
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
    // Once the cancellation is stored, the sweep does not call the provider for it again.
    await t.fault('down');
    await t.run(SettleSubscriptions);
    await t.heal();
    await t.pass(31);
    await t.emitted(subscriberId, SubscriptionEnded);
    expect(await t.events(subscriberId, SubscriptionPaid)).toHaveLength(1);
  });

  test('is retried until the provider reports the end of the subscription', async () => {
    const subscriberId = await paid();
    await t.context.transact((tx) => updateEndWanted(tx, subscriberId, t.context.clock()));
    // `cancelSubscription` also resolves if the provider refuses, as for a subscription that has ended.
    const stripe = { ...t.context.stripe, cancelSubscription: async () => {} };
    expect(await endSubscription({ ...t.context, stripe }, subscriberId)).toBe(true);
    expect((await read(subscriberId)).endsAt).toBeNull();
    await t.run(SettleSubscriptions);
    expect((await read(subscriberId)).endsAt).toEqual(expect.any(String));
    expect(await listEndWanted(t.context.db, 100)).not.toContain(subscriberId);
  });

  test('is refused with not_subscribed without a started subscription', async () => {
    await expect(cancel(randomUUID())).rejects.toMatchObject({ code: 'not_subscribed' });
    const subscriberId = randomUUID();
    await open(subscriberId);
    await expect(cancel(subscriberId)).rejects.toMatchObject({ code: 'not_subscribed' });
  });
});

describe('the refund of a month of signals', () => {
  test('is made once within 14 days, and ends the subscription at once', async () => {
    const subscriberId = await paid();
    await t.pass(13);
    const subscription = await moneyBack(subscriberId);
    expect(subscription).toMatchObject({ state: 'ended', refunded: '4.00', moneyBack: null });
    expect(await moneyBack(subscriberId)).toEqual(subscription);
    expect(await t.emitted(subscriberId, SubscriptionRefunded)).toMatchObject([{ refundedCents: 400 }]);
    await t.emitted(subscriberId, SubscriptionEnded);
    await t.pass(31);
    expect(await t.events(subscriberId, SubscriptionPaid)).toHaveLength(1);
  });

  test('is refused after 14 days', async () => {
    const subscriberId = await paid();
    await t.pass(15);
    // A call may time out while the provider charges the invoices of these days.
    await eventually(() => expect(moneyBack(subscriberId)).rejects.toMatchObject({ code: 'not_refundable' }));
    await eventually(async () => expect((await settle(subscriberId)).state).toBe('active'));
  });

  test('fails while the provider is down, and succeeds when it is requested again', async () => {
    const subscriberId = await paid();
    await t.fault('down');
    await expect(moneyBack(subscriberId)).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
    await t.heal();
    expect(await moneyBack(subscriberId)).toMatchObject({ state: 'ended', refunded: '4.00' });
  });

  test('gives no second trial: the next subscription is charged from the first day', async () => {
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
