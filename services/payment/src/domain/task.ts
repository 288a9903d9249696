import { formatCents } from '@xrp-bridge/contracts/prices';
import { centsOf, type Outcome, type Parts, type Payment } from './payment.ts';

/** Something that a person must do. The same cause opens one of a kind, however often it is reported. */
export interface NewTask {
  kind: 'refund_request' | 'refund_failed' | 'unlocks_nothing' | 'wrong_amount' | 'dispute' | 'not_released';
  cause: string;
  orderId: string;
  paymentId: string | null;
  why: string;
}

/** One task each time that it is asked: after a “no” it may be asked again. It names the parts that the terms give back. */
export function refundAsked(payment: Payment, parts: Parts, at: Date): NewTask {
  const names = [...(parts.guide ? ['the guide'] : []), ...(parts.concierge ? ['the concierge'] : [])].join(' and ');
  const asked = `The customer asks for the money back. By our terms that is $${formatCents(centsOf(payment, parts))}: ${names}.`;
  // Our own refunds are of the concierge, or of all: the guide alone goes back by them once the concierge has.
  const keepsConcierge = payment.opensConcierge && !parts.concierge;
  const why = keepsConcierge ? `${asked} Make it at the payment provider: the concierge stays open.` : asked;
  return about(payment, 'refund_request', causeOfRequest(payment, at), why);
}

/** The cause of the task that a customer's request for a refund of a payment opens. */
export function causeOfRequest(payment: Payment, at: Date): string {
  return `${payment.id}:${at.toISOString()}`;
}

/** The kinds of tasks about a payment that are done once this much of it is refunded: a request once its parts are. */
export function settledByRefund({ refundRequest, amountCents }: Payment, refundedCents: number): NewTask['kind'][] {
  const settlesRequest = refundRequest !== null && refundedCents >= refundRequest.settlesAtCents;
  return [
    ...(settlesRequest ? (['refund_request'] as const) : []),
    ...(refundedCents === amountCents ? (['refund_failed', 'unlocks_nothing'] as const) : []),
  ];
}

export function refundFailed(payment: Payment, refundId: string): NewTask {
  const why = 'A refund failed at the payment provider: pay it back in another way.';
  return about(payment, 'refund_failed', refundId, why);
}

export function paidTwice(payment: Payment): NewTask {
  const why = 'Paid twice, or by card after the payment was bypassed: one payment must go back.';
  return about(payment, 'unlocks_nothing', payment.id, why);
}

export function paidTooLate(payment: Payment): NewTask {
  const why = 'Paid after the order was refunded or deleted: it unlocks nothing and must go back.';
  return about(payment, 'unlocks_nothing', payment.id, why);
}

/** Money that does not match what was sold, by what is wrong with it. Null when no money came or nothing is wrong. */
export function doesNotMatch(payment: Payment, outcome: Outcome, intentId: string | null): NewTask | null {
  const cause = `${payment.id}:${intentId ?? ''}:${outcome}`;
  if (outcome === 'wrong_intent') {
    return about(payment, 'unlocks_nothing', cause, `Paid by a second intent, ${intentId}: it must go back.`);
  }
  if (outcome === 'wrong_amount' || outcome === 'wrong_currency') {
    return about(
      payment,
      'wrong_amount',
      cause,
      'Paid another amount or currency than was asked: nothing is unlocked.',
    );
  }
  return null;
}

/** A customer's bank wants money back. The provider's dashboard says what to answer and until when. */
export function disputed(
  payment: Payment,
  dispute: { id: string; reason: string; status: string; closed: boolean },
): NewTask {
  return dispute.closed
    ? about(payment, 'dispute', `${dispute.id}:closed`, `The dispute is over: ${dispute.status}.`)
    : about(payment, 'dispute', dispute.id, `The customer's bank disputes the payment: ${dispute.reason}.`);
}

export function notReleased(orderId: string): NewTask {
  const why = 'Paid or paid back, and the transfer does not know it, however often it was told.';
  return { kind: 'not_released', cause: orderId, orderId, paymentId: null, why };
}

function about(payment: Payment, kind: NewTask['kind'], cause: string, why: string): NewTask {
  return { kind, cause, orderId: payment.orderId, paymentId: payment.id, why };
}
