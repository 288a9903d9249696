import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from './context.ts';
import { ReadReports, readReports } from './use-cases/confirm-revenue.ts';
import { FetchNetworkAds, fetchNetworkAds } from './use-cases/fetch-network-ads.ts';
import { MakeCampaign, makeCampaign } from './use-cases/make-campaign.ts';
import { postWhenDue } from './use-cases/post-next.ts';
import { ReadPerformance, readPerformance } from './use-cases/read-performance.ts';
import { Reinvest, reinvestWhenDue } from './use-cases/reinvest.ts';

/**
 * The job has one attempt, because the next run is a minute away, and each post counts its own
 * attempts.
 */
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
    work(Reinvest, () => reinvestWhenDue(context)),
    work(FetchNetworkAds, (_data, { signal }) => fetchNetworkAds(context, signal)),
    work(ReadReports, (_data, { signal }) => readReports(context, signal)),
  ];
}

export function adsSchedules(): Schedule[] {
  return [
    { definition: PostWhenDue, data: {}, everyMs: 60_000 },
    { definition: ReadPerformance, data: {}, everyMs: 900_000 },
    { definition: Reinvest, data: {}, everyMs: 3_600_000 },
    { definition: FetchNetworkAds, data: {}, everyMs: 600_000 },
    { definition: ReadReports, data: {}, everyMs: 3_600_000 },
  ];
}
