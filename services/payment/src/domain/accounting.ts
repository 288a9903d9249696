import type { accounts } from '@xrp-bridge/contracts/payment';
import { conciergeShare, type Payment } from './payment.ts';

// The double-entry books: no database, no provider, no clock.

export type Account = (typeof accounts)[number];

/** One line of the books; debits are positive, credits negative, and the lines of a transaction sum to zero. */
export interface Entry {
  account: Account;
  amountCents: number;
}

/** What came in and went back. */
export interface Booked {
  paidCents: number;
  refundedCents: number;
}

/** Books a paid payment: what the provider holds for us, against what was sold. A bundle is two sales. */
export function saleEntries(payment: Payment): Entry[] {
  const { product, amountCents } = payment;
  const concierge = conciergeShare(product, amountCents);
  return nonZero([
    { account: 'stripe_clearing', amountCents },
    { account: 'revenue_guide', amountCents: concierge - amountCents },
    { account: 'revenue_concierge', amountCents: -concierge },
  ]);
}

/** Books what is paid back, against refunds of the same parts. */
export function refundEntries(payment: Payment, cents: number): Entry[] {
  const { product, refundedCents } = payment;
  const concierge = conciergeShare(product, refundedCents + cents) - conciergeShare(product, refundedCents);
  return nonZero([
    { account: 'stripe_clearing', amountCents: -cents },
    { account: 'refunds_guide', amountCents: cents - concierge },
    { account: 'refunds_concierge', amountCents: concierge },
  ]);
}

function nonZero(entries: Entry[]): Entry[] {
  return entries.filter((entry) => entry.amountCents !== 0);
}
