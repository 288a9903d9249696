import type { Payment as PublicPayment, webhookOutcomes } from '@xrp-bridge/contracts/payment';
import { type Product, prices, productByServiceFee, type ServiceFee } from '@xrp-bridge/contracts/prices';
import type { ProblemCode } from '@xrp-bridge/contracts/problem';

// The rules of paying: no database, no provider, no clock.

export type Outcome = (typeof webhookOutcomes)[number];

/** What the order of a payment is: a transfer, a concierge bought without one, or somebody's subscription to signals. */
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
   * How it is paid: a card form of ours, the provider's own page, an invoice that the provider charges by itself, or
   * another way on an operator's word.
   */
  channel: 'intent' | 'page' | 'invoice' | 'bypass';
  /** Counts the tries to open it at the provider; part of the idempotency key. */
  attempt: number;
  intentId: string | null;
  sessionId: string | null;
  /** What it gives access to now. Closed by a refund and never opened again. */
  opensGuide: boolean;
  opensConcierge: boolean;
  /** False when the money came after its order was refunded or closed: it has never opened anything. */
  unlocks: boolean;
  failure: string | null;
  /** Since when a refund is due or requested, for whatever reason. */
  refundRequestedAt: Date | null;
  /** The customer's open request: when it was made, and how much must be refunded in all to settle it. */
  refundRequest: { at: Date; settlesAtCents: number } | null;
  createdAt: Date;
  paidAt: Date | null;
}

/** What the provider says about the intent or the page of a payment. */
export interface ProviderReport {
  /** While it is `processing`, a bank is thinking: it may still be paid or not. */
  state: 'open' | 'processing' | 'declined' | 'paid' | 'canceled';
  intentId: string | null;
  sessionId: string | null;
  amountCents: number;
  currency: string;
  decline: { message: string; code: string | null } | null;
}

/** What the provider says about a refund, ours or one made in its dashboard. */
export interface RefundReport {
  id: string;
  intentId: string | null;
  /** Our own refund's id, where we asked for it. */
  refundId: string | null;
  amountCents: number;
  currency: string;
  failed: boolean;
}

/** Can still be paid. A transfer has at most one such payment. */
export function isLive(payment: Payment): boolean {
  return payment.status === 'open' || payment.status === 'failed';
}

/** Money came in for it by way of the provider. */
export function isPaid(payment: Payment): boolean {
  return payment.status === 'succeeded' || payment.status === 'refunded';
}

export function accessOf(payments: readonly Payment[]): { guide: boolean; concierge: boolean } {
  return {
    guide: payments.some((payment) => payment.opensGuide),
    concierge: payments.some((payment) => payment.opensConcierge),
  };
}

/** What a transfer's payments come to, in the words in which the transfer keeps it. */
export interface Standing {
  guide: boolean;
  concierge: 'none' | 'owned' | 'refunded';
  /** The guide was paid back: the order is over. */
  refunded: boolean;
}

export function standingOf(payments: readonly Payment[]): Standing {
  const { guide, concierge } = accessOf(payments);
  const owned = payments.some((payment) => isPaid(payment) && payment.unlocks && opens(payment.product).concierge);
  return { guide, concierge: concierge ? 'owned' : owned ? 'refunded' : 'none', refunded: isRefunded(payments) };
}

/** The guide was paid back whole, and no other payment opens it. */
export function isRefunded(payments: readonly Payment[]): boolean {
  return !accessOf(payments).guide && payments.some((one) => one.status === 'refunded' && opens(one.product).guide);
}

export type Order = { transferStatus: string } & (
  | { purpose: 'transfer'; serviceFee: ServiceFee }
  | { purpose: 'concierge' }
  /** The concierge, with the guide where that is not paid yet. */
  | { purpose: 'concierge_or_bundle' }
);

/** Chooses what is sold, and so the price, or says why nothing is. */
export function chooseProduct(
  order: Order,
  payments: readonly Payment[],
): { product: Product } | { refusal: ProblemCode } {
  const access = accessOf(payments);
  const closed = isRefunded(payments) || order.transferStatus === 'refunded';

  if (order.purpose === 'transfer') {
    if (access.guide) return { refusal: 'already_paid' };
    // An expired transfer may still be paid: that revives it.
    if (closed || order.transferStatus === 'completed') return { refusal: 'transfer_closed' };
    return { product: productByServiceFee[order.serviceFee] };
  }
  if (access.concierge) return { refusal: 'already_owned' };
  if (access.guide) return { product: 'concierge' };
  if (order.purpose === 'concierge') return { refusal: 'payment_required' };
  return closed ? { refusal: 'transfer_closed' } : { product: 'bundle' };
}

/**
 * Says what a report does to a payment. Moves go one way: whatever was paid stays paid, so that reports may come
 * twice, late and in any order. A cancelled or declined payment can still turn out to be paid.
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

/** The money is real, but all or part of what it buys was paid for already: somebody must pay it back. */
export function paysTwice(payment: Payment, others: readonly Payment[]): boolean {
  const owned = accessOf(others.filter((other) => other.id !== payment.id));
  const bought = opens(payment.product);
  return (owned.guide && bought.guide) || (owned.concierge && bought.concierge);
}

/** Of the first `cents` paid back of a payment, how many were for the concierge: of a bundle it goes first. */
export function conciergeShare(product: Product, cents: number): number {
  if (product === 'bundle') return Math.min(cents, prices.concierge);
  return product === 'concierge' ? cents : 0;
}

/** The parts of a payment that are paid back whole once `cents` more go back. */
export function partsPaidBack(payment: Payment, cents: number): { guide: boolean; concierge: boolean } {
  const { product, amountCents, refundedCents } = payment;
  const bought = opens(product);
  const kept = (back: number) => ({
    guide: bought.guide && back < amountCents,
    concierge: bought.concierge && conciergeShare(product, back) < conciergeShare(product, amountCents),
  });
  const before = kept(refundedCents);
  const after = kept(refundedCents + cents);
  return { guide: before.guide && !after.guide, concierge: before.concierge && !after.concierge };
}

export type Closes = 'guide' | 'concierge' | 'all' | 'nothing';

/** What a refund closes: the parts paid back, but for those that another payment of the transfer opens as well. */
export function closedBy(payment: Payment, cents: number, payments: readonly Payment[]): Closes {
  return nameParts(partsPaidBack(payment, cents), payment, payments);
}

/** What all refunds of a payment have closed so far. */
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

/** The next refund that is due when a transfer, or only its concierge, is to be paid back; null when none is left. */
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
 * Chooses the payment that a refund is made from: the one that is named, or the only one that has something left to pay
 * back; null where none has. Of several payments, each opens and closes different things, so one must be named.
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

/** True when something was paid back of what is asked for: a second request then has its answer. */
export function wasRefunded(payments: readonly Payment[], what: 'all' | 'concierge'): boolean {
  return payments.some((payment) => payment.refundedCents > 0 && (what === 'all' || opens(payment.product).concierge));
}

const refundMs = 14 * 24 * 3600_000;

/** Until when a concierge, or a month of signals, can be asked back. */
export function refundableUntil(paidAt: Date): Date {
  return new Date(paidAt.getTime() + refundMs);
}

/** What a payment has bought, or some of it. */
export interface Parts {
  guide: boolean;
  concierge: boolean;
}

/** What a customer may ask back of this one: the guide until the XRP has arrived, the concierge within 14 days. */
export function refundableParts(payment: Payment, arrived: boolean, now: Date): Parts {
  if (payment.status !== 'succeeded' || !payment.paidAt) return { guide: false, concierge: false };
  return {
    guide: payment.opensGuide && !arrived,
    concierge: payment.opensConcierge && now <= refundableUntil(payment.paidAt),
  };
}

/** What these parts of a payment come to, less what went back of them already. */
export function centsOf({ product, amountCents, refundedCents }: Payment, parts: Parts): number {
  const left = amountCents - refundedCents;
  const concierge = conciergeShare(product, amountCents) - conciergeShare(product, refundedCents);
  return (parts.concierge ? concierge : 0) + (parts.guide ? left - concierge : 0);
}

/** Since when the customer has been asking for a refund, of any of these payments; null where no request is open. */
export function openRequestSince(payments: readonly Payment[]): string | null {
  const [first] = payments.flatMap(({ refundRequest }) => refundRequest?.at.toISOString() ?? []).sort();
  return first ?? null;
}

/** The guide of a concierge that was bought without a transfer, and that nobody wants the money back of. */
export function holdsGuideCredit(payments: readonly Payment[]): boolean {
  return payments.some(
    ({ orderKind, opensGuide, refundRequestedAt }) => orderKind === 'concierge' && opensGuide && !refundRequestedAt,
  );
}

/** A month of signals that can be had back now. */
export function isRefundableMonth(payment: Payment, now: Date): boolean {
  const { product, status, paidAt } = payment;
  return product === 'signals' && status === 'succeeded' && paidAt !== null && now <= refundableUntil(paidAt);
}
