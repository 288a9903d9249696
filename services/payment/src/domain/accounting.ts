import { type Entry, entriesOf } from '@xrp-bridge/contracts/accounting';
import type { accounts } from '@xrp-bridge/contracts/payment';
import { conciergeShare, type Payment } from './payment.ts';

// The rules of double-entry accounting as pure functions: no database, no provider, no clock.

export type Account = (typeof accounts)[number];

export interface Booked {
  paidCents: number;
  refundedCents: number;
}

/**
 * Returns the entries of a sale: the balance at the provider against revenue.
 * A bundle counts as two sales.
 */
export function saleEntries(payment: Payment): Entry<Account>[] {
  const { product, amountCents } = payment;
  const { guide, concierge, signals } = sharesOf(product, amountCents);
  return entriesOf({
    stripe_clearing: amountCents,
    revenue_guide: -guide,
    revenue_concierge: -concierge,
    revenue_signals: -signals,
  });
}

/** Returns the entries of a refund: the balance at the provider against refunds of the same products. */
export function refundEntries(payment: Payment, cents: number): Entry<Account>[] {
  const { product, refundedCents } = payment;
  const before = sharesOf(product, refundedCents);
  const after = sharesOf(product, refundedCents + cents);
  return entriesOf({
    stripe_clearing: -cents,
    refunds_guide: after.guide - before.guide,
    refunds_concierge: after.concierge - before.concierge,
    refunds_signals: after.signals - before.signals,
  });
}

/** Splits the first `cents` of a payment by the products sold. */
function sharesOf(product: Payment['product'], cents: number): { guide: number; concierge: number; signals: number } {
  const concierge = conciergeShare(product, cents);
  const rest = cents - concierge;
  return product === 'signals' ? { guide: 0, concierge, signals: rest } : { guide: rest, concierge, signals: 0 };
}
