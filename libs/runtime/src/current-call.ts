import { AsyncLocalStorage } from 'node:async_hooks';
import { ProblemError } from './errors.ts';

/** The call that is being handled. While an event or a job is handled, there is no call. */
export interface CurrentCall {
  /** The request's id. Calls to other services on behalf of the request have the same id. */
  readonly id: string;
  /**
   * Time at which the caller stops waiting, by `performance.now()`;
   * Infinity if the caller has no time limit.
   */
  deadline: number;
  /** Returns true once the caller has closed the connection. */
  isCallerGone?: () => boolean;
  /** True after the first database connection or call to a service. The call then runs to its end. */
  hasBegun: boolean;
}

export const currentCalls = new AsyncLocalStorage<CurrentCall>();

/**
 * Header with the caller's remaining time in milliseconds.
 * Our services send it to each other; routes that are not internal ignore it.
 */
export const timeoutHeader = 'x-timeout-ms';

/**
 * Runs a handler in the context of its call.
 * Work that continues after the response, such as a stream, has no deadline.
 * @throws ProblemError overloaded, if the caller no longer waits for the response
 */
export async function runCall<Result>(call: CurrentCall, run: () => Promise<Result>): Promise<Result> {
  refuseLate(call);
  try {
    return await currentCalls.run(call, run);
  } finally {
    call.hasBegun = true;
    call.deadline = Number.POSITIVE_INFINITY;
  }
}

/**
 * Marks the current call as begun.
 * @throws ProblemError overloaded if the call has not begun and its caller no longer waits for a response
 */
export function beginWork(): void {
  const call = currentCalls.getStore();
  if (!call || call.hasBegun) return;
  refuseLate(call);
  call.hasBegun = true;
}

function refuseLate({ isCallerGone, deadline }: CurrentCall): void {
  if (isCallerGone?.() || performance.now() >= deadline) throw new ProblemError('overloaded');
}

/**
 * Returns the timeout of a call to a service: at most the current call's remaining time.
 * The result is in whole milliseconds.
 * @throws ProblemError overloaded, like `beginWork`; service_unavailable if the current call has no time left
 */
export function beginCall(timeoutMs: number): number {
  beginWork();
  const { deadline = Number.POSITIVE_INFINITY } = currentCalls.getStore() ?? {};
  const leftMs = Math.ceil(Math.min(timeoutMs, deadline - performance.now()));
  if (leftMs <= 0) throw new ProblemError('service_unavailable');
  return leftMs;
}
