import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { ProblemError } from './errors.ts';

export interface LoadGate {
  /** @throws ProblemError overloaded, when too much is in flight: before anything of a call is read */
  check(route: Pick<RouteDefinition, 'shedFirst'>): void;
  /**
   * Begins a call.
   * @returns the function that ends it
   * @throws ProblemError overloaded, like `check`
   */
  begin(route: Pick<RouteDefinition, 'shedFirst'>): () => void;
}

export interface LoadLimits {
  /** Calls in flight. */
  calls: number;
  /** Calls in flight from which on routes with `shedFirst` are refused: guides and payments go on. */
  shedFirstCalls: number;
  /** Queries that wait for a connection to the database. */
  waiting: number;
  /**
   * Mean delay of the event loop, for routes with `shedFirst` alone: what was begun and paid is bounded by the calls in
   * flight. A refusal waits for the loop, too, and must come within 100 ms.
   */
  loopDelayMs: number;
  /** Calls that end before the delay counts: the first ones of a process are slow because their code is not compiled yet. */
  warmUpCalls: number;
}

/** At some 10 ms for the heaviest call, the last of them is still answered within a second or two. */
export const serviceLimits: LoadLimits = {
  calls: 128,
  shedFirstCalls: 64,
  waiting: 64,
  loopDelayMs: 80,
  warmUpCalls: 1_000,
};
/**
 * The edge service waits for several services: one that hangs must leave room for the calls of the others. `shedFirstCalls`
 * is the services' own, so that a create is refused at the edge and not one call later.
 */
export const edgeLimits: LoadLimits = {
  calls: 512,
  shedFirstCalls: 64,
  waiting: 64,
  loopDelayMs: 80,
  warmUpCalls: 1_000,
};

/**
 * The loop is late for other reasons, too: a garbage collection, another process. With less than this share of
 * `shedFirstCalls` in flight, refusing some of them would not end the delay.
 */
const busyShare = 1 / 2;
/** This share of `waiting` refuses routes with `shedFirst`: what was begun and paid has the rest. */
const shedFirstWaitingShare = 3 / 4;

/** Thrown by every refusal: an error of its own, with its stack, would cost more than the rest of a refusal. */
const overloaded = new ProblemError('overloaded');

/** Load signals of this process, beside the calls in flight. */
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
  let ended = 0;
  const isLoopLate = () =>
    ended >= limits.warmUpCalls &&
    inFlight >= limits.shedFirstCalls * busyShare &&
    readLoopDelay() >= limits.loopDelayMs;
  function check({ shedFirst }: Pick<RouteDefinition, 'shedFirst'>): void {
    if (
      inFlight >= (shedFirst ? limits.shedFirstCalls : limits.calls) ||
      countWaiting() >= (shedFirst ? limits.waiting * shedFirstWaitingShare : limits.waiting) ||
      (shedFirst && isLoopLate())
    ) {
      throw overloaded;
    }
  }
  return {
    check,
    begin(route) {
      check(route);
      inFlight++;
      return () => {
        inFlight--;
        ended++;
      };
    },
  };
}
