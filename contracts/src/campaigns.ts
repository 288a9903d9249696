import { z } from 'zod';
import { type AdPlatform, adPlatforms } from './ad-plan.ts';

/**
 * States of a campaign.
 * Our API calls create it as `paused`, and a person starts it. `by_hand`: the platform has no API.
 */
export const campaignStatuses = ['draft', 'paused', 'active', 'by_hand', 'ended'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const keywordsInput = z
  .array(
    z
      .string()
      .max(80)
      .trim()
      .min(1)
      .regex(/^[^\p{Cc}]*$/u, 'Keep each keyword on one line.'),
  )
  .max(20);

const oneLine = (longest: number) =>
  z
    .string()
    .max(longest)
    .trim()
    .regex(/^[^\p{Cc}]*$/u, 'Keep this on one line.');

/** Budget of a campaign, in dollars a day. */
export const budgetInput = z
  .number()
  .min(1, 'The budget must be at least $1.')
  .max(10_000, 'The budget must be at most $10,000.');

/** Spec 2 §3, "Ad campaign (create payload)". Also accepts the form's names: "google-ads", "x-ads". */
export const createCampaignBody = z.strictObject({
  platform: z.enum([...adPlatforms, 'google-ads', 'meta-ads', 'x-ads', 'rumble-ads']),
  campaignName: oneLine(120).min(1),
  budget: budgetInput,
  keywords: keywordsInput.default([]),
  adMessage: z.string().max(500).trim().default('').meta({
    description: 'At most 90 characters at Google, and 256 at X as X counts them; by default the first prepared text',
  }),
  targetAudience: oneLine(300).default(''),
});

const performanceSchema = z
  .object({
    spend: z.string().meta({ description: 'US dollars, decimal' }),
    impressions: z.int(),
    clicks: z.int(),
    ctr: z.number().meta({ description: 'Clicks per impression, as a fraction' }),
    at: z.iso.datetime().meta({ description: 'When the platform reported these values' }),
  })
  .meta({ id: 'CampaignPerformance' });

export const campaignSchema = z
  .object({
    id: z.string(),
    platform: z.enum(adPlatforms),
    name: z.string(),
    status: z.enum(campaignStatuses),
    budget: z.object({ amount: z.string() }).meta({ description: 'Daily budget in US dollars, decimal' }),
    allocated: z.string().meta({ description: 'Total added by reinvestment, decimal' }),
    keywords: z.array(z.string()),
    adMessage: z.string(),
    targetAudience: z.string(),
    providerId: z.string().nullable(),
    hasAd: z.boolean().meta({
      description: 'Whether we created its ad; false for manual campaigns, and for older ones without a created ad',
    }),
    performance: performanceSchema.nullable().meta({ description: 'Null until the platform has reported anything' }),
    problem: z.string().nullable().meta({ description: 'Problem reported by the platform, if any' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Campaign' });

export type Campaign = z.infer<typeof campaignSchema>;

/** Maps the name of a platform in the form to the name in the service. */
export function platformOf(name: z.infer<typeof createCampaignBody>['platform']): AdPlatform {
  return name.replace('-ads', '') as AdPlatform;
}
