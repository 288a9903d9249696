import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { maintainPartitions } from '../partitions.ts';
import { insertRun, readLastRun, runExclusively } from '../store.ts';
import { fetchSources } from './fetch-sources.ts';
import { scoreCoins } from './score-coins.ts';

/**
 * The jobs have one attempt, because the next run repeats failed requests, and every source has its
 * own retries. A stop aborts them at once: a run may take minutes, and the next start repeats it.
 */
export const oneTry = { data: z.object({}), attempts: 1, backoffMs: 1_000, timeoutMs: 20 * 60_000, abortOnStop: true };

/** The job of a refresh that an operator started. */
export const RefreshSignals = defineJob('refresh-signals', oneTry);

/** Interval of refreshes (spec 1 §9). */
const everyMs = 4 * 3_600_000;
/**
 * Time after which a run scores the coins, even if a source is slow.
 * Later data is scored at the end of the run.
 */
const defaultScoreAfterMs = 30_000;

interface Limits {
  /** Aborts the run. An aborted run is repeated. */
  signal?: AbortSignal;
  /** Time after which the data that has arrived is scored. */
  scoreAfterMs?: number;
}

/** Refreshes if there was no run in the last four hours. */
export async function refreshWhenDue(context: Context, limits?: Limits): Promise<void> {
  const last = await readLastRun(context.db);
  if (!last || context.clock().getTime() - last.getTime() >= everyMs) await refresh(context, limits);
}

/**
 * Fetches from all sources and scores every coin.
 * @returns false, without a refresh, while another instance runs a refresh
 */
export async function refresh(
  context: Context,
  { signal, scoreAfterMs = defaultScoreAfterMs }: Limits = {},
): Promise<boolean> {
  const { db, clock, log } = context;
  const isDone = await runExclusively(db, async () => {
    const begun = clock();
    try {
      await maintainPartitions(db, begun);
      const fetched = Promise.race([fetchSources(context, begun, signal), ...(signal ? [rejectOnAbort(signal)] : [])]);
      // A slow source does not delay the scores that use the other sources.
      const isSlow = await Promise.race([fetched, wait(scoreAfterMs, true, { ref: false })]);
      if (isSlow) await scoreCoins(context, clock());
      await fetched;
      await scoreCoins(context, clock());
    } finally {
      if (!signal?.aborted) await insertRun(db, { started_at: begun, ended_at: clock() });
    }
  });
  if (!isDone) log.info('signals are being refreshed already');
  return isDone;
}

/** Rejects on abort, so that a shutdown does not wait for a source. */
async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
