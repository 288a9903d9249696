import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { Flow } from './return-marker.ts';

/** A visit to an exchange in another tab, from a flow that awaits the customer's return. */
export interface Trip {
  exchange: ExchangeId;
  flow: Flow;
  /** The start, in ms since 1970. */
  leftAt: number;
  step: TripStep;
}

export type TripStep = 'visiting' | 'returned';

/** The time after which a returning customer is no longer welcomed (spec 1 §9). */
export const returnExpiryMs = 3_600_000;

export type TripEvent =
  | { type: 'opened'; exchange: ExchangeId; flow: Flow; at: number }
  /** One of our pages is visible again. */
  | { type: 'returned'; at: number }
  /** The flow continues or is abandoned: no return is awaited. */
  | { type: 'ended' };

/** Returns the trip after an event; null if there is no trip. */
export function changeTrip(trip: Trip | null, event: TripEvent): Trip | null {
  switch (event.type) {
    case 'opened':
      return { exchange: event.exchange, flow: event.flow, leftAt: event.at, step: 'visiting' };
    case 'returned':
      return trip && isRecent(trip.leftAt, event.at) ? { ...trip, step: 'returned' } : null;
    case 'ended':
      return null;
  }
}

/** Returns false for a time too long ago, and for the future (a wrong clock, or another writer). */
export function isRecent(leftAt: number, now: number): boolean {
  return leftAt <= now && now - leftAt < returnExpiryMs;
}
