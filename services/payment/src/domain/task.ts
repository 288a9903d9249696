import { formatCents } from '@xrp-bridge/contracts/prices';
import { centsOf, type Outcome, type Parts, type Payment } from './payment.ts';

/** A task for an operator. Each kind and cause opens at most one task, even if emitted repeatedly. */
export interface NewTask {
  kind: 'refund_request' | 'refund_failed' | 'unlocks_nothing' | 'wrong_amount' | 'dispute' | 'not_released';
  cause: string;
  orderId: string;
  paymentId: string | null;
  why: string;
  amountCents?: number;
}

/**
 * Returns the task of a refund request, with the parts that the terms allow.
 * After a refusal a new request is a new task.
 */
export function refundRequested(payment: Payment, parts: Parts, at: Date): NewTask {
  const names = [...(parts.guide ? ['the guide'] : []), ...(parts.concierge ? ['the concierge'] : [])].join(' and ');
  const text = `Refund request. Amount due under our terms: $${formatCents(centsOf(payment, parts))} for ${names}.`;
  // The application refunds either the concierge or everything. To refund the guide and leave the concierge open, an
  // operator uses the dashboard of the provider.
  const conciergeStays = payment.opensConcierge && !parts.concierge;
  const why = conciergeStays
    ? `${text} Refund it in the payment provider’s dashboard, so the concierge stays open.`
    : text;
  return {
    ...about(payment, 'refund_request', causeOfRequest(payment, at), why),
    amountCents: centsOf(payment, parts),
  };
}

/** Returns the cause of the task that a customer's refund request opens. */
export function causeOfRequest(payment: Payment, at: Date): string {
  return `${payment.id}:${at.toISOString()}`;
}

/** Returns the kinds of a payment's tasks that are done once `refundedCents` in total are refunded. */
export function settledByRefund({ refundRequest, amountCents }: Payment, refundedCents: number): NewTask['kind'][] {
  const settlesRequest = refundRequest !== null && refundedCents >= refundRequest.settlesAtCents;
  return [
    ...(settlesRequest ? (['refund_request'] as const) : []),
    ...(refundedCents === amountCents ? (['refund_failed', 'unlocks_nothing'] as const) : []),
  ];
}

export function refundFailed(payment: Payment, refundId: string): NewTask {
  const why = 'A refund failed at the payment provider. Please refund the customer another way.';
  return about(payment, 'refund_failed', refundId, why);
}

export function paidTwice(payment: Payment): NewTask {
  const why = 'Paid twice, or paid by card after a bypass. Please refund one payment.';
  return about(payment, 'unlocks_nothing', payment.id, why);
}

export function paidTooLate(payment: Payment): NewTask {
  const why = 'Paid after the order was refunded or deleted. It unlocks nothing, so please refund it.';
  return about(payment, 'unlocks_nothing', payment.id, why);
}

/** Returns the task for a payment that does not match the sale; null for a matching payment. */
export function doesNotMatch(payment: Payment, outcome: Outcome, intentId: string | null): NewTask | null {
  const cause = `${payment.id}:${intentId ?? ''}:${outcome}`;
  if (outcome === 'wrong_intent') {
    return about(
      payment,
      'unlocks_nothing',
      cause,
      `Paid with a second payment intent, ${intentId}. Please refund it.`,
    );
  }
  if (outcome === 'wrong_amount' || outcome === 'wrong_currency') {
    return about(payment, 'wrong_amount', cause, 'Paid the wrong amount or currency, so nothing was unlocked.');
  }
  return null;
}

/**
 * Returns the task of a dispute by the customer's bank.
 * The provider's dashboard shows the required reply and its deadline.
 */
export function disputed(
  payment: Payment,
  dispute: { id: string; reason: string; status: string; closed: boolean },
): NewTask {
  return dispute.closed
    ? about(payment, 'dispute', `${dispute.id}:closed`, `The dispute is closed: ${dispute.status}.`)
    : about(payment, 'dispute', dispute.id, `The customer’s bank disputed the payment: ${dispute.reason}.`);
}

export function notReleased(orderId: string): NewTask {
  const why = 'Paid or refunded, but the transfer still doesn’t show it after many tries.';
  return { kind: 'not_released', cause: orderId, orderId, paymentId: null, why };
}

function about(payment: Payment, kind: NewTask['kind'], cause: string, why: string): NewTask {
  return { kind, cause, orderId: payment.orderId, paymentId: payment.id, why, amountCents: payment.amountCents };
}
