import type { Context } from '../context.ts';
import { isRefunded, type Payment } from '../domain/payment.ts';
import { findOrder } from '../order-store.ts';
import { findPayments, takeUnsettled } from '../store.ts';
import { retirePayment } from './retire-payment.ts';
import { settlePayment } from './settle.ts';

/** So many questions at once: the provider takes a hundred a second, and customers come first. */
const sideBySide = 8;

/**
 * Asks the provider about all payments that are due, the newest first: whoever has just paid does not wait for the
 * checkouts that others abandoned. What is still open of an order that is over is cancelled. A provider that is down
 * ends the run.
 * @throws ProviderUnavailable
 */
export async function settleDue(context: Context, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  while (!signal.aborted) {
    const payments = await takeUnsettled(db, clock(), sideBySide);
    if (payments.length === 0) return;
    const asked = await Promise.allSettled(payments.map((payment) => settleOrRetire(context, payment)));
    const failed = asked.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

async function settleOrRetire(context: Context, payment: Payment): Promise<void> {
  const outcome = await settlePayment(context, payment);
  if (outcome !== 'unchanged' && outcome !== 'processing') return;
  if (await isOver(context, payment.transferId)) await retirePayment(context, payment);
}

async function isOver({ db }: Context, orderId: string): Promise<boolean> {
  return Boolean((await findOrder(db, orderId))?.closed_at) || isRefunded(await findPayments(db, orderId));
}
