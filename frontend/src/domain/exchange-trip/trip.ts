import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { Flow } from './return-marker.ts';

/** A visit to an exchange, in a tab of its own, from a flow that waits for the person to come back. */
export interface Trip {
  exchange: ExchangeId;
  flow: Flow;
  /** When it began, in milliseconds since 1970. */
  leftAt: number;
  step: TripStep;
}

export type TripStep = 'visiting' | 'returned';

/** How long somebody is welcomed back (spec 1 §9). */
export const returnExpiryMs = 3_600_000;

export type TripEvent =
  | { type: 'opened'; exchange: ExchangeId; flow: Flow; at: number }
  /** The person sees one of our pages again. */
  | { type: 'returned'; at: number }
  /** The flow goes on, or is given up: there is nothing left to come back to. */
  | { type: 'ended' };

/** What becomes of a trip; null where there is none. */
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

/** False for what is too long ago, and for what a wrong clock, or somebody else, has put into the future. */
export function isRecent(leftAt: number, now: number): boolean {
  return leftAt <= now && now - leftAt < returnExpiryMs;
}
