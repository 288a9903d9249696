import type { Subscription as PublicSubscription } from '@xrp-bridge/contracts/subscription';
import { defineJob, ProblemError, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { isRefundableMonth, nextRefund } from '../domain/payment.ts';
import { isRunning, orderOf } from '../domain/subscription.ts';
import { findPayments } from '../store.ts';
import { clearEndWanted, findSubscriptions, listEndWanted, updateEndWanted } from '../subscription-store.ts';
import type { Tables } from '../tables.ts';
import { refundDue } from './refund.ts';
import { readSubscription, settleSubscription, syncSubscription } from './subscription.ts';

/**
 * Cancels a subscription, so that nothing more is charged. A repeated call changes nothing.
 * @throws ProblemError `not_subscribed`, ProviderUnavailable
 */
export async function cancelSubscription(context: Context, subscriberId: string): Promise<PublicSubscription> {
  if (!(await endSubscription(context, subscriberId))) throw new ProblemError('not_subscribed');
  return readSubscription(context, subscriberId);
}

/** Ends a subscription. After the last attempt, the scheduled `endWanted` continues. */
export const EndSubscription = defineJob('end-subscription', {
  data: z.object({ subscriberId: z.string() }),
  attempts: 12,
  backoffMs: 2_000,
  timeoutMs: 60_000,
});

/**
 * Stores that a subscription must end because its mails stopped, and enqueues the job that ends it.
 * `endWanted` retries until the provider has confirmed the end.
 */
export async function wantEnd(
  { enqueue, clock }: Context,
  tx: Tx<Tables>,
  subscriberId: string,
  eventId: string,
): Promise<void> {
  await updateEndWanted(tx, subscriberId, clock());
  enqueue(tx, EndSubscription, { subscriberId }, { jobId: `end-subscription-${eventId}` });
}

/**
 * Ends the running subscriptions whose mails stopped.
 * @throws the last error, after all of them were tried, so that one failure does not block the others
 */
export async function endWanted(context: Context, signal: AbortSignal): Promise<void> {
  let failure: unknown;
  for (const subscriberId of await listEndWanted(context.db, 100)) {
    if (signal.aborted) return;
    await endSubscription(context, subscriberId).catch((error: unknown) => {
      failure = error;
    });
  }
  if (failure) throw failure;
}

/**
 * Ends a subscription with the paid period or the trial, but immediately if a month is unpaid.
 * @returns false if the subscriber never had a subscription
 * @throws ProviderUnavailable
 */
export async function endSubscription(context: Context, subscriberId: string): Promise<boolean> {
  await settleSubscription(context, subscriberId);
  const [newest] = await findSubscriptions(context.db, subscriberId);
  if (!newest?.providerId) return false;
  // Also cancels a subscription that is already set to end if a month is unpaid, because that month would still be
  // charged.
  if (isRunning(newest) && (!newest.endsAt || newest.status === 'past_due')) {
    await context.stripe.cancelSubscription(newest.providerId, 'at_period_end');
    await syncSubscription(context, newest.id);
  }
  await clearEndWanted(context.db, newest.id);
  return true;
}

/**
 * Ends the subscription, and then refunds the months that were paid within 14 days.
 * The end comes first, so that nothing is charged in between. A repeated call completes the refunds.
 * @throws ProblemError `not_refundable`, ProviderUnavailable
 */
export async function payMoneyBack(context: Context, subscriberId: string): Promise<PublicSubscription> {
  const orderId = orderOf(subscriberId);
  const isMonth = (payment: Parameters<typeof isRefundableMonth>[0]) => isRefundableMonth(payment, context.clock());
  const before = await settleSubscription(context, subscriberId);
  if (!(await findPayments(context.db, orderId)).some(isMonth)) {
    // The click was repeated: the refund has already been made.
    if (before.state === 'ended' && before.refunded !== '0.00') return before;
    throw new ProblemError('not_refundable');
  }
  const [newest] = await findSubscriptions(context.db, subscriberId);
  if (newest?.providerId && newest.status !== 'ended') {
    await context.stripe.cancelSubscription(newest.providerId, 'now');
    await syncSubscription(context, newest.id);
  }
  await refundDue(context, orderId, (payments) => nextRefund(payments.filter(isMonth), 'all'));
  return readSubscription(context, subscriberId);
}
