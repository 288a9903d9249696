import { type Entry, entriesOf } from '@xrp-bridge/contracts/accounting';
import { reinvestment } from '@xrp-bridge/contracts/ad-plan';

// Rules of reinvestment: half of the ad revenue is allocated to campaigns.

/** A campaign that receives allocations. */
export interface Recipient {
  id: string;
  budgetCents: number;
}

export interface Allocation {
  campaignId: string;
  cents: number;
}

/**
 * Returns the amount to reinvest for records of `cents`, after earlier records of `beforeCents`.
 * The amount is half of the total minus the amount that was reinvested before, so that no odd cent is lost to rounding.
 */
export function shareOf(cents: number, beforeCents: number): number {
  return half(beforeCents + cents) - half(beforeCents);
}

function half(cents: number): number {
  return Math.floor(cents * reinvestment.share);
}

/** Returns true if the waiting revenue reaches the threshold. */
export function isEnough(waitingCents: number): boolean {
  return waitingCents >= reinvestment.thresholdCents;
}

/**
 * Divides an amount in proportion to the budgets, to the cent, by the largest remainder method.
 * If remainders are equal, the first recipient gets the cent.
 */
export function allocate(cents: number, recipients: readonly Recipient[]): Allocation[] {
  const budgets = recipients.reduce((sum, { budgetCents }) => sum + budgetCents, 0);
  if (budgets === 0) return [];
  const parts = recipients.map(({ id, budgetCents }, place) => {
    const exact = cents * budgetCents;
    return { campaignId: id, cents: Math.floor(exact / budgets), remainder: exact % budgets, place };
  });
  const left = cents - parts.reduce((sum, part) => sum + part.cents, 0);
  const first = [...parts].sort((a, b) => b.remainder - a.remainder || a.place - b.place).slice(0, left);
  for (const part of first) part.cents += 1;
  return parts.filter((part) => part.cents > 0).map(({ campaignId, cents: part }) => ({ campaignId, cents: part }));
}

/** The accounts of the ads' journal. */
export const adAccounts = [
  'ad_receivable',
  'revenue_clicks',
  'revenue_records',
  'campaign_budget',
  'reinvestment_reserve',
] as const;
export type AdAccount = (typeof adAccounts)[number];

/** Returns the accounting entries of ad revenue. The ad networks owe us this revenue. */
export function revenueEntries(kind: 'click' | 'record', cents: number): Entry<AdAccount>[] {
  return entriesOf<AdAccount>(
    kind === 'click'
      ? { ad_receivable: cents, revenue_clicks: -cents }
      : { ad_receivable: cents, revenue_records: -cents },
  );
}

/** Returns the accounting entries of a reinvestment: from the reserve to the campaign budgets. */
export function reinvestmentEntries(cents: number): Entry<AdAccount>[] {
  return entriesOf<AdAccount>({ campaign_budget: cents, reinvestment_reserve: -cents });
}
