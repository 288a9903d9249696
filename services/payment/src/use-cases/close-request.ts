import { RefundRequestClosed } from '@xrp-bridge/contracts/payment';
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { openRequestSince } from '../domain/payment.ts';
import { causeOfRequest } from '../domain/task.ts';
import { lockPayments, updatePayment } from '../store.ts';
import type { Tables } from '../tables.ts';

/**
 * Closes a customer's refund request after an operator closed its task.
 * The customer can then make a new request. Does not change a request that was settled or replaced in the meantime.
 */
export async function closeRequest(
  { emit }: Pick<Context, 'emit'>,
  tx: Tx<Tables>,
  { paymentId, cause }: { paymentId: string; cause: string },
): Promise<void> {
  const payments = await lockPayments(tx, { paymentId });
  const payment = payments.find(({ id }) => id === paymentId);
  if (!payment?.refundRequest || causeOfRequest(payment, payment.refundRequest.at) !== cause) return;
  await updatePayment(tx, paymentId, { refundRequestedAt: null, refundRequest: null });
  // Only transfers store refund requests, so other orders need no event.
  if (payment.orderKind !== 'transfer') return;
  const { orderId } = payment;
  const refundRequestedAt = openRequestSince(payments.filter((other) => other !== payment));
  emit(tx, RefundRequestClosed, orderId, { transferId: orderId, paymentId, refundRequestedAt });
}
