import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { Flow } from './return-marker.ts';

/**
 * A visit to an exchange in another tab.
 * It began in a flow in which the customer continues after the return.
 */
export interface Trip {
  exchange: ExchangeId;
  flow: Flow;
  /** The start of the visit, in ms since 1970. */
  leftAt: number;
  step: TripStep;
}

export type TripStep = 'visiting' | 'returned';

/** After this time, a returning customer is no longer welcomed (spec 1 §9). */
export const returnExpiryMs = 3_600_000;

export type TripEvent =
  | { type: 'opened'; exchange: ExchangeId; flow: Flow; at: number }
  /** One of our pages became visible again. */
  | { type: 'returned'; at: number }
  /** The flow continues or is abandoned, so no return is expected. */
  | { type: 'ended' };

/** Returns the trip after an event, or null if there is no trip. */
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

/**
 * Returns false for a time that is too long ago, or in the future (a wrong clock, or a value that
 * other software wrote).
 */
export function isRecent(leftAt: number, now: number): boolean {
  return leftAt <= now && now - leftAt < returnExpiryMs;
}
