import type { Tx } from '@xrp-bridge/runtime';
import { booking } from '../accounting-store.ts';
import type { Context } from '../context.ts';
import { saleEntries } from '../domain/accounting.ts';
import {
  isLive,
  isRefunded,
  judge,
  type Outcome,
  opens,
  type Payment,
  type ProviderReport,
  paysTwice,
} from '../domain/payment.ts';
import { doesNotMatch, paidTooLate, paidTwice } from '../domain/task.ts';
import { findOrderedPayments, findPayments, keepPayment, lockPayments, type Tables } from '../store.ts';
import { noteSettled, openTask } from '../task-store.ts';
import { announceDecline, announceMoney, announcePaid, announceRefundRequest } from './announce.ts';

/**
 * Does what the provider reports, once, whoever heard it first: webhook, the customer's return, or the sweep.
 * `payment` is locked by `tx`, with all others of its transfer, and written at its end.
 */
export async function applyReport(
  context: Context,
  tx: Tx<Tables>,
  payment: Payment,
  report: ProviderReport,
): Promise<Outcome> {
  const outcome = judge(payment, report);
  if (outcome === 'settled') await settle(context, tx, payment, report);
  else if (outcome === 'declined') decline(context, tx, payment, report);
  else if (outcome === 'canceled') context.write(tx, keepPayment({ ...payment, status: 'canceled' }));
  const task = report.state === 'paid' && doesNotMatch(payment, outcome, report.intentId);
  if (task) await openTask(tx, task, context.clock());
  return outcome;
}

async function settle(context: Context, tx: Tx<Tables>, payment: Payment, report: ProviderReport): Promise<void> {
  const { id: paymentId, transferId } = payment;
  const now = context.clock();
  // Read anew: what a bypass added while we waited for the lock is not among those that were locked.
  const { payments, closed } = await findOrderedPayments(tx, transferId);
  const entries = saleEntries(payment);
  const about = { payment_id: paymentId };
  context.write(tx, booking({ transactionId: paymentId, kind: 'sale', entries, at: now, about }));
  const paid = { ...payment, status: 'succeeded', intentId: report.intentId, failure: null, paidAt: now } as const;
  if (closed || isRefunded(payments)) {
    context.write(tx, keepPayment({ ...paid, unlocks: false, refundRequestedAt: now }));
    announceMoney(context, tx, payment);
    await openTask(tx, paidTooLate(payment), now);
  } else await unlock(context, tx, paid, paysTwice(payment, payments));
}

async function unlock(context: Context, tx: Tx<Tables>, payment: Payment, twice: boolean): Promise<void> {
  const { transferId, product } = payment;
  const bought = opens(product);
  const now = context.clock();
  const unlocked = {
    ...payment,
    opensGuide: bought.guide,
    opensConcierge: bought.concierge,
    ...(twice && { refundRequestedAt: now }),
  };
  context.write(tx, keepPayment(unlocked));
  announcePaid(context, tx, unlocked);
  if (twice) {
    announceRefundRequest(context, tx, payment, 'paid_twice');
    await openTask(tx, paidTwice(payment), now);
  }
  if (bought.guide) {
    context.write(tx, noteSettled({ kind: 'hand_payment', orderId: transferId, at: now, reason: 'Paid by card.' }));
  }
}

function decline(context: Context, tx: Tx<Tables>, payment: Payment, report: ProviderReport): void {
  context.write(tx, keepPayment({ ...payment, status: 'failed', failure: report.decline?.message ?? null }));
  announceDecline(context, tx, payment, report.decline?.code ?? null);
}

/**
 * Asks the provider about a payment that can still be paid, and settles what it says.
 * @throws ProviderUnavailable
 */
export async function settlePayment(context: Context, payment: Payment): Promise<Outcome | 'processing'> {
  const opened = await context.stripe.look(payment);
  if (!opened || opened.report.state === 'open') return 'unchanged';
  if (opened.report.state === 'processing') return 'processing';
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
 * Settles whatever of a transfer can still be paid, and gives all its payments as they are when it answers: what a
 * webhook settled while the provider was asked is among them. `undecided` while a bank is thinking about one.
 * @throws ProviderUnavailable
 */
export async function settleTransfer(
  context: Context,
  transferId: string,
): Promise<{ payments: Payment[]; undecided: boolean }> {
  const payments = await findPayments(context.db, transferId);
  const live = payments.filter(isLive);
  if (live.length === 0) return { payments, undecided: false };
  const outcomes = await Promise.all(live.map((payment) => settlePayment(context, payment)));
  return { payments: await findPayments(context.db, transferId), undecided: outcomes.includes('processing') };
}
