// The real timers and the real clock. This module is loaded before the simulator replaces the global ones.
const { setImmediate: immediate, setTimeout: timeout, clearTimeout: clear } = globalThis;

/** Returns the real time in milliseconds. */
export const realNow = Date.now;

/** Resolves in the next turn of the real event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void immediate(resolve));
}

/** Waits until `work` has ended, but at most for milliseconds of real time. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = timeout(resolve, ms);
  await Promise.race([work, promise]);
  clear(timer);
}
