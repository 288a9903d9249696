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
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { type Closes, opens, type Payment } from '../domain/payment.ts';
import { subscriberOf } from '../domain/subscription.ts';
import type { Tables } from '../tables.ts';
import { findOpenRequest } from '../task-store.ts';

// What others are told of a payment, in the words of its order. A transfer confirms what it is told; nobody confirms the
// rest, which opens nothing elsewhere: whoever wants to know what a concierge gives access to asks here.

type Emitting = Pick<Context, 'emit'>;

/** It is paid, and opens what it was for. */
export function emitPaid({ emit }: Emitting, tx: Tx<Tables>, payment: Payment & { paidAt: Date }): void {
  const { id: paymentId, transferId, orderKind, product } = payment;
  const paidAt = payment.paidAt.toISOString();
  if (orderKind === 'concierge') emit(tx, ConciergeBought, transferId, { ...orderFactsOf(payment), paidAt });
  if (orderKind !== 'transfer') return;
  emit(tx, PaymentSucceeded, transferId, { ...factsOf(payment), paidAt });
  if (opens(product).concierge) emit(tx, ConciergeActivated, transferId, { paymentId, transferId });
}

/** The provider declined it. */
export function emitDecline({ emit }: Emitting, tx: Tx<Tables>, payment: Payment, declineCode: string | null): void {
  if (payment.orderKind !== 'transfer') return;
  emit(tx, PaymentFailed, payment.transferId, { ...factsOf(payment), declineCode });
}

/** Money came in that opens nothing. */
export function emitMoney({ emit }: Emitting, tx: Tx<Tables>, payment: Payment): void {
  if (payment.orderKind === 'transfer') emit(tx, MoneyReceived, payment.transferId, factsOf(payment));
}

/** Money went back, and this is closed by it. */
export async function emitRefund(
  { emit }: Emitting,
  tx: Tx<Tables>,
  payment: Payment,
  { refundedCents, closes }: { refundedCents: number; closes: Closes },
): Promise<void> {
  const { id: paymentId, transferId, orderKind } = payment;
  if (orderKind === 'concierge') {
    emit(tx, ConciergeRefunded, transferId, { ...orderFactsOf(payment), refundedCents, closes });
    return;
  }
  if (orderKind === 'subscription') {
    const subscriberId = subscriberOf(transferId);
    emit(tx, SubscriptionRefunded, subscriberId, { subscriberId, paymentId, refundedCents });
    return;
  }
  const facts = { ...factsOf(payment), refundedCents, refundRequestedAt: await findOpenRequest(tx, transferId) };
  if (closes === 'nothing') {
    emit(tx, MoneyReturned, transferId, facts);
    return;
  }
  emit(tx, PaymentRefunded, transferId, { ...facts, closes });
}

/** A refund is wanted, or overdue. */
export function emitRefundRequest(
  { emit }: Emitting,
  tx: Tx<Tables>,
  payment: Payment,
  reason: 'customer_asked' | 'paid_twice' | 'refund_failed',
  requestedAt?: Date,
): void {
  const { id: paymentId, transferId, orderKind } = payment;
  const at = requestedAt && { requestedAt: requestedAt.toISOString() };
  if (orderKind === 'transfer') emit(tx, RefundRequested, transferId, { transferId, paymentId, reason, ...at });
  else if (orderKind === 'concierge' && at && reason === 'customer_asked')
    emit(tx, ConciergeRefundRequested, transferId, { orderId: transferId, paymentId, ...at });
}

export function factsOf(payment: Payment) {
  const { id: paymentId, transferId, product, amountCents } = payment;
  return { paymentId, transferId, product, amountCents, currency } as const;
}

function orderFactsOf({ id: paymentId, transferId: orderId, amountCents }: Payment) {
  return { paymentId, orderId, amountCents, currency } as const;
}
