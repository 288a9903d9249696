import type { Logger } from '../logger.ts';

/** Moves what was committed to where it goes, soon after the commit; what cannot go now is tried again. */
export interface Relay {
  /** There is something to move. Call it after the commit; many calls make one run. */
  wake(): void;
  start(): void;
  /** Ends after the batch in flight; what is left is moved at the next start. */
  stop(): Promise<void>;
  /** False since the last run failed. */
  isHealthy(): boolean;
}

export const batchSize = 500;
const pollMs = 1_000;
/** Under load, runs are up to this far apart, so that each carries many rows. Where there are few, none waits. */
const longestGapMs = 15;

/** A relay that calls `move`, which takes the oldest rows, at most `batchSize`, and says how many there were. */
export function createRelay(options: { move: () => Promise<number>; what: string; log: Logger }): Relay {
  const { move, what, log } = options;
  let started = false;
  let isHealthy = true;
  let running: Promise<void> | undefined;
  let wanted = false;
  let nextRun = 0;
  let timer: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;

  function wake(): void {
    if (!started) return;
    wanted = true;
    if (running || timer) return;
    const wait = nextRun - performance.now();
    if (wait <= 0) run();
    else
      timer = setTimeout(() => {
        timer = undefined;
        run();
      }, wait);
  }

  function run(): void {
    wanted = false;
    const startedAt = performance.now();
    // Stays so where the run fails: who is away is not asked without a pause.
    nextRun = startedAt + longestGapMs;
    running = moveAll()
      .then((moved) => {
        isHealthy = true;
        nextRun = startedAt + Math.min(longestGapMs, moved - 1);
      })
      .catch((error) => {
        isHealthy = false;
        log.warn({ err: error }, `${what} cannot be sent now, they stay in the outbox`);
      })
      .then(() => {
        running = undefined;
        if (wanted) wake();
      });
  }

  /** @returns how many rows there were */
  async function moveAll(): Promise<number> {
    let total = 0;
    for (;;) {
      const moved = await move();
      total += moved;
      if (moved < batchSize || !started) return total;
    }
  }

  return {
    wake,
    isHealthy: () => isHealthy,
    start() {
      if (started) return;
      started = true;
      poll = setInterval(wake, pollMs);
      wake();
    },
    async stop() {
      started = false;
      clearInterval(poll);
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
