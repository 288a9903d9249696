import { setTimeout as sleep } from 'node:timers/promises';

export interface Repeated {
  /** Aborts the signal. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Calls `run` now, and again `everyMs` after each run has ended.
 * Ends when stopped, or if a run resolves with false.
 */
export function repeat(everyMs: number, run: (signal: AbortSignal) => Promise<unknown>): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function runAll(): Promise<void> {
    while (!signal.aborted && (await run(signal)) !== false) {
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const running = runAll();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
