import { ConciergeActivated, PaymentFailed, PaymentSucceeded, RefundRequested } from '@xrp-bridge/contracts/payment';
import { currency } from '@xrp-bridge/contracts/prices';
import type { Tx } from '@xrp-bridge/runtime';
import { bookEntries } from '../accounting-store.ts';
import type { Context } from '../context.ts';
import { saleEntries } from '../domain/accounting.ts';
import { isLive, judge, type Outcome, opens, type Payment, type ProviderReport, paysTwice } from '../domain/payment.ts';
import { findPayments, lockPayments, type Tables, updatePayment } from '../store.ts';

/**
 * Does what the provider reports, once, whoever heard it first: webhook, the customer's return, or the sweep.
 * `payment` is locked by `tx`, with all others of its transfer.
 */
export async function applyReport(
  context: Context,
  tx: Tx<Tables>,
  payment: Payment,
  report: ProviderReport,
): Promise<Outcome> {
  const outcome = judge(payment, report);
  if (outcome === 'settled') await settle(context, tx, payment, report);
  else if (outcome === 'declined') await decline(context, tx, payment, report);
  else if (outcome === 'canceled') await updatePayment(tx, payment, { status: 'canceled' });
  return outcome;
}

async function settle(
  { clock, emit }: Context,
  tx: Tx<Tables>,
  payment: Payment,
  report: ProviderReport,
): Promise<void> {
  const { id: paymentId, transferId, product } = payment;
  const bought = opens(product);
  // Read anew: what a bypass added while we waited for the lock is not among those that were locked.
  const twice = paysTwice(payment, await findPayments(tx, transferId));
  const now = clock();
  await updatePayment(tx, payment, {
    status: 'succeeded',
    intentId: report.intentId,
    opensGuide: bought.guide,
    opensConcierge: bought.concierge,
    failure: null,
    paidAt: now,
    ...(twice && { refundRequestedAt: now }),
  });
  await bookEntries(tx, { transactionId: paymentId, paymentId, kind: 'sale', entries: saleEntries(payment), at: now });
  emit(tx, PaymentSucceeded, transferId, factsOf(payment));
  if (bought.concierge) emit(tx, ConciergeActivated, transferId, { paymentId, transferId });
  if (twice) emit(tx, RefundRequested, transferId, { transferId, paymentId, reason: 'paid_twice' });
}

async function decline({ emit }: Context, tx: Tx<Tables>, payment: Payment, report: ProviderReport): Promise<void> {
  await updatePayment(tx, payment, { status: 'failed', failure: report.decline?.message ?? null });
  const declineCode = report.decline?.code ?? null;
  emit(tx, PaymentFailed, payment.transferId, { ...factsOf(payment), declineCode });
}

export function factsOf(payment: Payment) {
  const { id: paymentId, transferId, product, amountCents } = payment;
  return { paymentId, transferId, product, amountCents, currency } as const;
}

/**
 * Asks the provider about a payment that can still be paid, and settles what it says.
 * @throws ProviderUnavailable
 */
export async function settlePayment(context: Context, payment: Payment): Promise<Outcome> {
  const opened = await context.stripe.look(payment);
  if (!opened || opened.report.state === 'open') return 'unchanged';
  return settleReport(context, payment.id, opened.report);
}

/** Settles a report in a transaction of its own. */
export async function settleReport(context: Context, paymentId: string, report: ProviderReport): Promise<Outcome> {
  return context.transact(async (tx) => {
    const payments = await lockPayments(tx, { paymentId });
    const payment = payments.find((one) => one.id === paymentId);
    if (!payment) return 'not_ours';
    const outcome = await applyReport(context, tx, payment, report);
    if (outcome.startsWith('wrong'))
      context.log.error({ paymentId, outcome }, 'a payment does not match what was sold');
    return outcome;
  });
}

/**
 * Settles whatever of a transfer can still be paid, and gives all its payments as they then are.
 * @throws ProviderUnavailable
 */
export async function settleTransfer(context: Context, transferId: string): Promise<Payment[]> {
  const payments = await findPayments(context.db, transferId);
  const outcomes = await Promise.all(payments.filter(isLive).map((payment) => settlePayment(context, payment)));
  return outcomes.every((outcome) => outcome === 'unchanged') ? payments : findPayments(context.db, transferId);
}
