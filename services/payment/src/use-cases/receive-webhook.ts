import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { isPaid, type Outcome, type Payment } from '../domain/payment.ts';
import { disputed } from '../domain/task.ts';
import { lockPayments } from '../store.ts';
import type { Notice, ProviderEvent } from '../stripe-events.ts';
import { findSubscription } from '../subscription-store.ts';
import type { Db, Tables } from '../tables.ts';
import { DuplicateEvent, insertWebhookEvent, type WebhookEvent } from '../webhook-store.ts';
import { emitSettled, emitTask } from './emit.ts';
import { applyRefund, syncRefunds } from './refund.ts';
import { applyReport } from './settle.ts';
import { syncSubscription } from './subscription.ts';

type RefundsNotice = Extract<Notice, { about: 'refunds' }>;
/** A notice that is applied in the transaction that stores its event, without a call to the provider. */
type DirectNotice = Exclude<Notice, { about: 'refunds' | 'subscription' | 'nothing' }>;
type SubscriptionNotice = Extract<Notice, { about: 'subscription' }>;

/** Maximum age of an event that waits until its payment or subscription is stored. */
const maxDelayMs = 3600_000;

/**
 * Handles a signed event of the provider. A repeated event changes nothing.
 * For a `DirectNotice`, the event's row, its effect and the events that it causes are written in one transaction. An
 * event that is not ours, or does not match its payment, gives no access and is listed for operators.
 * @throws ProblemError `invalid_signature`, `invalid_input`, `payment_provider_unavailable`; `not_ready` if our
 * payment is not stored yet, so that the provider sends the event again
 */
export async function receiveWebhook(context: Context, bytes: Buffer, signature: string): Promise<void> {
  const event = context.stripe.readEvent(bytes, signature);
  try {
    await receive(context, event);
  } catch (error) {
    if (!(error instanceof DuplicateEvent)) throw error;
  }
}

async function receive(context: Context, event: ProviderEvent): Promise<void> {
  const { notice } = event;
  if (notice.about === 'nothing') await storeEvent(context, context.db, event, 'ignored');
  else if (event.live !== context.stripe.live) await storeEvent(context, context.db, event, 'wrong_mode');
  else if (notice.about === 'subscription') await receiveSubscription(context, event, notice);
  else if (notice.about === 'refunds') await receiveRefunds(context, event, notice);
  else await receiveNotice(context, event, notice);
}

async function receiveNotice(context: Context, event: ProviderEvent, notice: DirectNotice): Promise<void> {
  await context.transact(async (tx) => {
    const payments = await lockPaymentsOf(tx, notice);
    const payment = findPayment(payments, notice);
    if (!payment) await storeEvent(context, tx, event, unknown(context, event, notice));
    else if (notice.about === 'payment')
      await applyReport(context, tx, payment, notice.report, receivedOf(context, event));
    else await storeEvent(context, tx, event, await apply(context, tx, event, notice, payments, payment));
  });
}

async function apply(
  context: Context,
  tx: Tx<Tables>,
  event: ProviderEvent,
  notice: Exclude<DirectNotice, { about: 'payment' }>,
  payments: readonly Payment[],
  payment: Payment,
): Promise<Outcome> {
  if (notice.about === 'dispute') {
    // The amount that the bank withdraws is not booked, because no account for disputes is defined yet.
    const { id, closed } = notice.dispute;
    const opened = { paymentId: payment.id, cause: id };
    if (closed) emitSettled(context, tx, ['dispute'], opened, 'The dispute is closed.');
    emitTask(context, tx, disputed(payment, notice.dispute));
    return 'disputed';
  }
  // The event of the payment itself has not arrived yet.
  if (!isPaid(payment)) return waitFor(context, event, 'unchanged');
  return applyRefund(context, tx, payments, payment, notice.report);
}

/** The event does not list the refunds, so they are fetched before the event is stored. */
async function receiveRefunds(context: Context, event: ProviderEvent, notice: RefundsNotice): Promise<void> {
  const payments = await context.transact((tx) => lockPaymentsOf(tx, notice));
  const payment = findPayment(payments, notice);
  if (!payment) return storeEvent(context, context.db, event, unknown(context, event, notice));
  if (!isPaid(payment)) return storeEvent(context, context.db, event, waitFor(context, event, 'unchanged'));
  if (payment.refundedCents === notice.refundedCents) return storeEvent(context, context.db, event, 'unchanged');
  await syncRefunds(context, notice.intentId);
  await storeEvent(context, context.db, event, 'refunded');
}

/** The event only reports a change, so the state is fetched from the provider. */
async function receiveSubscription(context: Context, event: ProviderEvent, notice: SubscriptionNotice): Promise<void> {
  const { subscriptionId, providerId } = notice;
  const subscription =
    (subscriptionId && (await findSubscription(context.db, { id: subscriptionId }))) ||
    (providerId && (await findSubscription(context.db, { providerId })));
  const outcome = subscription
    ? await syncSubscription(context, subscription.id)
    : subscriptionId
      ? waitFor(context, event, 'not_ours')
      : 'not_ours';
  await storeEvent(context, context.db, event, outcome);
}

function lockPaymentsOf(tx: Tx<Tables>, notice: DirectNotice | RefundsNotice): Promise<Payment[]> {
  if (notice.paymentId) return lockPayments(tx, { paymentId: notice.paymentId });
  const intentId = intentOf(notice);
  return intentId ? lockPayments(tx, { intentId }) : Promise.resolve([]);
}

function findPayment(payments: readonly Payment[], notice: DirectNotice | RefundsNotice): Payment | undefined {
  const { paymentId } = notice;
  return payments.find((one) => (paymentId ? one.id === paymentId : one.intentId === intentOf(notice)));
}

function intentOf(notice: DirectNotice | RefundsNotice): string | null {
  return 'intentId' in notice ? notice.intentId : notice.report.intentId;
}

/**
 * Returns the outcome for an unknown payment.
 * A named payment may be ours, or another shop's with the same metadata.
 */
function unknown(context: Context, event: ProviderEvent, { paymentId }: DirectNotice | RefundsNotice): Outcome {
  return paymentId ? waitFor(context, event, 'not_ours') : 'not_ours';
}

/**
 * Returns the outcome of an event that arrived too early.
 * @throws ProblemError `not_ready` until the event is older than `maxDelayMs`
 */
function waitFor({ clock }: Context, event: ProviderEvent, inTheEnd: Outcome): Outcome {
  if (clock().getTime() - event.createdAt.getTime() > maxDelayMs) return inTheEnd;
  throw new ProblemError('not_ready', 'We don’t have this payment yet');
}

/** Inserts an event with its outcome. @throws DuplicateEvent */
async function storeEvent(context: Context, db: Db, event: ProviderEvent, outcome: Outcome): Promise<void> {
  const received = receivedOf(context, event);
  if (outcome.startsWith('wrong')) {
    const { id, type, paymentId } = received;
    context.log.error({ event: id, type, paymentId, outcome }, 'a webhook does not match its payment');
  }
  await insertWebhookEvent(db, { ...received, outcome });
}

function receivedOf({ clock }: Context, { id, type, notice }: ProviderEvent): Omit<WebhookEvent, 'outcome'> {
  return { id, type, paymentId: notice.about === 'nothing' ? null : notice.paymentId, receivedAt: clock() };
}
