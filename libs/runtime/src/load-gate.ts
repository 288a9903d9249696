import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { ProblemError } from './errors.ts';

type Route = Pick<RouteDefinition, 'shedFirst'>;

export interface LoadGate {
  /** @throws ProblemError overloaded, before anything of the call is read */
  check(route: Route): void;
  /**
   * Begins a call.
   * @returns the function that ends it
   * @throws ProblemError overloaded, like `check`
   */
  begin(route: Route): () => void;
}

export interface LoadLimits {
  /** Calls in flight. */
  calls: number;
  /** Calls in flight from which on routes with `shedFirst` are refused: guides and payments go on. */
  shedFirstCalls: number;
  /** Queries that wait for a connection to the database. */
  waiting: number;
  /** Mean delay of the event loop, for routes with `shedFirst` alone. A refusal waits for the loop, too. */
  loopDelayMs: number;
  /** Calls before the delay counts: the first ones are slow because code is not compiled yet. */
  warmUpCalls: number;
}

/** At some 10 ms for the heaviest call, the last one is still answered within a second or two. */
export const serviceLimits: LoadLimits = {
  calls: 128,
  shedFirstCalls: 64,
  waiting: 64,
  loopDelayMs: 80,
  warmUpCalls: 1_000,
};
/** Higher, so that one service that hangs leaves room for the calls of the others. */
export const edgeLimits: LoadLimits = { ...serviceLimits, calls: 512 };

/** Below this share of `shedFirstCalls` in flight, the loop is late for another reason. */
const busyShare = 1 / 2;
/** This share of `waiting` refuses routes with `shedFirst`. */
const shedFirstWaitingShare = 3 / 4;

/** Thrown by every refusal: a new error with its stack would cost more than the rest of it. */
const overloaded = new ProblemError('overloaded');

/** Load signals of this process, beside the calls in flight. */
export interface LoadSignals {
  /** Returns how many queries wait for a connection. */
  countWaiting?: () => number;
  /** Returns the recent mean delay of the event loop, in milliseconds. */
  readLoopDelay?: () => number;
}

/**
 * Bounds the work in flight (ADR 0036).
 * A call beyond the limits would wait until its caller gives up and sends it again; refused at once, it costs little, and the
 * others are answered in time.
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
  function check({ shedFirst }: Route): void {
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
