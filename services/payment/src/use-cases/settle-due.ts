import type { Context } from '../context.ts';
import { isRefunded, type Payment, paysTwice } from '../domain/payment.ts';
import { findOrder } from '../order-store.ts';
import { findPayments, listLiveBesideEnded, takeUnsettled } from '../store.ts';
import { retirePayment } from './retire-payment.ts';
import { settlePayment } from './settle.ts';

/**
 * Number of parallel calls.
 * The provider allows 100 calls per second, most of which are left for customers.
 */
const parallelCalls = 8;

/**
 * Fetches the state of all due payments from the provider and settles them.
 * The newest payments come first, because a customer who has just paid should not wait for abandoned checkouts. The
 * open payments of orders that must not be paid any more are canceled.
 * @throws ProviderUnavailable on the first failed call, because the provider is probably down
 */
export async function settleDue(context: Context, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  while (!signal.aborted) {
    const payments = await takeUnsettled(db, clock(), parallelCalls);
    if (payments.length === 0) return;
    const results = await Promise.allSettled(payments.map((payment) => settleOrRetire(context, payment)));
    const failed = results.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

async function settleOrRetire(context: Context, payment: Payment): Promise<void> {
  const outcome = await settlePayment(context, payment);
  if (outcome !== 'unchanged' && outcome !== 'processing') return;
  if (await isOver(context, payment)) await retirePayment(context, payment);
}

/**
 * Cancels payments that are still open although their order was bypassed or refunded.
 * This is needed because the job that cancels them gives up after an hour, and `settleDue` checks an old payment only
 * every few days.
 * @throws ProviderUnavailable
 */
export async function retireOvertaken(context: Context, signal: AbortSignal): Promise<void> {
  for (const payment of await listLiveBesideEnded(context.db, 1_000)) {
    if (signal.aborted) return;
    if (await isOver(context, payment)) await retirePayment(context, payment);
  }
}

/** Returns whether the order is closed or refunded, or already gives the access of the payment. */
async function isOver({ db }: Context, payment: Payment): Promise<boolean> {
  const payments = await findPayments(db, payment.orderId);
  if (isRefunded(payments) || paysTwice(payment, payments)) return true;
  return Boolean((await findOrder(db, payment.orderId))?.closed_at);
}
