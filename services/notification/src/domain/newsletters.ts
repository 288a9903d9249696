import type { MailSeries } from '@xrp-bridge/contracts/notification';
import type { MarketWeek, SignalsDay } from '@xrp-bridge/contracts/signals';

/** The newsletters for owners of the concierge. The series `signals` is for its own subscribers. */
export type Newsletter = Exclude<MailSeries, 'signals'>;

/** An unusual day of a coin. */
export interface UnusualDay {
  coin: string;
  day: string;
  sigma: number;
}

/** The unusual coins of a day for one mail: the most unusual coin, and the others. */
export interface UnusualCoins extends UnusualDay {
  others?: readonly Pick<UnusualDay, 'coin' | 'sigma'>[];
}

/** An issue of a series. It is equal for all subscribers, and each subscriber gets it once. */
export type Issue = { id: string } & (
  | { newsletter: 'market'; facts: MarketWeek }
  | { newsletter: 'alerts'; facts: UnusualDay }
  | { newsletter: 'signals'; facts: SignalsDay }
);

/** Signals and alerts older than this are not sent. */
export const newsWithinMs = 48 * 3_600_000;

/** A change of a contact's consent to a series, as stored. */
export type ConsentChange = 'asked' | 'confirmed' | 'changed' | 'ended' | 'unsubscribed' | 'bounced';
