import { OrderClosed } from '@xrp-bridge/contracts/payment';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { isLive } from '../domain/payment.ts';
import { findOrder, upsertClosed } from '../order-store.ts';
import { findPayments, lockPayments } from '../store.ts';
import { emitAgainIfUnconfirmed } from './confirm-access.ts';
import { retirePayment } from './retire-payment.ts';

/** Closes an order before its transfer is deleted. */
export const CloseOrder = defineJob('close-order', {
  data: z.object({ orderId: z.string() }),
  attempts: 12,
  backoffMs: 2_000,
  timeoutMs: 60_000,
});

/**
 * Cancels the open payments of an order, or only `paymentIds`, at the provider.
 * Payments that are already paid are settled instead.
 * @throws ProviderUnavailable; Error if a payment cannot be canceled, e.g. while a bank decides
 */
export async function cancelOpenPayments(context: Context, orderId: string, paymentIds?: string[]): Promise<void> {
  const findOpen = async () =>
    (await findPayments(context.db, orderId)).filter(
      (payment) => isLive(payment) && (paymentIds?.includes(payment.id) ?? true),
    );
  for (const payment of await findOpen()) await retirePayment(context, payment);
  const left = await findOpen();
  if (left.length > 0) throw new Error(`still open at the provider: ${left.map(({ id }) => id).join(', ')}`);
}

/**
 * Closes an order and emits `OrderClosed`.
 * An order whose access was ever emitted stays open, even if it was refunded. If the transfer has not confirmed that
 * access, the access is emitted again.
 * @throws like `cancelOpenPayments`; Error if another transaction gives access to the order at the same time
 */
export async function closeOrder(context: Context, orderId: string): Promise<void> {
  await cancelOpenPayments(context, orderId);
  await context.transact(async (tx) => {
    const payments = await lockPayments(tx, { orderId });
    if ((await findOrder(tx, orderId))?.emitted_at) {
      await emitAgainIfUnconfirmed(context, tx, payments, orderId);
      return;
    }
    if (!(await upsertClosed(tx, orderId, context.clock()))) throw new Error(`${orderId} was just paid or unlocked`);
    context.emit(tx, OrderClosed, orderId, { transferId: orderId });
  });
}
