import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { findCampaignsIn, updatePerformance, updateProblem } from '../campaign-store.ts';
import type { Context } from '../context.ts';

/**
 * The job has one attempt, because the next run is minutes away, and the previous values are shown
 * with their age.
 */
export const ReadPerformance = defineJob('read-performance', {
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  timeoutMs: 300_000,
});

const unknownThere = 'The platform no longer has this campaign.';

/** Largest number of campaigns per request. */
const batch = 200;

/** Reads the performance of campaigns from their platforms. After a failure the stored values remain. */
export async function readPerformance(context: Context, signal?: AbortSignal): Promise<void> {
  const { db, clock, platforms, log } = context;
  const all = await findCampaignsIn(db, ['paused', 'active']);
  const campaigns = all.flatMap(({ providerId, ...rest }) => (providerId ? { ...rest, providerId } : []));
  for (const [name, platform] of Object.entries(platforms)) {
    const own = campaigns.filter((campaign) => campaign.platform === name);
    if (!platform.configured) continue;
    for (let from = 0; from < own.length; from += batch) {
      const some = own.slice(from, from + batch);
      try {
        const performance = await platform.readPerformance(some, signal);
        for (const { id, providerId, problem } of some) {
          const report = performance.get(providerId);
          if (report) await updatePerformance(db, id, { ...report, at: clock() });
          const wrong = report === null ? unknownThere : null;
          if (wrong !== problem) await updateProblem(db, id, wrong);
        }
      } catch (error) {
        log.warn({ err: error, platform: name }, 'the performance of campaigns could not be read');
        break;
      }
    }
  }
}
