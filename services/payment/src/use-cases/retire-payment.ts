import type { Context } from '../context.ts';
import type { Outcome, Payment } from '../domain/payment.ts';
import { settleReport } from './settle.ts';

/** What is unknown to the provider was never shown to the customer, or is gone. */
const unopened = { state: 'canceled', intentId: null, sessionId: null, currency: 'usd', decline: null } as const;

/**
 * Sees to it that a payment can no longer be paid, and settles it if it is paid by then.
 * @throws ProviderUnavailable
 */
export async function retirePayment(context: Context, payment: Payment): Promise<Outcome> {
  await context.stripe.cancel(payment);
  const opened = await context.stripe.look(payment);
  return settleReport(context, payment.id, opened?.report ?? { ...unopened, amountCents: payment.amountCents });
}
