import type { Payment as PublicPayment, webhookOutcomes } from '@xrp-bridge/contracts/payment';
import { type Product, prices, productByServiceFee, type ServiceFee } from '@xrp-bridge/contracts/prices';
import type { ProblemCode } from '@xrp-bridge/contracts/problem';

// The rules of payments as pure functions: no database, no provider, no clock.

export type Outcome = (typeof webhookOutcomes)[number];

/** The kind of an order: a transfer, a concierge without a transfer, or a subscription to signals. */
export type OrderKind = 'transfer' | 'concierge' | 'subscription';

export interface Payment {
  id: string;
  /** The order's id. For a transfer's payments this is the transfer's id. */
  orderId: string;
  orderKind: OrderKind;
  product: Product;
  amountCents: number;
  refundedCents: number;
  status: PublicPayment['status'];
  /**
   * The way of payment.
   * `intent`: our card form; `page`: the provider's hosted page; `invoice`: charged by the provider's subscription;
   * `bypass`: confirmed by an operator.
   */
  channel: 'intent' | 'page' | 'invoice' | 'bypass';
  /** Number of attempts to open the payment at the provider; part of the idempotency key. */
  attempt: number;
  intentId: string | null;
  sessionId: string | null;
  /** The access that the payment gives now. A refund closes access for good. */
  opensGuide: boolean;
  opensConcierge: boolean;
  /** False if the payment was paid after its order was refunded or closed, so that it never gave access. */
  unlocks: boolean;
  failure: string | null;
  /** Time since which a refund is due or requested, for any reason. */
  refundRequestedAt: Date | null;
  /** The customer's open request, and the total refunded amount that settles the request. */
  refundRequest: { at: Date; settlesAtCents: number } | null;
  createdAt: Date;
  paidAt: Date | null;
  /** Time of the payment at the provider, in whole seconds. */
  providerPaidAt: Date | null;
  /** Trace context in which the customer opened the payment. */
  traceparent: string | null;
  /** The visitor who opened the payment, as the BFF's hash of the day; null while rate limits are off. */
  openedBy: string | null;
}

/** The provider's state of a payment's intent or hosted page. */
export interface ProviderReport {
  /** `processing`: a bank has not decided yet, so the payment may still succeed or fail. */
  state: 'open' | 'processing' | 'declined' | 'paid' | 'canceled';
  intentId: string | null;
  sessionId: string | null;
  amountCents: number;
  currency: string;
  /** Time of the payment, in whole seconds; null unless it is paid. */
  paidAt: Date | null;
  /** `card` is the provider's fingerprint of the card, which is equal for all payments with this card. */
  decline: { message: string; code: string | null; card: string | null } | null;
}

/** The provider's state of a refund, made by us or in its dashboard. */
export interface RefundReport {
  id: string;
  intentId: string | null;
  /** The id of our refund; null if it was made in the provider's dashboard. */
  refundId: string | null;
  amountCents: number;
  currency: string;
  failed: boolean;
}

/** Returns whether the payment can still be paid. A transfer has at most one such payment. */
export function isLive(payment: Payment): boolean {
  return payment.status === 'open' || payment.status === 'failed';
}

/** Returns whether the payment was paid through the provider, even if it was refunded later. */
export function isPaid(payment: Payment): boolean {
  return payment.status === 'succeeded' || payment.status === 'refunded';
}

export function accessOf(payments: readonly Payment[]): { guide: boolean; concierge: boolean } {
  return {
    guide: payments.some((payment) => payment.opensGuide),
    concierge: payments.some((payment) => payment.opensConcierge),
  };
}

/** The access that a transfer's payments give, in the form in which the transfer service stores it. */
export interface Ownership {
  guide: boolean;
  concierge: 'none' | 'owned' | 'refunded';
  /** True if the guide was refunded, which ends the order. */
  refunded: boolean;
}

export function ownershipOf(payments: readonly Payment[]): Ownership {
  const { guide, concierge } = accessOf(payments);
  const owned = payments.some((payment) => isPaid(payment) && payment.unlocks && opens(payment.product).concierge);
  return { guide, concierge: concierge ? 'owned' : owned ? 'refunded' : 'none', refunded: isRefunded(payments) };
}

/** Returns whether the guide was fully refunded and no other payment gives access to it. */
export function isRefunded(payments: readonly Payment[]): boolean {
  return !accessOf(payments).guide && payments.some((one) => one.status === 'refunded' && opens(one.product).guide);
}

export type Order = { transferStatus: string } & (
  | { purpose: 'transfer'; serviceFee: ServiceFee }
  | { purpose: 'concierge' }
  /** The concierge, with the guide if the guide is not paid yet. */
  | { purpose: 'concierge_or_bundle' }
);

/** Returns the product to sell, which determines the price, or the reason why nothing can be sold. */
export function chooseProduct(
  order: Order,
  payments: readonly Payment[],
): { product: Product } | { refusal: ProblemCode } {
  const access = accessOf(payments);
  const closed = isRefunded(payments) || order.transferStatus === 'refunded';

  if (order.purpose === 'transfer') {
    if (access.guide) return { refusal: 'already_paid' };
    // An expired transfer is not refused, because a payment reopens it.
    if (closed || order.transferStatus === 'completed') return { refusal: 'transfer_closed' };
    return { product: productByServiceFee[order.serviceFee] };
  }
  if (access.concierge) return { refusal: 'already_owned' };
  if (access.guide) return { product: 'concierge' };
  if (order.purpose === 'concierge') return { refusal: 'payment_required' };
  return closed ? { refusal: 'transfer_closed' } : { product: 'bundle' };
}

/**
 * Returns the effect of a report on a payment.
 * A paid payment stays paid, so that reports may arrive twice, late and in any order. A canceled or declined payment
 * can still become paid.
 */
export function judge(payment: Payment, report: ProviderReport): Outcome {
  if (payment.intentId && report.intentId && payment.intentId !== report.intentId) return 'wrong_intent';
  if (payment.sessionId && report.sessionId && payment.sessionId !== report.sessionId) return 'wrong_intent';
  if (isPaid(payment)) return 'unchanged';
  if (report.currency !== 'usd') return 'wrong_currency';
  if (report.amountCents !== payment.amountCents) return 'wrong_amount';
  if (report.state === 'paid') return 'settled';
  if (!isLive(payment)) return 'unchanged';
  if (report.state === 'declined') return 'declined';
  if (report.state === 'canceled') return 'canceled';
  return 'unchanged';
}

export function opens(product: Product): { guide: boolean; concierge: boolean } {
  return {
    guide: product === 'guide' || product === 'bundle',
    concierge: product === 'concierge' || product === 'bundle',
  };
}

/**
 * Returns whether other payments already give part of the access.
 * An operator must then refund this payment.
 */
export function paysTwice(payment: Payment, others: readonly Payment[]): boolean {
  const owned = accessOf(others.filter((other) => other.id !== payment.id));
  const bought = opens(payment.product);
  return (owned.guide && bought.guide) || (owned.concierge && bought.concierge);
}

/**
 * Returns the share of the refunded cents that belongs to the concierge.
 * A bundle's concierge is refunded first.
 */
export function conciergeShare(product: Product, cents: number): number {
  if (product === 'bundle') return Math.min(cents, prices.concierge);
  return product === 'concierge' ? cents : 0;
}

/** Returns the parts that are fully refunded once `cents` more are refunded. */
export function partsPaidBack(payment: Payment, cents: number): { guide: boolean; concierge: boolean } {
  const { product, amountCents, refundedCents } = payment;
  const bought = opens(product);
  const unrefunded = (back: number) => ({
    guide: bought.guide && back < amountCents,
    concierge: bought.concierge && conciergeShare(product, back) < conciergeShare(product, amountCents),
  });
  const before = unrefunded(refundedCents);
  const after = unrefunded(refundedCents + cents);
  return { guide: before.guide && !after.guide, concierge: before.concierge && !after.concierge };
}

export type Closes = 'guide' | 'concierge' | 'all' | 'nothing';

/**
 * Returns the access that the customer loses by a refund of `cents` more.
 * These are the parts that become fully refunded and that no other payment covers.
 */
export function closedBy(payment: Payment, cents: number, payments: readonly Payment[]): Closes {
  return nameParts(partsPaidBack(payment, cents), payment, payments);
}

/** Returns the access that the customer has lost by the payment's refunds so far. */
export function closedSoFar(payment: Payment, payments: readonly Payment[]): Closes {
  const bought = opens(payment.product);
  const guide = bought.guide && !payment.opensGuide;
  const concierge = bought.concierge && !payment.opensConcierge;
  return nameParts({ guide, concierge }, payment, payments);
}

function nameParts(
  back: { guide: boolean; concierge: boolean },
  payment: Payment,
  payments: readonly Payment[],
): Closes {
  if (!payment.unlocks) return 'nothing';
  const stillOpen = accessOf(payments.filter((other) => other.id !== payment.id));
  const guide = back.guide && !stillOpen.guide;
  const concierge = back.concierge && !stillOpen.concierge;
  if (guide && concierge) return 'all';
  return guide ? 'guide' : concierge ? 'concierge' : 'nothing';
}

/** Returns the next refund of a transfer, or of only its concierge; null if no refund is left. */
export function nextRefund(
  payments: readonly Payment[],
  what: 'all' | 'concierge',
): { payment: Payment; amountCents: number } | null {
  for (const payment of payments) {
    if (!isPaid(payment)) continue;
    const target = what === 'all' ? payment.amountCents : conciergeShare(payment.product, payment.amountCents);
    if (payment.refundedCents < target) return { payment, amountCents: target - payment.refundedCents };
  }
  return null;
}

/**
 * Chooses the payment to refund: the named payment, or the only payment with money left to refund.
 * Returns a null payment if no payment has money left. `required`: several payments have money left, so the caller
 * must name one.
 */
export function chooseRefund(
  payments: readonly Payment[],
  what: 'all' | 'concierge',
  paymentId: string | undefined,
): { payment: Payment | null } | { mistake: 'required' | 'unknown' } {
  if (paymentId !== undefined) {
    const payment = payments.find(({ id }) => id === paymentId);
    return payment ? { payment } : { mistake: 'unknown' };
  }
  const [payment = null, ...others] = payments.filter((one) => nextRefund([one], what));
  return others.length > 0 ? { mistake: 'required' } : { payment };
}

/**
 * Returns whether at least a part of `what` was refunded.
 * A repeated request then needs no new refund.
 */
export function wasRefunded(payments: readonly Payment[], what: 'all' | 'concierge'): boolean {
  return payments.some((payment) => payment.refundedCents > 0 && (what === 'all' || opens(payment.product).concierge));
}

const refundMs = 14 * 24 * 3600_000;

/** Returns the end of the refund period of a concierge or a month of signals. */
export function refundableUntil(paidAt: Date): Date {
  return new Date(paidAt.getTime() + refundMs);
}

/** Parts of a payment, by product. */
export interface Parts {
  guide: boolean;
  concierge: boolean;
}

/** Returns the parts that are refundable: the guide until the XRP arrives, the concierge for 14 days. */
export function refundableParts(payment: Payment, arrived: boolean, now: Date): Parts {
  if (payment.status !== 'succeeded' || !payment.paidAt) return { guide: false, concierge: false };
  return {
    guide: payment.opensGuide && !arrived,
    concierge: payment.opensConcierge && now <= refundableUntil(payment.paidAt),
  };
}

/** Returns the price of these parts minus what was already refunded of them. */
export function centsOf({ product, amountCents, refundedCents }: Payment, parts: Parts): number {
  const left = amountCents - refundedCents;
  const concierge = conciergeShare(product, amountCents) - conciergeShare(product, refundedCents);
  return (parts.concierge ? concierge : 0) + (parts.guide ? left - concierge : 0);
}

/** Returns the time of the oldest open refund request for these payments; null if no request is open. */
export function openRequestSince(payments: readonly Payment[]): string | null {
  const [first] = payments.flatMap(({ refundRequest }) => refundRequest?.at.toISOString() ?? []).sort();
  return first ?? null;
}

/** Returns whether a concierge order has a guide credit: an unused guide without a requested refund. */
export function holdsGuideCredit(payments: readonly Payment[]): boolean {
  return payments.some(
    ({ orderKind, opensGuide, refundRequestedAt }) => orderKind === 'concierge' && opensGuide && !refundRequestedAt,
  );
}

/** Returns whether the payment is a month of signals that is refundable now. */
export function isRefundableMonth(payment: Payment, now: Date): boolean {
  const { product, status, paidAt } = payment;
  return product === 'signals' && status === 'succeeded' && paidAt !== null && now <= refundableUntil(paidAt);
}
