import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from './context.ts';
import { AskNetworks, askNetworks } from './use-cases/ask-networks.ts';
import { ReadReports, readReports } from './use-cases/confirm-revenue.ts';
import { MakeCampaign, makeCampaign } from './use-cases/make-campaign.ts';
import { postWhenDue } from './use-cases/post-next.ts';
import { ReadPerformance, readPerformance } from './use-cases/read-performance.ts';
import { Reinvest, reinvestByItself } from './use-cases/reinvest.ts';

/** One attempt: the next run is a minute away, and a post has tries of its own. */
const PostWhenDue = defineJob('post-when-due', {
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  timeoutMs: 60_000,
});

export function adsJobs(context: Context): JobHandler[] {
  return [
    work(PostWhenDue, () => postWhenDue(context)),
    work(MakeCampaign, ({ campaignId }, { signal }) => makeCampaign(context, campaignId, signal)),
    work(ReadPerformance, (_data, { signal }) => readPerformance(context, signal)),
    work(Reinvest, () => reinvestByItself(context)),
    work(AskNetworks, (_data, { signal }) => askNetworks(context, signal)),
    work(ReadReports, (_data, { signal }) => readReports(context, signal)),
  ];
}

export function adsSchedules(): Schedule[] {
  return [
    { definition: PostWhenDue, data: {}, everyMs: 60_000 },
    { definition: ReadPerformance, data: {}, everyMs: 900_000 },
    { definition: Reinvest, data: {}, everyMs: 3_600_000 },
    { definition: AskNetworks, data: {}, everyMs: 600_000 },
    { definition: ReadReports, data: {}, everyMs: 3_600_000 },
  ];
}
