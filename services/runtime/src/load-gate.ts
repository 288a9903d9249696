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
  /** Mean delay of the event loop: a refusal waits for the loop, too, and must come within 100 ms. */
  loopDelayMs: number;
}

/** At some 10 ms for the heaviest call, the last of them is still answered within a second or two. */
export const serviceLimits: LoadLimits = { calls: 128, waiting: 64, loopDelayMs: 160 };
/** The edge service waits for several services: one that hangs must leave room for the calls of the others. */
export const edgeLimits: LoadLimits = { calls: 512, waiting: 64, loopDelayMs: 160 };

/**
 * The loop is late for other reasons, too: a garbage collection, a start, another process. With less than this share of
 * the calls in flight, refusing some of them would not end the delay.
 */
const busyShare = 1 / 8;

/** What tells of the load of this process, beside the calls in flight. */
export interface LoadSignals {
  /** How many queries wait for a connection now. */
  countWaiting?: () => number;
  /** The mean delay of the event loop lately, in milliseconds. */
  readLoopDelay?: () => number;
}

/**
 * Bounds the work in flight. A call beyond the limits would wait until its caller gives up and sends it again: at twice
 * the load that leaves next to nothing done. Refused at once, it costs little, and the others are answered in time.
 */
export function createLoadGate(
  limits: LoadLimits,
  { countWaiting = () => 0, readLoopDelay = () => 0 }: LoadSignals = {},
): LoadGate {
  let inFlight = 0;
  return {
    begin({ shedFirst }) {
      const share = shedFirst ? 0.5 : 1;
      if (
        inFlight >= limits.calls * share ||
        countWaiting() >= limits.waiting * share ||
        (inFlight >= limits.calls * busyShare && readLoopDelay() >= limits.loopDelayMs * share)
      ) {
        throw new ProblemError('overloaded');
      }
      inFlight++;
      return () => {
        inFlight--;
      };
    },
  };
}
