import { continueTrace, type Tx } from '@xrp-bridge/runtime';
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
import { isOverLimit, mostDeclined, sourceOf } from '../domain/velocity.ts';
import { insertSettlement, type Settlement } from '../settlement-store.ts';
import { findLivePayments, findOrderedPayments, findPayments, lockPayments, updatePayment } from '../store.ts';
import type { Tables } from '../tables.ts';
import { addVelocity } from '../velocity-store.ts';
import { insertWebhookEvent, type WebhookEvent } from '../webhook-store.ts';
import { CancelOpenPayments } from './cancel-open-payments.ts';
import { emitDecline, emitMoney, emitPaid, emitRefundRequest, emitTask } from './emit.ts';

/**
 * Applies the provider's report about a payment once.
 * The report comes from a webhook, the customer's return or a scheduled job.
 * @param payment locked by `tx`, like all other payments of its order
 * @param received the provider's event with the report, which is stored with its outcome
 * @throws DuplicateEvent
 */
export async function applyReport(
  context: Context,
  tx: Tx<Tables>,
  payment: Payment,
  report: ProviderReport,
  received: Omit<WebhookEvent, 'outcome'> | null = null,
): Promise<Outcome> {
  const outcome = judge(payment, report);
  const webhookEvent = received && { ...received, outcome };
  if (outcome.startsWith('wrong')) {
    const about = { paymentId: payment.id, event: received?.id, outcome };
    context.log.error(about, 'a payment does not match what was sold');
  }
  if (outcome === 'settled') {
    // The provider's webhook belongs to none of our traces, so the customer's trace continues here.
    await continueTrace(payment.traceparent, 'settle payment', () =>
      settle(context, tx, payment, report, webhookEvent),
    );
    return outcome;
  }
  if (outcome === 'declined') await decline(context, tx, payment, report);
  else if (outcome === 'canceled') await updatePayment(tx, payment.id, { status: 'canceled' });
  const task = report.state === 'paid' && doesNotMatch(payment, outcome, report);
  if (task) emitTask(context, tx, task);
  if (webhookEvent) await insertWebhookEvent(tx, webhookEvent);
  return outcome;
}

async function settle(
  context: Context,
  tx: Tx<Tables>,
  payment: Payment,
  report: ProviderReport,
  webhookEvent: WebhookEvent | null,
): Promise<void> {
  const now = context.clock();
  // The payments are read again, because a bypass may have been inserted while this transaction waited for the lock.
  const { payments, closed } = await findOrderedPayments(tx, payment.orderId);
  const tooLate = closed || isRefunded(payments);
  const twice = !tooLate && paysTwice(payment, payments);
  const bought = opens(payment.product);
  const paid: Settlement['payment'] = {
    ...payment,
    status: 'succeeded',
    failure: null,
    intentId: report.intentId,
    opensGuide: !tooLate && bought.guide,
    opensConcierge: !tooLate && bought.concierge,
    unlocks: !tooLate,
    refundRequestedAt: tooLate || twice ? now : payment.refundRequestedAt,
    paidAt: now,
    providerPaidAt: report.paidAt,
  };
  if (tooLate) emitMoney(context, tx, paid);
  else emitPaid(context, tx, paid);
  if (twice) emitRefundRequest(context, tx, paid, 'paid_twice');
  if (tooLate || twice) emitTask(context, tx, tooLate ? paidTooLate(payment) : paidTwice(payment, payments));
  await insertSettlement(tx, {
    payment: paid,
    entries: saleEntries(payment),
    opensOrder: !tooLate && payment.orderKind === 'transfer',
    webhookEvent,
    events: context.takeEvents(tx),
  });
}

async function decline(context: Context, tx: Tx<Tables>, payment: Payment, report: ProviderReport): Promise<void> {
  await updatePayment(tx, payment.id, { status: 'failed', failure: report.decline?.message ?? null });
  emitDecline(context, tx, payment, report.decline?.code ?? null);
  await countDecline(context, tx, payment, report.decline?.card ?? null);
}

/**
 * Counts a decline of a visitor and a card.
 * A visitor's hash lasts one day, so its declines count for the day on which the payment was opened. Otherwise each
 * later day would allow as many declines again.
 * Over any limit, cancels the payment. At the visitor's limit of declines, cancels all open payments of the visitor,
 * because their client secrets would allow further cards. `openPayment` refuses new payments.
 */
async function countDecline(
  { clock, enqueue, log }: Context,
  tx: Tx<Tables>,
  payment: Payment,
  card: string | null,
): Promise<void> {
  const { openedBy, createdAt } = payment;
  if (openedBy === null) return;
  // The visitor is first in all transactions, which prevents deadlocks.
  const visitor = await addVelocity(tx, createdAt, 'declined', sourceOf('visitor', openedBy));
  const cards = card === null ? [] : [await addVelocity(tx, clock(), 'declined', sourceOf('card', card))];
  if (![visitor, ...cards].some(isOverLimit)) return;
  const isTester = visitor.declined >= mostDeclined.visitor;
  for (const { id, orderId } of isTester ? await findLivePayments(tx, openedBy) : [payment]) {
    log.warn({ paymentId: id }, 'a payment is canceled after too many declined cards');
    enqueue(tx, CancelOpenPayments, { orderId, paymentIds: [id] }, { jobId: `cancel-open-payments-${id}` });
  }
}

/**
 * Fetches the state of an open or failed payment from the provider and applies it.
 * @throws ProviderUnavailable
 */
export async function settlePayment(context: Context, payment: Payment): Promise<Outcome | 'processing'> {
  const opened = await context.stripe.fetchPayment(payment);
  if (!opened || opened.report.state === 'open') return 'unchanged';
  if (opened.report.state === 'processing') return 'processing';
  return settleReport(context, payment.id, opened.report);
}

/** Applies a report in its own transaction. */
export async function settleReport(context: Context, paymentId: string, report: ProviderReport): Promise<Outcome> {
  return context.transact(async (tx) => {
    const payments = await lockPayments(tx, { paymentId });
    const payment = payments.find((one) => one.id === paymentId);
    return payment ? applyReport(context, tx, payment, report) : 'not_ours';
  });
}

/**
 * Settles the open and failed payments of an order.
 * Returns all payments of the order, including changes by parallel webhooks. `undecided` is true while a bank decides
 * about a payment.
 * @throws ProviderUnavailable
 */
export async function settleOrder(
  context: Context,
  orderId: string,
): Promise<{ payments: Payment[]; undecided: boolean }> {
  const payments = await findPayments(context.db, orderId);
  const live = payments.filter(isLive);
  if (live.length === 0) return { payments, undecided: false };
  const outcomes = await Promise.all(live.map((payment) => settlePayment(context, payment)));
  return { payments: await findPayments(context.db, orderId), undecided: outcomes.includes('processing') };
}
