import type { Subscription as PublicSubscription } from '@xrp-bridge/contracts/subscription';
import { defineJob, ProblemError, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { isRefundableMonth, nextRefund } from '../domain/payment.ts';
import { isRunning, orderOf } from '../domain/subscription.ts';
import { findPayments } from '../store.ts';
import { findSubscriptions, forgetEndWanted, listEndWanted, noteEndWanted } from '../subscription-store.ts';
import type { Tables } from '../tables.ts';
import { refundDue } from './refund.ts';
import { readSubscription, settleSubscription, syncSubscription } from './subscription.ts';

/**
 * Cancels a subscription: nothing more is charged from now on. A second call changes nothing.
 * @throws ProblemError `not_subscribed`, ProviderUnavailable
 */
export async function cancelSubscription(context: Context, subscriberId: string): Promise<PublicSubscription> {
  if (!(await endSubscription(context, subscriberId))) throw new ProblemError('not_subscribed');
  return readSubscription(context, subscriberId);
}

/** Tries at once; `endWanted` goes on where the provider is away for longer. */
export const EndSubscription = defineJob('end-subscription', {
  data: z.object({ subscriberId: z.string() }),
  attempts: 12,
  backoffMs: 2_000,
  timeoutMs: 60_000,
});

/**
 * Stores that a subscription is to end, because its mails have stopped, and enqueues the job that ends it. `endWanted` tries
 * again until the provider has confirmed the end.
 */
export async function wantEnd(
  { enqueue, clock }: Context,
  tx: Tx<Tables>,
  subscriberId: string,
  eventId: string,
): Promise<void> {
  await noteEndWanted(tx, subscriberId, clock());
  enqueue(tx, EndSubscription, { subscriberId }, { jobId: `end-subscription-${eventId}` });
}

/**
 * Ends the subscriptions that are to end and still go on.
 * @throws the last failure, once each of them was tried: none waits for another one
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
 * Ends a subscription with the paid period or the trial; now, where a month is not paid.
 * @returns false where the subscriber never had one
 * @throws ProviderUnavailable
 */
export async function endSubscription(context: Context, subscriberId: string): Promise<boolean> {
  await settleSubscription(context, subscriberId);
  const [newest] = await findSubscriptions(context.db, subscriberId);
  if (!newest?.providerId) return false;
  // Also where an end is set: while a month is not paid, that end comes too late.
  if (isRunning(newest) && (!newest.endsAt || newest.status === 'past_due')) {
    await context.stripe.cancelSubscription(newest.providerId, 'with_what_is_paid');
    await syncSubscription(context, newest.id);
  }
  await forgetEndWanted(context.db, newest.id);
  return true;
}

/**
 * Refunds the months that were paid within 14 days, once the subscription has ended: nothing is charged in between. A
 * second call does what the first one left.
 * @throws ProblemError `not_refundable`, ProviderUnavailable
 */
export async function payMoneyBack(context: Context, subscriberId: string): Promise<PublicSubscription> {
  const orderId = orderOf(subscriberId);
  const isMonth = (payment: Parameters<typeof isRefundableMonth>[0]) => isRefundableMonth(payment, context.clock());
  const before = await settleSubscription(context, subscriberId);
  if (!(await findPayments(context.db, orderId)).some(isMonth)) {
    // Pressed twice: it has its answer.
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
