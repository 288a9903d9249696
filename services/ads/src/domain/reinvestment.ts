import { type Entry, entriesOf } from '@xrp-bridge/contracts/accounting';
import { reinvestment } from '@xrp-bridge/contracts/ad-plan';

// Half of what ads bring in goes back into campaigns.

/** A campaign that takes money, and how much it asks for. */
export interface Taker {
  id: string;
  budgetCents: number;
}

export interface Allocation {
  campaignId: string;
  cents: number;
}

/**
 * What is reinvested of records of `cents`, when those before came to `beforeCents`. It is half of all that were ever
 * reinvested, less what already was: the odd cent of one turn is not lost, and comes with the next.
 */
export function shareOf(cents: number, beforeCents: number): number {
  return half(beforeCents + cents) - half(beforeCents);
}

function half(cents: number): number {
  return Math.floor(cents * reinvestment.share);
}

/** True once so much waits that it goes back into campaigns. */
export function isEnough(waitingCents: number): boolean {
  return waitingCents >= reinvestment.thresholdCents;
}

/**
 * Divides an amount in proportion to the budgets, to the cent: whoever is cut off most by rounding gets the next cent
 * (the largest remainder), and who comes first where that is the same.
 */
export function allocate(cents: number, takers: readonly Taker[]): Allocation[] {
  const budgets = takers.reduce((sum, { budgetCents }) => sum + budgetCents, 0);
  if (budgets === 0) return [];
  const parts = takers.map(({ id, budgetCents }, place) => {
    const exact = cents * budgetCents;
    return { campaignId: id, cents: Math.floor(exact / budgets), remainder: exact % budgets, place };
  });
  const left = cents - parts.reduce((sum, part) => sum + part.cents, 0);
  const first = [...parts].sort((a, b) => b.remainder - a.remainder || a.place - b.place).slice(0, left);
  for (const part of first) part.cents += 1;
  return parts.filter((part) => part.cents > 0).map(({ campaignId, cents: part }) => ({ campaignId, cents: part }));
}

/** The accounts of the ads' books. */
export const adAccounts = [
  'ad_receivable',
  'revenue_clicks',
  'revenue_records',
  'campaign_budget',
  'reinvestment_reserve',
] as const;
export type AdAccount = (typeof adAccounts)[number];

/** Books what an ad has brought in: who shows ads of others is owed it. */
export function revenueEntries(kind: 'click' | 'record', cents: number): Entry<AdAccount>[] {
  return entriesOf<AdAccount>(
    kind === 'click'
      ? { ad_receivable: cents, revenue_clicks: -cents }
      : { ad_receivable: cents, revenue_records: -cents },
  );
}

/** Books what campaigns may spend, against what is set aside for it. */
export function reinvestmentEntries(cents: number): Entry<AdAccount>[] {
  return entriesOf<AdAccount>({ campaign_budget: cents, reinvestment_reserve: -cents });
}
