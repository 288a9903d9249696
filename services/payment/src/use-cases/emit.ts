import { ConciergeBought, ConciergeRefunded, ConciergeRefundRequested } from '@xrp-bridge/contracts/concierge';
import {
  ConciergeActivated,
  MoneyReceived,
  MoneyReturned,
  PaymentFailed,
  PaymentRefunded,
  PaymentSucceeded,
  RefundRequested,
} from '@xrp-bridge/contracts/payment';
import { currency } from '@xrp-bridge/contracts/prices';
import { SubscriptionRefunded } from '@xrp-bridge/contracts/subscription';
import { TaskOpened, TaskSettled } from '@xrp-bridge/contracts/task';
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { type Closes, opens, type Payment } from '../domain/payment.ts';
import { subscriberOf } from '../domain/subscription.ts';
import type { NewTask } from '../domain/task.ts';
import type { Tables } from '../tables.ts';

// The kind of an order determines the events about its payments. The transfer service stores a transfer's access and
// confirms it with `transfer.updated`. The access of a concierge order is read from this service, so no other service
// has to confirm it.

type Emitting = Pick<Context, 'emit'>;

/** Emits that a payment was paid and gives access. */
export function emitPaid({ emit }: Emitting, tx: Tx<Tables>, payment: Payment & { paidAt: Date }): void {
  const { id: paymentId, orderId, orderKind, product } = payment;
  const paidAt = payment.paidAt.toISOString();
  if (orderKind === 'concierge') emit(tx, ConciergeBought, orderId, { ...orderFactsOf(payment), paidAt });
  if (orderKind !== 'transfer') return;
  emit(tx, PaymentSucceeded, orderId, {
    ...factsOf(payment),
    paidAt,
    providerPaidAt: payment.providerPaidAt?.toISOString(),
  });
  if (opens(product).concierge) emit(tx, ConciergeActivated, orderId, { paymentId, transferId: orderId });
}

/** Emits that the provider declined a payment. */
export function emitDecline({ emit }: Emitting, tx: Tx<Tables>, payment: Payment, declineCode: string | null): void {
  if (payment.orderKind !== 'transfer') return;
  emit(tx, PaymentFailed, payment.orderId, { ...factsOf(payment), declineCode });
}

/** Emits that a payment of a transfer was paid but gives no access. */
export function emitMoney({ emit }: Emitting, tx: Tx<Tables>, payment: Payment): void {
  if (payment.orderKind === 'transfer') emit(tx, MoneyReceived, payment.orderId, factsOf(payment));
}

/** Emits a refund and the access that it closes. */
export function emitRefund(
  { emit }: Emitting,
  tx: Tx<Tables>,
  payment: Payment,
  refund: { refundedCents: number; closes: Closes; refundRequestedAt: string | null },
): void {
  const { id: paymentId, orderId, orderKind } = payment;
  const { refundedCents, closes, refundRequestedAt } = refund;
  if (orderKind === 'concierge') {
    emit(tx, ConciergeRefunded, orderId, { ...orderFactsOf(payment), refundedCents, closes });
    return;
  }
  if (orderKind === 'subscription') {
    const subscriberId = subscriberOf(orderId);
    emit(tx, SubscriptionRefunded, subscriberId, { subscriberId, paymentId, refundedCents });
    return;
  }
  const facts = { ...refundFactsOf(payment), refundedCents, refundRequestedAt };
  if (closes === 'nothing') {
    emit(tx, MoneyReturned, orderId, facts);
    return;
  }
  emit(tx, PaymentRefunded, orderId, { ...facts, closes });
}

/** Emits that a refund is requested or due. */
export function emitRefundRequest(
  { emit }: Emitting,
  tx: Tx<Tables>,
  payment: Payment,
  reason: 'customer_asked' | 'paid_twice' | 'refund_failed',
  requestedAt?: Date,
): void {
  const { id: paymentId, orderId, orderKind } = payment;
  const at = requestedAt && { requestedAt: requestedAt.toISOString() };
  if (orderKind === 'transfer') emit(tx, RefundRequested, orderId, { transferId: orderId, paymentId, reason, ...at });
  else if (orderKind === 'concierge' && at && reason === 'customer_asked')
    emit(tx, ConciergeRefundRequested, orderId, { orderId, paymentId, ...at });
}

/** Emits a task for operators. The notification service stores tasks (ADR 0038). */
export function emitTask({ emit }: Emitting, tx: Tx<Tables>, task: NewTask): void {
  emit(tx, TaskOpened, task.paymentId ?? task.cause, task);
}

/** Emits that these tasks are done. */
export function emitSettled(
  { emit }: Emitting,
  tx: Tx<Tables>,
  kinds: NewTask['kind'][],
  of: { paymentId: string; cause?: string } | { paymentId?: undefined; cause: string },
  reason: string,
): void {
  const { paymentId = null, cause = null } = of;
  // The subject is the same as in `emitTask`, so that the events arrive in order.
  emit(tx, TaskSettled, of.paymentId ?? of.cause, { kinds, paymentId, cause, reason });
}

export function factsOf(payment: Payment) {
  const { id: paymentId, orderId: transferId, product, amountCents } = payment;
  return { paymentId, transferId, product, amountCents, currency } as const;
}

/** Returns the facts of a refunded payment. */
export function refundFactsOf(payment: Payment) {
  return { ...factsOf(payment), paidAt: payment.paidAt?.toISOString() };
}

function orderFactsOf({ id: paymentId, orderId, amountCents }: Payment) {
  return { paymentId, orderId, amountCents, currency } as const;
}
