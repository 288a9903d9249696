import type { Context } from '../context.ts';
import { isLive, type Outcome, type Payment } from '../domain/payment.ts';
import { lockPayments, updatePayment } from '../store.ts';
import { settleReport } from './settle.ts';

/**
 * Cancels a payment at the provider, or settles the payment if it is already paid.
 * @returns `unchanged` if another call opened the payment at the provider in the meantime, so that the caller must read
 * the payment again
 * @throws ProviderUnavailable
 */
export async function retirePayment(context: Context, payment: Payment): Promise<Outcome> {
  await context.stripe.cancel(payment);
  const opened = await context.stripe.fetchPayment(payment);
  return opened ? settleReport(context, payment.id, opened.report) : cancelUnopened(context, payment);
}

/** Cancels a payment that does not exist at the provider. */
async function cancelUnopened({ transact }: Context, read: Payment): Promise<Outcome> {
  return transact(async (tx) => {
    const payments = await lockPayments(tx, { paymentId: read.id });
    const payment = payments.find(({ id }) => id === read.id);
    if (!payment || !isLive(payment) || !isSameAttempt(payment, read)) return 'unchanged';
    await updatePayment(tx, payment.id, { status: 'canceled' });
    return 'canceled';
  });
}

/** Returns whether both payments are the same attempt at the provider. */
function isSameAttempt(one: Payment, other: Payment): boolean {
  return one.attempt === other.attempt && one.intentId === other.intentId && one.sessionId === other.sessionId;
}
