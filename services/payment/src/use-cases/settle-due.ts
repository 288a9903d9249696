import type { Context } from '../context.ts';
import { isRefunded, type Payment, paysTwice } from '../domain/payment.ts';
import { findOrder } from '../order-store.ts';
import { findPayments, listLiveBesideEnded, takeUnsettled } from '../store.ts';
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
  if (await isOver(context, payment)) await retirePayment(context, payment);
}

/**
 * Cancels payments that are still open although their order was bypassed or refunded since. The job that cancels them at
 * once gives up after an hour, and `settleDue` looks at an old payment only every few days.
 * @throws ProviderUnavailable
 */
export async function retireOvertaken(context: Context, signal: AbortSignal): Promise<void> {
  for (const payment of await listLiveBesideEnded(context.db, 1_000)) {
    if (signal.aborted) return;
    if (await isOver(context, payment)) await retirePayment(context, payment);
  }
}

/** Returns whether a payment must not be paid any more: its order is closed or refunded, or what it buys is unlocked. */
async function isOver({ db }: Context, payment: Payment): Promise<boolean> {
  const payments = await findPayments(db, payment.orderId);
  if (isRefunded(payments) || paysTwice(payment, payments)) return true;
  return Boolean((await findOrder(db, payment.orderId))?.closed_at);
}
