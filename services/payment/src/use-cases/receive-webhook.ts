import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { isPaid, type Outcome, type Payment } from '../domain/payment.ts';
import { insertWebhookEvent, lockPayments, type Tables } from '../store.ts';
import type { Notice, ProviderEvent } from '../stripe-events.ts';
import { applyRefund, syncRefunds } from './refund.ts';
import { applyReport } from './settle.ts';

type PaymentNotice = Extract<Notice, { about: 'payment' | 'refund' }>;
type RefundsNotice = Extract<Notice, { about: 'refunds' }>;

/**
 * Takes a signed event of the provider. Its effect, the events it causes and the note of its arrival are one
 * transaction, so it may come as often as it likes. What is not ours or does not match unlocks nothing and is noted
 * for operators.
 * @throws ProblemError `invalid_signature`; `not_ready` when it is about a payment of ours that is not there yet, so
 * that the provider sends it again; `payment_provider_unavailable`
 */
export async function receiveWebhook(context: Context, bytes: Buffer, signature: string): Promise<void> {
  const event = context.stripe.readEvent(bytes, signature);
  const { notice } = event;
  if (notice.about === 'nothing') await note(context, event, 'ignored');
  else if (event.live !== context.stripe.live) await note(context, event, 'wrong_mode');
  else if (notice.about === 'refunds') await receiveRefunds(context, event, notice);
  else await receiveNotice(context, event, notice);
}

async function receiveNotice(context: Context, event: ProviderEvent, notice: PaymentNotice): Promise<void> {
  try {
    await context.transact(async (tx) => {
      const payments = await lockPaymentsOf(tx, notice);
      const payment = findPayment(payments, notice);
      const outcome = payment ? await apply(context, tx, payments, payment, notice) : 'not_ours';
      if (!(await remember(context, tx, event, outcome))) throw new Duplicate();
    });
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error;
  }
}

/** Undoes the transaction: this event was taken before. */
class Duplicate extends Error {}

async function apply(
  context: Context,
  tx: Tx<Tables>,
  payments: readonly Payment[],
  payment: Payment,
  notice: PaymentNotice,
): Promise<Outcome> {
  if (notice.about === 'payment') return applyReport(context, tx, payment, notice.report);
  // The news of the payment itself is still on its way.
  if (!isPaid(payment)) throw new ProblemError('not_ready');
  return applyRefund(context, tx, payments, payment, notice.report);
}

/** The event only says that there were refunds, so those that we do not know are fetched before it is noted. */
async function receiveRefunds(context: Context, event: ProviderEvent, notice: RefundsNotice): Promise<void> {
  const payments = await context.transact((tx) => lockPaymentsOf(tx, notice));
  const payment = findPayment(payments, notice);
  if (!payment) return note(context, event, 'not_ours');
  if (!isPaid(payment)) throw new ProblemError('not_ready');
  if (payment.refundedCents === notice.refundedCents) return note(context, event, 'unchanged');
  await syncRefunds(context, notice.intentId);
  await note(context, event, 'refunded');
}

function lockPaymentsOf(tx: Tx<Tables>, notice: PaymentNotice | RefundsNotice): Promise<Payment[]> {
  if (notice.paymentId) return lockPayments(tx, { paymentId: notice.paymentId });
  const intentId = intentOf(notice);
  return intentId ? lockPayments(tx, { intentId }) : Promise.resolve([]);
}

/** @throws ProblemError `not_ready` when it names a payment of ours that is not there */
function findPayment(payments: readonly Payment[], notice: PaymentNotice | RefundsNotice): Payment | undefined {
  const { paymentId } = notice;
  if (!paymentId) return payments.find((payment) => payment.intentId === intentOf(notice));
  const payment = payments.find((one) => one.id === paymentId);
  if (!payment) throw new ProblemError('not_ready', 'This payment is not known yet');
  return payment;
}

function intentOf(notice: PaymentNotice | RefundsNotice): string | null {
  return notice.about === 'refunds' ? notice.intentId : notice.report.intentId;
}

async function note(context: Context, event: ProviderEvent, outcome: Outcome): Promise<void> {
  await remember(context, context.db, event, outcome);
}

/** False when the event was here before. */
async function remember(
  { clock, log }: Context,
  db: Tx<Tables> | Context['db'],
  event: ProviderEvent,
  outcome: Outcome,
): Promise<boolean> {
  const { id, type, notice } = event;
  const paymentId = notice.about === 'nothing' ? null : notice.paymentId;
  if (outcome.startsWith('wrong'))
    log.error({ event: id, type, paymentId, outcome }, 'a webhook does not match its payment');
  return insertWebhookEvent(db, { id, type, outcome, paymentId, receivedAt: clock() });
}
