import { setTimeout as sleep } from 'node:timers/promises';
import type { Subscription } from './bus/port.ts';
import type { Logger } from './logger.ts';
import { isOutage } from './outage.ts';

export interface BroughtUp extends Subscription {
  /** Resolves when it stands, or is found to have to wait. @throws what is no outage */
  tried: Promise<void>;
}

const firstPauseMs = 500;
const longestPauseMs = 10_000;

/** Begins something that needs others, a subscription or the work on jobs, and tries again for as long as those are away whom it needs. */
export function bringUp(what: string, begin: () => Promise<Subscription>, log: Logger): BroughtUp {
  const stopping = new AbortController();
  const tried = Promise.withResolvers<void>();
  let begun: Subscription | undefined;

  async function keepTrying(): Promise<void> {
    for (let pauseMs = firstPauseMs; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        begun = await begin();
        return tried.resolve();
      } catch (error) {
        if (!isOutage(error)) return tried.reject(error);
        log.warn({ err: error }, `${what} have to wait`);
        tried.resolve();
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const trying = keepTrying();
  // Whoever does not wait for it any more learns from `standing`.
  tried.promise.catch(() => undefined);
  return {
    tried: tried.promise,
    standing: () => begun?.standing() ?? false,
    async stop() {
      stopping.abort();
      if (begun) await begun.stop();
      // Nobody waits for those who are away: what may still begin ends at once.
      else void trying.then(() => begun?.stop()).catch((error) => log.info({ err: error }, `${what} have ended`));
    },
  };
}
