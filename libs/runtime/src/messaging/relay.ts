import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

/** Moves committed rows to the bus or the queue soon after the commit. Repeats a failed run. */
export interface Relay {
  /** Starts a run for rows that were just committed. Several triggers may start one run together. */
  trigger(): void;
  start(): void;
  /** Stops after the current batch. The other rows are moved after the next start. */
  stop(): Promise<void>;
  /** Returns false if the last run failed. */
  isHealthy(): boolean;
}

export const batchSize = 500;
const pollMs = 1_000;
/** Maximum pause between runs under load, so that each run moves many rows. A single row does not wait. */
const longestGapMs = 15;

/** Creates a relay. `move` moves the oldest rows (at most `batchSize`) and returns their number. */
export function createRelay(options: { move: () => Promise<number>; what: string; log: Logger }): Relay {
  const { move, what, log } = options;
  let triggered = Promise.withResolvers<void>();
  let running: Promise<void> | undefined;
  let stopped = false;
  let isHealthy = true;
  const trigger = () => triggered.resolve();

  async function run(): Promise<void> {
    const poll = setInterval(trigger, pollMs);
    while (!stopped) {
      triggered = Promise.withResolvers();
      const startedAt = performance.now();
      let gapMs = longestGapMs;
      try {
        gapMs = Math.min(longestGapMs, (await moveAll()) - 1);
        isHealthy = true;
      } catch (error) {
        isHealthy = false;
        log.warn({ err: error }, `${what} cannot be sent now, they stay in the outbox`);
      }
      await triggered.promise;
      const pauseMs = startedAt + gapMs - performance.now();
      if (pauseMs > 0) await sleep(pauseMs);
    }
    clearInterval(poll);
  }

  /** Moves batches until a batch is not full. Returns the number of rows. */
  async function moveAll(): Promise<number> {
    for (let total = 0; ; ) {
      const moved = await move();
      total += moved;
      if (moved < batchSize || stopped) return total;
    }
  }

  return {
    trigger,
    isHealthy: () => isHealthy,
    start() {
      stopped = false;
      running ??= run();
    },
    async stop() {
      stopped = true;
      trigger();
      await running;
      running = undefined;
    },
  };
}
