import type { MarketWeek } from '@xrp-bridge/contracts/signals';

/** What an owner of the concierge may be written of. */
export const newsletters = ['market', 'alerts'] as const;
export type Newsletter = (typeof newsletters)[number];

/** A coin's day that was unusual. */
export interface UnusualDay {
  coin: string;
  day: string;
  sigma: number;
}

/** What a newsletter has to tell; the same to everybody, and to each of them once. */
export type Issue = { id: string } & (
  | { newsletter: 'market'; facts: MarketWeek }
  | { newsletter: 'alerts'; facts: UnusualDay }
);

/** An alert that comes later than this after the fact alerts nobody. */
export const alertsWithinMs = 48 * 3_600_000;

/** What somebody said about newsletters, as it is recorded. */
export type Said = 'asked' | 'confirmed' | 'changed' | 'ended' | 'unsubscribed' | 'bounced';
