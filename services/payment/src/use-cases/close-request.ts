import { RefundRequestClosed } from '@xrp-bridge/contracts/payment';
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { openRequestSince } from '../domain/payment.ts';
import { causeOfRequest } from '../domain/task.ts';
import { lockPayments, updatePayment } from '../store.ts';
import type { Tables } from '../tables.ts';

/**
 * Closes a customer's request for a refund whose task an operator has closed: it can be made again. A request that was
 * settled or made anew in the meantime stays as it is.
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
  // Only a transfer stores that a refund was requested.
  if (payment.orderKind !== 'transfer') return;
  const { orderId } = payment;
  const refundRequestedAt = openRequestSince(payments.filter((other) => other !== payment));
  emit(tx, RefundRequestClosed, orderId, { transferId: orderId, paymentId, refundRequestedAt });
}
