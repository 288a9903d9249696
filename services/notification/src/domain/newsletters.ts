import type { MailSeries } from '@xrp-bridge/contracts/notification';
import type { MarketWeek, SignalsDay } from '@xrp-bridge/contracts/signals';

/** What an owner of the concierge may be written of; the signals of a day go to whoever subscribes to them. */
export type Newsletter = Exclude<MailSeries, 'signals'>;

/** A coin's day that was unusual. */
export interface UnusualDay {
  coin: string;
  day: string;
  sigma: number;
}

/** All that were unusual on a day, in one mail: the others are those beside the most unusual one. */
export interface UnusualCoins extends UnusualDay {
  others?: readonly Pick<UnusualDay, 'coin' | 'sigma'>[];
}

/** What a series has to tell; the same to everybody, and to each of them once. */
export type Issue = { id: string } & (
  | { newsletter: 'market'; facts: MarketWeek }
  | { newsletter: 'alerts'; facts: UnusualDay }
  | { newsletter: 'signals'; facts: SignalsDay }
);

/** What comes later than this after it was noticed is news to nobody. */
export const newsWithinMs = 48 * 3_600_000;

/** What somebody said about mails that come again and again, as it is recorded. */
export type Said = 'asked' | 'confirmed' | 'changed' | 'ended' | 'unsubscribed' | 'bounced';
