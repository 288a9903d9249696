import { OrderClosed } from '@xrp-bridge/contracts/payment';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { isLive } from '../domain/payment.ts';
import { findOrder, upsertClosed } from '../order-store.ts';
import { findPayments, lockPayments } from '../store.ts';
import { sayAgainIfUnconfirmed } from './confirm-access.ts';
import { retirePayment } from './retire-payment.ts';

const order = z.object({ orderId: z.string() });
const tried = { attempts: 12, backoffMs: 2_000, timeoutMs: 60_000 };

/**
 * After the guide was paid back, or unlocked by hand: nothing of the order shall be paid that is open in some browser
 * still; with `paymentIds`, none of these.
 */
export const CancelOpenPayments = defineJob('cancel-open-payments', {
  data: order.extend({ paymentIds: z.array(z.string()).optional() }),
  ...tried,
});

/** Before a transfer is deleted. */
export const CloseOrder = defineJob('close-order', { data: order, ...tried });

/**
 * Cancels whatever of an order can still be paid, at the provider, or these payments of it. What turns out to be paid by
 * then is settled.
 * @throws ProviderUnavailable; Error when the provider holds on to one, as while a bank is thinking
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
 * Closes an order for good, and says so. One that was ever paid or unlocked stays as it is: its transfer, which does not
 * know that, is told so again instead, also when it was paid back since.
 * @throws like `cancelOpenPayments`; Error when it is paid or unlocked in this moment
 */
export async function closeOrder(context: Context, orderId: string): Promise<void> {
  await cancelOpenPayments(context, orderId);
  await context.transact(async (tx) => {
    const payments = await lockPayments(tx, { orderId });
    if ((await findOrder(tx, orderId))?.said_at) {
      await sayAgainIfUnconfirmed(context, tx, payments, orderId);
      return;
    }
    if (!(await upsertClosed(tx, orderId, context.clock()))) throw new Error(`${orderId} was just paid or unlocked`);
    context.emit(tx, OrderClosed, orderId, { transferId: orderId });
  });
}
