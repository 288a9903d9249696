import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { ProblemError } from './errors.ts';

type Route = Pick<RouteDefinition, 'shedFirst'>;

export interface LoadGate {
  /**
   * Throws if the process is overloaded. Runs before the call's body is read.
   * @throws ProblemError overloaded
   */
  check(route: Route): void;
  /**
   * Counts a call as in flight.
   * @returns a function to call when the call has ended
   * @throws ProblemError overloaded, like `check`
   */
  begin(route: Route): () => void;
}

export interface LoadLimits {
  /** Maximum number of calls in flight. */
  calls: number;
  /** Maximum calls in flight for routes with `shedFirst`, so that guides and payments still work. */
  shedFirstCalls: number;
  /** Maximum number of queries that wait for a database connection. */
  waiting: number;
  /**
   * Maximum mean delay of the event loop, for routes with `shedFirst` only.
   * A busy event loop also delays refusals.
   */
  loopDelayMs: number;
  /** Number of calls before the delay counts. The first calls are slow, because code is not compiled yet. */
  warmUpCalls: number;
}

/**
 * The heaviest call takes about 10 ms, so even the last of 128 calls is handled within a second or
 * two.
 */
export const serviceLimits: LoadLimits = {
  calls: 128,
  shedFirstCalls: 64,
  waiting: 64,
  loopDelayMs: 80,
  warmUpCalls: 1_000,
};
/**
 * The edge service's limit is higher, so that a service that hangs leaves room for calls to the other
 * services.
 */
export const edgeLimits: LoadLimits = { ...serviceLimits, calls: 512 };

/**
 * Minimum share of `shedFirstCalls` in flight for the delay to count.
 * With fewer calls, the delay has another cause.
 */
const busyShare = 1 / 2;
/** Routes with `shedFirst` are refused at this share of `waiting`. */
const shedFirstWaitingShare = 3 / 4;

/**
 * All refusals share one error, because a new error with its stack costs more than the rest of a
 * refusal.
 */
const overloaded = new ProblemError('overloaded');

/** Measures of this process's load, in addition to the calls in flight. */
export interface LoadSignals {
  /** Returns how many queries wait for a connection. */
  countWaiting?: () => number;
  /** Returns the recent mean delay of the event loop, in milliseconds. */
  readLoopDelay?: () => number;
}

/**
 * Limits the work in flight (ADR 0036).
 * A call beyond the limits would wait until its caller gives up and sends the call again. Refusing it at once costs
 * little, and the other calls are handled in time.
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
