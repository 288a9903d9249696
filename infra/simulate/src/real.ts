// The real timers. This module is loaded before the simulator replaces the global ones.
const { setImmediate: immediate, setTimeout: timeout } = globalThis;

/** Resolves in the next turn of the real event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void immediate(resolve));
}

/** Resolves after milliseconds of real time. */
export function realPause(ms: number): Promise<void> {
  return new Promise((resolve) => void timeout(resolve, ms));
}
