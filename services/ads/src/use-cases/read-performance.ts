import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { findCampaignsIn, keepPerformance, sayProblem } from '../campaign-store.ts';
import type { Context } from '../context.ts';

/** One attempt: the next is minutes away, and until then what was said before is shown with its age. */
export const ReadPerformance = defineJob('read-performance', {
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  timeoutMs: 300_000,
});

const unknownThere = 'The platform does not know this campaign any more.';

/** The most campaigns that one question is about. */
const batch = 200;

/** Asks the platforms how their campaigns do. One that does not answer keeps what it said before. */
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
        const said = await platform.readPerformance(some, signal);
        for (const { id, providerId, problem } of some) {
          const report = said.get(providerId);
          if (report) await keepPerformance(db, id, { ...report, at: clock() });
          const wrong = report === null ? unknownThere : null;
          if (wrong !== problem) await sayProblem(db, id, wrong);
        }
      } catch (error) {
        log.warn({ err: error, platform: name }, 'a platform does not say how its campaigns do');
        break;
      }
    }
  }
}
