import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { keepPartitions } from '../partitions.ts';
import { doAlone, keepRun, readLastRun } from '../store.ts';
import { askSources } from './ask-sources.ts';
import { scoreCoins } from './score-coins.ts';

/** One attempt: what failed is asked for again by the next run, and every source has its own tries. */
export const oneTry = { data: z.object({}), attempts: 1, backoffMs: 1_000, timeoutMs: 20 * 60_000 };

/** An operator wants it now. */
export const RefreshSignals = defineJob('refresh-signals', oneTry);

/** How old the figures may be (spec 1 §9). */
const everyMs = 4 * 3_600_000;
/** What has come by then is scored; what comes later, too, when it is there. */
const usualPatienceMs = 30_000;

interface Limits {
  /** Ends it where it stands; a run that did not come to its end is begun anew. */
  signal?: AbortSignal;
  patienceMs?: number;
}

/** Looks at all sources where the last look is four hours old, or there was none. */
export async function refreshWhenDue(context: Context, limits?: Limits): Promise<void> {
  const last = await readLastRun(context.db);
  if (!last || context.clock().getTime() - last.getTime() >= everyMs) await refresh(context, limits);
}

/**
 * Looks at all sources and scores every coin.
 *
 * @returns false while another run is on its way, in whichever instance: nothing was done then
 */
export async function refresh(
  context: Context,
  { signal, patienceMs = usualPatienceMs }: Limits = {},
): Promise<boolean> {
  const { db, clock, log } = context;
  const isDone = await doAlone(db, async () => {
    const begun = clock();
    try {
      await keepPartitions(db, begun);
      const asked = Promise.race([askSources(context, begun, signal), ...(signal ? [endOf(signal)] : [])]);
      // A source that is slow, or that may be asked slowly only, delays no other's figures.
      const isSlow = await Promise.race([asked, wait(patienceMs, true, { ref: false })]);
      if (isSlow) await scoreCoins(context, clock());
      await asked;
      await scoreCoins(context, clock());
    } finally {
      if (!signal?.aborted) await keepRun(db, { started_at: begun, ended_at: clock() });
    }
  });
  if (!isDone) log.info('signals are being refreshed already');
  return isDone;
}

/** Whoever stops does not wait for a source's answer. */
async function endOf(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
