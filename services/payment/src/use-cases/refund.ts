import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import { bookEntries, reverseEntries } from '../accounting-store.ts';
import type { Context } from '../context.ts';
import { refundEntries } from '../domain/accounting.ts';
import {
  centsOf,
  chooseRefund,
  closedBy,
  isPaid,
  nextRefund,
  type Outcome,
  openRequestSince,
  type Payment,
  partsPaidBack,
  type RefundReport,
  refundableParts,
  wasRefunded,
} from '../domain/payment.ts';
import { refundFailed, refundRequested, settledByRefund } from '../domain/task.ts';
import { upsertEmitted } from '../order-store.ts';
import { findRefund, findRequestedRefund, insertRefund, updateRefund } from '../refund-store.ts';
import { findPayments, lockPayments, updatePayment } from '../store.ts';
import { ProviderUnavailable } from '../stripe.ts';
import type { Refund, Tables } from '../tables.ts';
import { CancelOpenPayments } from './cancel-open-payments.ts';
import { emitRefund, emitRefundRequest, emitSettled, emitTask } from './emit.ts';
import { settleOrder } from './settle.ts';

/**
 * Refunds one payment of a transfer, or only its concierge.
 * A repeated call returns the same result. Refunds from the provider's dashboard count too. Each refund is committed
 * with status `requested` before the call to the provider.
 * @param paymentId optional if only one payment has money left to refund
 * @throws ProblemError `invalid_input` if `paymentId` is missing or is not of this transfer; `not_refundable` if
 * nothing was paid or the provider refuses; ProviderUnavailable, and then nothing counts as refunded
 */
export async function refundTransfer(
  context: Context,
  orderId: string,
  what: 'all' | 'concierge',
  paymentId?: string,
): Promise<Payment[]> {
  const { payments } = await settleOrder(context, orderId);
  const chosen = chooseRefund(payments, what, paymentId);
  if ('mistake' in chosen) throw wrongPayment(chosen.mistake);
  const { payment } = chosen;
  // If no payment has money left to refund (`payment` is null), the call succeeds if any payment was already refunded.
  const counted = (all: readonly Payment[]) => (payment ? all.filter(({ id }) => id === payment.id) : all);
  const after = await refundDue(context, orderId, (all) => payment && nextRefund(counted(all), what));
  if (!wasRefunded(counted(after), what)) throw new ProblemError('not_refundable');
  return after;
}

function wrongPayment(code: 'required' | 'unknown'): ProblemError {
  const message =
    code === 'required'
      ? 'This transfer has more than one payment. Enter the one to refund in paymentId.'
      : 'This transfer doesn’t have a payment with that paymentId.';
  return new ProblemError('invalid_input', message, { errors: [{ field: 'paymentId', code, message }] });
}

/**
 * Refunds payments of an order until no further refund is due.
 * @throws ProblemError `not_refundable` if the provider refuses; ProviderUnavailable
 */
export async function refundDue(
  context: Context,
  orderId: string,
  next: (payments: readonly Payment[]) => { payment: Payment; amountCents: number } | null,
): Promise<Payment[]> {
  const payments = await findPayments(context.db, orderId);
  for (const payment of payments.filter(isPaid)) await syncRefunds(context, payment.intentId as string);
  for (;;) {
    const due = await requestRefund(context, orderId, next);
    if (!due) return findPayments(context.db, orderId);
    const outcome = await makeRefund(context, due.payment, due.refund);
    if (outcome === 'refund_failed') throw new ProblemError('not_refundable', 'Stripe couldn’t process this refund');
  }
}

/**
 * Inserts the next due refund with status `requested`.
 * Reuses a requested refund of the same amount, and marks one of another amount as failed.
 */
async function requestRefund(
  { transact, clock }: Context,
  orderId: string,
  next: (payments: readonly Payment[]) => { payment: Payment; amountCents: number } | null,
): Promise<{ payment: Payment; refund: Refund } | null> {
  return transact(async (tx) => {
    const due = next(await lockPayments(tx, { orderId }));
    if (!due) return null;
    const { payment, amountCents } = due;
    const left = await findRequestedRefund(tx, payment.id);
    if (left?.amount_cents === amountCents) return { payment, refund: left };
    if (left) await updateRefund(tx, left.id, { status: 'failed' });
    const refund = await insertRefund(tx, {
      payment_id: payment.id,
      provider_id: null,
      amount_cents: amountCents,
      status: 'requested',
      created_at: clock(),
    });
    return { payment, refund };
  });
}

async function makeRefund(context: Context, payment: Payment, refund: Refund): Promise<Outcome> {
  const { stripe, db } = context;
  try {
    const report = await stripe.refund(payment, {
      id: refund.id,
      attempt: refund.attempt,
      amountCents: refund.amount_cents,
    });
    if (report !== 'refused') return await bookReport(context, report);
    await updateRefund(db, refund.id, { status: 'failed' });
    throw new ProblemError('not_refundable', 'Stripe declined this refund. The Stripe dashboard shows why');
  } catch (error) {
    if (error instanceof ProviderUnavailable && error.answered) {
      await updateRefund(db, refund.id, { attempt: refund.attempt + 1 });
    }
    throw error;
  }
}

/**
 * Records refunds of an intent that are not stored yet.
 * They were made in the Stripe dashboard, or by us if the response was lost.
 * @throws ProviderUnavailable
 */
export async function syncRefunds(context: Context, intentId: string): Promise<void> {
  for (const report of await context.stripe.listRefunds(intentId)) await bookReport(context, report);
}

async function bookReport(context: Context, report: RefundReport): Promise<Outcome> {
  return context.transact(async (tx) => {
    const payments = await lockPayments(tx, { intentId: report.intentId as string });
    const payment = payments.find((one) => one.intentId === report.intentId);
    return payment ? applyRefund(context, tx, payments, payment, report) : 'not_ours';
  });
}

/**
 * Applies the provider's report about a refund once.
 * If a refund fails later, the access stays closed, and a task is opened to refund in another way.
 * @param payments all payments of the order, locked by `tx`
 */
export async function applyRefund(
  context: Context,
  tx: Tx<Tables>,
  payments: readonly Payment[],
  payment: Payment,
  report: RefundReport,
): Promise<Outcome> {
  if (report.currency !== 'usd') return 'wrong_currency';
  const existing = await findRefund(tx, { providerId: report.id, id: report.refundId });
  if (existing && (existing.payment_id !== payment.id || existing.amount_cents !== report.amountCents))
    return 'wrong_amount';
  if (existing?.status === 'made') {
    if (!report.failed) return 'unchanged';
    await undoRefund(context, tx, payment, existing);
    return 'refund_failed';
  }
  // A refund that only we marked as failed may have been made after all. A refund that failed at the provider stays
  // failed.
  if (existing?.status === 'failed' && (report.failed || existing.provider_id)) return 'unchanged';
  const changes = { provider_id: report.id, status: report.failed ? 'failed' : 'made' } as const;
  if (existing) await updateRefund(tx, existing.id, changes);
  const refund =
    existing ??
    (await insertRefund(tx, {
      payment_id: payment.id,
      amount_cents: report.amountCents,
      created_at: context.clock(),
      ...changes,
    }));
  if (report.failed) return 'refund_failed';
  await bookRefund(context, tx, payments, payment, refund);
  return 'refunded';
}

async function bookRefund(
  context: Context,
  tx: Tx<Tables>,
  payments: readonly Payment[],
  payment: Payment,
  refund: Refund,
): Promise<void> {
  const { id: paymentId, orderId } = payment;
  const now = context.clock();
  const refundedCents = refund.amount_cents;
  const back = partsPaidBack(payment, refundedCents);
  const closes = closedBy(payment, refundedCents, payments);
  const total = payment.refundedCents + refundedCents;
  const isWhole = total === payment.amountCents;
  // The order is not closed here: a payment of a closed order never gave access, so `closes` is `nothing`.
  if (payment.orderKind === 'transfer' && closes !== 'nothing') await upsertEmitted(tx, orderId, now);
  // A smaller refund does not settle the request, because an operator decides about the remainder.
  const settled = settledByRefund(payment, total);
  const settlesRequest = settled.some(({ kinds }) => kinds.includes('refund_request'));
  await updatePayment(tx, paymentId, {
    refundedCents: total,
    status: isWhole ? 'refunded' : payment.status,
    opensGuide: payment.opensGuide && !back.guide,
    opensConcierge: payment.opensConcierge && !back.concierge,
    ...((isWhole || settlesRequest) && { refundRequestedAt: null }),
    ...(settlesRequest && { refundRequest: null }),
  });
  const entries = refundEntries(payment, refundedCents);
  await bookEntries(tx, {
    transactionId: refund.id,
    kind: 'refund',
    entries,
    at: now,
    about: { payment_id: paymentId },
  });
  for (const { kinds, ...cause } of settled) emitSettled(context, tx, kinds, { paymentId, ...cause }, 'Refunded.');
  const open = settlesRequest ? payments.filter(({ id }) => id !== paymentId) : payments;
  emitRefund(context, tx, payment, { refundedCents, closes, refundRequestedAt: openRequestSince(open) });
  if (closes === 'guide' || closes === 'all')
    context.enqueue(tx, CancelOpenPayments, { orderId }, { jobId: `cancel-open-payments-${refund.id}` });
}

async function undoRefund(context: Context, tx: Tx<Tables>, payment: Payment, refund: Refund): Promise<void> {
  const now = context.clock();
  await updateRefund(tx, refund.id, { status: 'failed' });
  await reverseEntries(tx, refund.id, { transactionId: `${refund.id}:failed`, kind: 'refund_failed', at: now });
  await updatePayment(tx, payment.id, {
    refundedCents: payment.refundedCents - refund.amount_cents,
    refundRequestedAt: now,
  });
  emitRefundRequest(context, tx, payment, 'refund_failed');
  emitTask(context, tx, refundFailed(payment, { id: refund.id, amountCents: refund.amount_cents }));
}

/**
 * Opens a customer's refund request, which an operator decides. A repeated request changes nothing.
 * @throws ProblemError `not_refundable` if the terms do not allow a refund; ProviderUnavailable
 */
export async function openRefundRequest(context: Context, orderId: string, arrived: boolean): Promise<Payment[]> {
  const { transact, clock } = context;
  await settleOrder(context, orderId);
  return transact(async (tx) => {
    const payments = await lockPayments(tx, { orderId });
    const now = clock();
    const allowed = payments
      .map((payment) => ({ payment, parts: refundableParts(payment, arrived, now) }))
      .filter(({ parts }) => parts.guide || parts.concierge);
    const isRequested = payments.some((payment) => payment.refundRequestedAt);
    if (allowed.length === 0 && !isRequested) throw new ProblemError('not_refundable');
    for (const { payment, parts } of allowed) {
      if (payment.refundRequestedAt) continue;
      const refundRequest = { at: now, settlesAtCents: payment.refundedCents + centsOf(payment, parts) };
      await updatePayment(tx, payment.id, { refundRequestedAt: now, refundRequest });
      emitTask(context, tx, refundRequested(payment, parts, now));
      emitRefundRequest(context, tx, payment, 'customer_asked', now);
    }
    return findPayments(tx, orderId);
  });
}
