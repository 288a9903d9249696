import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { keepPartitions } from '../partitions.ts';
import { beginRun, endRun, readLastRun } from '../store.ts';
import { askSources } from './ask-sources.ts';
import { scoreCoins } from './score-coins.ts';

/** One attempt: what failed is asked for again by the next run, and every source has its own tries. */
export const once = { data: z.object({}), attempts: 1, backoffMs: 1_000, timeoutMs: 20 * 60_000 };

/** An operator wants it now. */
export const RefreshSignals = defineJob('refresh-signals', once);

/** How old the figures may be (spec 1 §9). */
const everyMs = 4 * 3_600_000;

/** Looks at all sources where the last look is four hours old, or there was none. */
export async function refreshWhenDue(context: Context): Promise<void> {
  const last = await readLastRun(context.db);
  if (!last || context.clock().getTime() - last.getTime() >= everyMs) await refresh(context);
}

/**
 * Looks at all sources and scores every coin.
 *
 * @returns false while another run is on its way, in whichever instance: nothing was done then
 */
export async function refresh(context: Context): Promise<boolean> {
  const { db, clock, log } = context;
  const begun = clock();
  const run = await beginRun(db, begun);
  if (!run) {
    log.info('signals are being refreshed already');
    return false;
  }
  try {
    await keepPartitions(db, begun);
    await askSources(context, begun);
    await scoreCoins(context, clock());
  } finally {
    await endRun(db, run, clock());
  }
  return true;
}
