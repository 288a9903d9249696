import { randomUUID } from 'node:crypto';
import { SubscriptionPaid, SubscriptionStarted, subscriptionApi, trialDays } from '@xrp-bridge/contracts/subscription';
import { sharePayment } from './harness.ts';

/** The number of a card that the provider stores, but whose charges fail. */
export const failsLater = '4000000000000341';

/** Starts one payment service for the tests of a file, with helpers for subscriptions. */
export function shareSubscriptions() {
  const t = sharePayment();

  const open = async (subscriberId: string) =>
    (
      await t.client.call(subscriptionApi.openCheckout, {
        params: { subscriberId },
        body: { email: 'ada@example.com' },
      })
    ).url;
  const read = (subscriberId: string) => t.client.call(subscriptionApi.read, { params: { subscriberId } });
  const settle = (subscriberId: string) => t.client.call(subscriptionApi.settle, { params: { subscriberId } });
  const cancel = (subscriberId: string) => t.client.call(subscriptionApi.cancel, { params: { subscriberId } });
  const moneyBack = (subscriberId: string) => t.client.call(subscriptionApi.moneyBack, { params: { subscriberId } });

  /** Creates a subscriber whose trial has begun. */
  async function begun(number?: string): Promise<string> {
    const subscriberId = randomUUID();
    await t.payOn(await open(subscriberId), number);
    await t.emitted(subscriberId, SubscriptionStarted);
    return subscriberId;
  }

  /** Creates a subscriber whose first month is paid. */
  async function paid(): Promise<string> {
    const subscriberId = await begun();
    await t.pass(trialDays);
    await t.emitted(subscriberId, SubscriptionPaid);
    return subscriberId;
  }

  const subscriptionIdOf = async (subscriberId: string) =>
    (
      await t.context.db
        .selectFrom('subscription')
        .select('provider_id')
        .where('subscriber_id', '=', subscriberId)
        .executeTakeFirstOrThrow()
    ).provider_id as string;

  return { t, open, read, settle, cancel, moneyBack, begun, paid, subscriptionIdOf };
}
