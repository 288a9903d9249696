import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { ProblemError } from './errors.ts';

export interface LoadGate {
  /**
   * Begins a call.
   * @returns the function that ends it
   * @throws ProblemError overloaded, at once, when too much is in flight
   */
  begin(route: Pick<RouteDefinition, 'shedFirst'>): () => void;
}

/** Routes with `shedFirst` have half of each limit: what was begun and paid goes on before anything new begins. */
export interface LoadLimits {
  /** Calls in flight. */
  calls: number;
  /** Queries that wait for a connection to the database. */
  waiting: number;
}

/** At some 10 ms for the heaviest call, the last of them is still answered within a second or two. */
export const serviceLimits: LoadLimits = { calls: 128, waiting: 64 };
/** The edge service waits for several services: one that hangs must leave room for the calls of the others. */
export const edgeLimits: LoadLimits = { calls: 512, waiting: 64 };

/**
 * Bounds the work in flight. A call beyond the limits would wait until its caller gives up and sends it again: at twice
 * the load that leaves next to nothing done. Refused at once, it costs little, and the others are answered in time.
 *
 * @param countWaiting the queries that wait for a connection now
 */
export function createLoadGate(limits: LoadLimits, countWaiting: () => number = () => 0): LoadGate {
  let inFlight = 0;
  return {
    begin({ shedFirst }) {
      const share = shedFirst ? 0.5 : 1;
      if (inFlight >= limits.calls * share || countWaiting() >= limits.waiting * share) {
        throw new ProblemError('overloaded');
      }
      inFlight++;
      return () => {
        inFlight--;
      };
    },
  };
}
