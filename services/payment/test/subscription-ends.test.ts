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
    await t.context.transact((tx) => updateEndWanted(tx, subscriberId, t.context.clock()));
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
