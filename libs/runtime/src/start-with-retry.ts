import { setTimeout as sleep } from 'node:timers/promises';
import type { Subscription } from './bus/port.ts';
import type { Logger } from './logger.ts';
import { isOutage } from './outage.ts';

export interface RetriedStart extends Subscription {
  /**
   * Resolves after the first attempt.
   * Rejects if the first attempt fails with an error other than an outage.
   */
  tried: Promise<void>;
}

const firstPauseMs = 500;
const longestPauseMs = 10_000;

/** Starts a subscription or a worker, and retries while the bus or the queue is unavailable. */
export function startWithRetry(what: string, start: () => Promise<Subscription>, log: Logger): RetriedStart {
  const stopping = new AbortController();
  const tried = Promise.withResolvers<void>();
  let started: Subscription | undefined;

  async function run(): Promise<void> {
    for (let pauseMs = firstPauseMs; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        started = await start();
        return tried.resolve();
      } catch (error) {
        if (!isOutage(error)) return tried.reject(error);
        log.warn({ err: error }, `${what} have to wait`);
        tried.resolve();
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  // Prevents an unhandled rejection: after the start-up timeout, the service no longer waits for `tried`, and
  // `isHealthy` returns false.
  tried.promise.catch(() => undefined);
  return {
    tried: tried.promise,
    isHealthy: () => started?.isHealthy() ?? false,
    async stop() {
      stopping.abort();
      if (started) await started.stop();
      // A start in progress may be waiting for an unavailable server. The subscription is stopped after that start has
      // ended.
      else void running.then(() => started?.stop()).catch((error) => log.info({ err: error }, `${what} have ended`));
    },
  };
}
