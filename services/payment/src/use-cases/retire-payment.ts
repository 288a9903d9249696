import type { Context } from '../context.ts';
import { isLive, type Outcome, type Payment } from '../domain/payment.ts';
import { lockPayments, updatePayment } from '../store.ts';
import { settleReport } from './settle.ts';

/**
 * Cancels a payment at the provider, so that it can no longer be paid, and settles it if it is paid by then.
 * @returns `unchanged` when another call has opened it at the provider meanwhile: read it again
 * @throws ProviderUnavailable
 */
export async function retirePayment(context: Context, payment: Payment): Promise<Outcome> {
  await context.stripe.cancel(payment);
  const opened = await context.stripe.look(payment);
  return opened ? settleReport(context, payment.id, opened.report) : cancelUnopened(context, payment);
}

/** Cancels a payment that the provider does not know: it was never shown to the customer, or is gone. */
async function cancelUnopened({ transact }: Context, asked: Payment): Promise<Outcome> {
  return transact(async (tx) => {
    const payments = await lockPayments(tx, { paymentId: asked.id });
    const payment = payments.find(({ id }) => id === asked.id);
    if (!payment || !isLive(payment) || !isSameAttempt(payment, asked)) return 'unchanged';
    await updatePayment(tx, payment.id, { status: 'canceled' });
    return 'canceled';
  });
}

/** Returns whether both are the same attempt at the provider. */
function isSameAttempt(one: Payment, other: Payment): boolean {
  return one.attempt === other.attempt && one.intentId === other.intentId && one.sessionId === other.sessionId;
}
