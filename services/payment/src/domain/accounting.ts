import { type Entry, entriesOf } from '@xrp-bridge/contracts/accounting';
import type { accounts } from '@xrp-bridge/contracts/payment';
import { conciergeShare, type Payment } from './payment.ts';

// The double-entry books: no database, no provider, no clock.

export type Account = (typeof accounts)[number];

/** What came in and went back. */
export interface Booked {
  paidCents: number;
  refundedCents: number;
}

/** Books a paid payment: what the provider holds for us, against what was sold. A bundle is two sales. */
export function saleEntries(payment: Payment): Entry<Account>[] {
  const { product, amountCents } = payment;
  const concierge = conciergeShare(product, amountCents);
  return entriesOf({
    stripe_clearing: amountCents,
    revenue_guide: concierge - amountCents,
    revenue_concierge: -concierge,
  });
}

/** Books what is paid back, against refunds of the same parts. */
export function refundEntries(payment: Payment, cents: number): Entry<Account>[] {
  const { product, refundedCents } = payment;
  const concierge = conciergeShare(product, refundedCents + cents) - conciergeShare(product, refundedCents);
  return entriesOf({
    stripe_clearing: -cents,
    refunds_guide: cents - concierge,
    refunds_concierge: concierge,
  });
}
