import { formatCents } from '@xrp-bridge/contracts/prices';
import type { TaskRefund } from '@xrp-bridge/contracts/task';
import { accessOf, centsOf, type Outcome, opens, type Parts, type Payment, type ProviderReport } from './payment.ts';

/** A task for an operator. Each kind and cause opens at most one task, even if emitted repeatedly. */
export interface NewTask {
  kind: 'refund_request' | 'refund_failed' | 'unlocks_nothing' | 'wrong_amount' | 'dispute' | 'not_released';
  cause: string;
  orderId: string;
  paymentId: string | null;
  why: string;
  /** The amount that the task is about; undefined if the amount in dollars is unknown. */
  amountCents?: number | undefined;
  /** The refund that completes the task; null or undefined if only a person can choose the refund. */
  refund?: TaskRefund | null;
}

/**
 * Returns the task of a refund request, with the parts that the terms allow.
 * After a refusal a new request is a new task.
 */
export function refundRequested(payment: Payment, parts: Parts, at: Date): NewTask {
  const names = [...(parts.guide ? ['the guide'] : []), ...(parts.concierge ? ['the concierge'] : [])].join(' and ');
  const amountCents = centsOf(payment, parts);
  const text = `Refund request. Amount due under our terms: $${formatCents(amountCents)} for ${names}.`;
  // The application refunds either the concierge or everything. To refund the guide and leave the concierge open, an
  // operator uses the dashboard of the provider.
  const conciergeStays = payment.opensConcierge && !parts.concierge;
  const why = conciergeStays ? `${text} Refund it in the Stripe dashboard, so the customer keeps the concierge.` : text;
  return {
    ...about(payment, 'refund_request', causeOfRequest(payment, at), why),
    amountCents,
    refund: conciergeStays ? null : requestedRefund(payment, amountCents, parts),
  };
}

/** Returns the refund of exactly `amountCents`; null if the application cannot make it. */
function requestedRefund(payment: Payment, amountCents: number, parts: Parts): TaskRefund | null {
  if (amountCents === payment.amountCents - payment.refundedCents) return { product: 'all', amountCents };
  return parts.concierge && !parts.guide ? { product: 'concierge', amountCents } : null;
}

/** Returns the cause of the task that a customer's refund request opens. */
export function causeOfRequest(payment: Payment, at: Date): string {
  return `${payment.id}:${at.toISOString()}`;
}

/**
 * Returns the tasks of a payment that are done once `refundedCents` in total are refunded.
 * A task about a second intent stays open, because its cause is that intent and not the payment's id.
 */
export function settledByRefund(
  { id, refundRequest, amountCents }: Payment,
  refundedCents: number,
): { kinds: NewTask['kind'][]; cause?: string }[] {
  const settlesRequest = refundRequest !== null && refundedCents >= refundRequest.settlesAtCents;
  const isWhole = refundedCents === amountCents;
  const kinds: NewTask['kind'][] = [
    ...(settlesRequest ? (['refund_request'] as const) : []),
    ...(isWhole ? (['refund_failed'] as const) : []),
  ];
  return [
    ...(kinds.length > 0 ? [{ kinds }] : []),
    ...(isWhole ? [{ kinds: ['unlocks_nothing' as const], cause: id }] : []),
  ];
}

export function refundFailed(payment: Payment, refund: { id: string; amountCents: number }): NewTask {
  const why = 'A refund failed at Stripe. Please refund the customer another way.';
  return { ...about(payment, 'refund_failed', refund.id, why), amountCents: refund.amountCents };
}

/**
 * Returns the task of a payment whose access other payments already give, fully or partly.
 * If only a part was paid twice, an operator chooses the payment to refund.
 */
export function paidTwice(payment: Payment, others: readonly Payment[]): NewTask {
  const why = 'The customer paid twice, or paid by card after a bypass. Please refund one payment.';
  const owned = accessOf(others.filter(({ id }) => id !== payment.id));
  const bought = opens(payment.product);
  const isNeeded = (bought.guide && !owned.guide) || (bought.concierge && !owned.concierge);
  return { ...about(payment, 'unlocks_nothing', payment.id, why), refund: isNeeded ? null : wholeOf(payment) };
}

export function paidTooLate(payment: Payment): NewTask {
  const why =
    'The customer paid after the order was refunded or deleted. This payment unlocked nothing, so please refund it.';
  return { ...about(payment, 'unlocks_nothing', payment.id, why), refund: wholeOf(payment) };
}

function wholeOf({ amountCents }: Payment): TaskRefund {
  return { product: 'all', amountCents };
}

/** Returns the task for a paid report that does not match the sale; null for a matching report. */
export function doesNotMatch(payment: Payment, outcome: Outcome, report: ProviderReport): NewTask | null {
  const { intentId, currency } = report;
  const amountCents = currency === 'usd' ? report.amountCents : undefined;
  const cause = `${payment.id}:${intentId ?? ''}:${outcome}`;
  if (outcome === 'wrong_intent') {
    // The application refunds only the payment's own intent, so it cannot refund the second intent.
    const why = `The customer also paid with a second payment intent, ${intentId}. Please refund that payment in the Stripe dashboard.`;
    return { ...about(payment, 'unlocks_nothing', cause, why), amountCents };
  }
  if (outcome === 'wrong_amount' || outcome === 'wrong_currency') {
    const why = 'The customer paid the wrong amount or currency, so nothing was unlocked.';
    return { ...about(payment, 'wrong_amount', cause, why), amountCents };
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
  const why = 'A payment or refund went through. After many tries, the transfer still doesn’t show it.';
  return { kind: 'not_released', cause: orderId, orderId, paymentId: null, why };
}

function about(payment: Payment, kind: NewTask['kind'], cause: string, why: string): NewTask {
  return { kind, cause, orderId: payment.orderId, paymentId: payment.id, why, amountCents: payment.amountCents };
}
