import { RefundRequestClosed } from '@xrp-bridge/contracts/payment';
import type { Task } from '@xrp-bridge/contracts/task';
import type { Context } from '../context.ts';
import { lockPayments, updatePayment } from '../store.ts';
import { findOpenRequest, findTask, markDone } from '../task-store.ts';

/**
 * A person did it, or decided not to. A customer's request for a refund that ends so can be made again, and the transfer
 * is told. @returns the task as it then is; undefined when there is none
 */
export async function closeTask(
  { transact, emit, clock }: Context,
  id: string,
  by: { operator: string; reason: string },
): Promise<Task | undefined> {
  return transact(async (tx) => {
    const task = await findTask(tx, id);
    if (!task) return undefined;
    const { orderId, paymentId } = task;
    // First the payments, then the task, as a refund does that comes at the same moment.
    const payments = paymentId ? await lockPayments(tx, { paymentId }) : [];
    const closed = await markDone(tx, id, { at: clock(), by: by.operator, reason: by.reason });
    if (closed?.kind === 'refund_request' && orderId && paymentId) {
      const payment = payments.find((one) => one.id === paymentId);
      if (payment) await updatePayment(tx, payment.id, { refundRequestedAt: null });
      const refundRequestedAt = await findOpenRequest(tx, orderId);
      // Only a transfer keeps that it was asked.
      if (payment?.orderKind === 'transfer')
        emit(tx, RefundRequestClosed, orderId, { transferId: orderId, paymentId, refundRequestedAt });
    }
    return closed ?? findTask(tx, id);
  });
}
