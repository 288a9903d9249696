import { AsyncLocalStorage } from 'node:async_hooks';
import { ProblemError } from './errors.ts';

/** The call that is being answered. Events and jobs have none. */
export interface CurrentCall {
  /** The request's id, which calls made for it carry too. */
  readonly id: string;
  /** When its caller gives up, by `performance.now()`; Infinity if never. */
  deadline: number;
  /** Returns true once the caller has closed the connection. */
  isCallerGone?: () => boolean;
  /** True from the first connection to the database, or call to a service: work goes on then. */
  hasBegun: boolean;
}

export const currentCalls = new AsyncLocalStorage<CurrentCall>();

/** The caller's waiting time in milliseconds. Sent between our services; ignored from outside. */
export const timeoutHeader = 'x-timeout-ms';

/**
 * Answers a call within its context. Work that outlives the answer, such as a stream, has no deadline.
 * @throws ProblemError overloaded, when its caller has given up already
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
 * Begins the work of the current call.
 * @throws ProblemError overloaded, when nothing has begun and its caller has given up: no answer would be read
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
 * Returns the time of a call to a service in whole milliseconds: at most the current call's rest.
 * @throws ProblemError overloaded, like `beginWork`; service_unavailable when the current call has no time left
 */
export function beginCall(timeoutMs: number): number {
  beginWork();
  const { deadline = Number.POSITIVE_INFINITY } = currentCalls.getStore() ?? {};
  const leftMs = Math.ceil(Math.min(timeoutMs, deadline - performance.now()));
  if (leftMs <= 0) throw new ProblemError('service_unavailable');
  return leftMs;
}
