import { z } from 'zod';
import { defineEvent } from './define.ts';

export const AdPosted = defineEvent(
  'ad.posted',
  1,
  z.object({ postId: z.string(), theme: z.string(), at: z.iso.datetime() }),
  { summary: 'An ad went out on X.', context: 'ads' },
);
export const AdPostFailed = defineEvent(
  'ad.post_failed',
  1,
  z.object({ postId: z.string(), theme: z.string(), reason: z.string() }),
  { summary: 'An ad could not be posted, after all retries.', context: 'ads' },
);
export const AdClicked = defineEvent(
  'ad.clicked',
  1,
  z.object({ recordId: z.string(), adId: z.string(), network: z.string(), amountCents: z.int() }),
  { summary: 'A visitor clicked an ad on our pages; the amount is an estimate.', context: 'ads' },
);
export const AdRevenueRecorded = defineEvent(
  'ad_revenue.recorded',
  1,
  z.object({ recordId: z.string(), source: z.string(), amountCents: z.int() }),
  {
    summary: 'Ad revenue was confirmed: entered by an operator, reported by a network, or from clicks.',
    context: 'ads',
  },
);
export const AdRevenueReinvested = defineEvent(
  'ad_revenue.reinvested',
  1,
  z.object({ reinvestmentId: z.string(), records: z.int(), totalCents: z.int(), reinvestedCents: z.int() }),
  { summary: 'Half of the unreinvested revenue was added to the campaigns.', context: 'ads' },
);
export const CampaignCreated = defineEvent(
  'campaign.created',
  1,
  z.object({
    campaignId: z.string(),
    platform: z.string(),
    budgetCents: z.int(),
    status: z.string(),
    /** Steps for an operator; null if the platform has an API. */
    todo: z.string().nullable(),
  }),
  { summary: 'A campaign was created at its platform, or as a task.', context: 'ads' },
);
export const CampaignEnded = defineEvent(
  'campaign.ended',
  1,
  z.object({ campaignId: z.string(), platform: z.string() }),
  { summary: 'A campaign ended, or was abandoned before it was created.', context: 'ads' },
);
