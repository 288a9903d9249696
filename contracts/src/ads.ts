import { z } from 'zod';
import { adPlatforms } from './ad-plan.ts';
import {
  automationReply,
  automationSettings,
  postSchema,
  previewReply,
  variationInput,
  variationSchema,
} from './ad-posts.ts';
import { adRevenueBody, confirmationSchema, reinvestmentSchema, revenueRecordSchema } from './ad-revenue.ts';
import { budgetInput, campaignSchema, createCampaignBody, keywordsInput } from './campaigns.ts';
import { defineRoute } from './define.ts';
import { booleanTexts } from './inputs.ts';
import { listQuery, listReply } from './list.ts';

export * from './ad-plan.ts';
export * from './ad-posts.ts';
export * from './ad-revenue.ts';
export * from './ads-events.ts';
export * from './campaigns.ts';

// Contract of the ads service: posts to X from a pool of texts, campaigns at the platforms, ad revenue, and the ads on
// our own pages.

/** The outcome of an action; a toast shows `message`. */
export const actionReply = z.object({ success: z.boolean(), message: z.string() });

export const adSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    imageUrl: z.string().nullable().meta({ description: 'URL on our own origin' }),
    clickUrl: z.string().meta({ description: 'A path on our site, or an https URL' }),
    source: z.enum(['house', 'coinzilla', 'bitmedia']),
  })
  .meta({ id: 'Ad' });

export const adsReply = z.object({ ads: z.array(adSchema).max(3) });

/** The unchanged answer of an outside service, for operators who test the connection. */
export const rawReply = z.object({ success: z.boolean(), status: z.int().nullable(), result: z.unknown() });

const byOperator = { operator: z.string() };
const withId = z.object({ id: z.string() });

/** Routes of the ads service. */
export const adsApi = {
  readAutomation: defineRoute({
    method: 'GET',
    path: '/automation',
    summary: 'Returns whether a post is possible, and the latest posts',
    access: 'internal',
    reply: automationReply,
  }),
  changeAutomation: defineRoute({
    method: 'PATCH',
    path: '/automation',
    summary: 'Changes the settings of automatic posting',
    access: 'internal',
    body: automationSettings.partial(),
    reply: automationReply,
    idempotent: true,
  }),
  previewNextPost: defineRoute({
    method: 'GET',
    path: '/next-post',
    summary: 'Returns a preview of the next post',
    access: 'internal',
    reply: previewReply,
  }),
  postNext: defineRoute({
    method: 'POST',
    path: '/posts',
    summary: 'Posts the next ad if the rules allow it',
    access: 'internal',
    body: z.strictObject({
      operator: z.string().nullable().meta({
        description: 'The operator who requests the post; null for the schedule, which respects the posting hours',
      }),
    }),
    reply: actionReply,
    status: 200,
  }),
  listPosts: defineRoute({
    method: 'GET',
    path: '/posts',
    summary: 'Lists sent and planned posts',
    access: 'internal',
    query: listQuery(['-plannedAt', 'plannedAt'], {}),
    reply: listReply('posts', postSchema),
  }),

  listVariations: defineRoute({
    method: 'GET',
    path: '/variations',
    summary: 'Lists the pool of ad texts, including retired ones',
    access: 'internal',
    query: listQuery(['-createdAt', 'createdAt'], {}),
    reply: listReply('variations', variationSchema),
  }),
  addVariation: defineRoute({
    method: 'POST',
    path: '/variations',
    summary: 'Adds a text to the pool',
    access: 'internal',
    body: variationInput,
    reply: variationSchema,
    status: 201,
    errors: ['already_exists'],
  }),
  editVariation: defineRoute({
    method: 'PATCH',
    path: '/variations/{id}',
    summary: 'Edits, retires or restores a text of the pool',
    access: 'internal',
    params: withId,
    body: variationInput.partial().extend({ retired: z.boolean().optional() }),
    reply: variationSchema,
    idempotent: true,
    errors: ['ad_not_found', 'already_exists'],
  }),

  listCampaigns: defineRoute({
    method: 'GET',
    path: '/campaigns',
    summary: 'Lists the campaigns with the performance that their platforms report',
    access: 'internal',
    query: listQuery(['-createdAt', 'createdAt'], { platform: z.enum(adPlatforms).optional() }),
    reply: listReply('campaigns', campaignSchema),
  }),
  createCampaign: defineRoute({
    method: 'POST',
    path: '/campaigns',
    summary: 'Creates a paused campaign, or a task for an operator if the platform has no API',
    access: 'internal',
    body: createCampaignBody.extend({ key: z.string() }),
    reply: campaignSchema,
    status: 201,
    idempotent: true,
  }),
  changeCampaign: defineRoute({
    method: 'PATCH',
    path: '/campaigns/{id}',
    summary: 'Starts, pauses or ends a campaign at its platform',
    access: 'internal',
    params: withId,
    body: z.strictObject({ status: z.enum(['active', 'paused', 'ended']) }),
    reply: campaignSchema,
    idempotent: true,
    errors: ['campaign_not_found', 'campaign_closed', 'ad_provider_unavailable'],
  }),
  initializeRobinhood: defineRoute({
    method: 'POST',
    path: '/campaigns/robinhood',
    summary: 'Creates the campaign for people who leave Robinhood, unless it exists',
    access: 'internal',
    reply: actionReply,
    status: 200,
    idempotent: true,
  }),
  initializeAdvertising: defineRoute({
    method: 'POST',
    path: '/campaigns/initialize',
    summary: 'Creates the four initial campaigns unless they exist, and switches automatic posting on',
    access: 'internal',
    reply: actionReply,
    status: 200,
    idempotent: true,
  }),

  testX: defineRoute({
    method: 'POST',
    path: '/x/test',
    summary: 'Tests the connection to X: account, post, rate limits or campaign',
    access: 'internal',
    body: z.discriminatedUnion('what', [
      z.strictObject({ what: z.literal('auth') }),
      z.strictObject({ what: z.literal('rate_limits') }),
      z.strictObject({ what: z.literal('post'), message: z.string() }),
      z.strictObject({
        what: z.literal('campaign'),
        campaignName: z.string(),
        budget: budgetInput,
        keywords: keywordsInput,
      }),
    ]),
    reply: rawReply,
    status: 200,
  }),

  recordClick: defineRoute({
    method: 'POST',
    path: '/clicks',
    summary: 'Counts a click, once per visitor, ad and day',
    access: 'internal',
    body: z.strictObject({
      adId: z.string(),
      kind: z.enum(['banner', 'card']),
      adNetwork: z.string().optional(),
      visitor: z.string().meta({ description: 'A hash that changes every day and cannot identify the visitor' }),
    }),
    reply: z.object({ counted: z.boolean() }),
    status: 200,
    idempotent: true,
  }),
  recordRevenue: defineRoute({
    method: 'POST',
    path: '/revenue',
    summary: 'Books ad revenue entered by an operator',
    access: 'internal',
    body: adRevenueBody.extend({ key: z.string(), ...byOperator }),
    reply: revenueRecordSchema,
    status: 201,
    idempotent: true,
  }),
  listRevenue: defineRoute({
    method: 'GET',
    path: '/revenue',
    summary: 'Lists the ad revenue',
    access: 'internal',
    query: listQuery(['-at', 'at'], { unreinvested: z.stringbool().meta({ enum: booleanTexts }).optional() }),
    reply: listReply('revenue', revenueRecordSchema),
  }),
  readEstimates: defineRoute({
    method: 'GET',
    path: '/revenue/estimates',
    summary: 'Returns the click revenue that is not confirmed',
    access: 'internal',
    reply: confirmationSchema,
  }),
  confirmRevenue: defineRoute({
    method: 'POST',
    path: '/revenue/confirmation',
    summary: 'Confirms all estimates of click revenue',
    access: 'internal',
    reply: confirmationSchema,
    status: 200,
    idempotent: true,
  }),
  previewReinvestment: defineRoute({
    method: 'GET',
    path: '/reinvestment',
    summary: 'Previews the reinvestment of one record or of all',
    access: 'internal',
    query: z.object({ recordId: z.string().max(100).optional() }),
    reply: reinvestmentSchema,
    errors: ['revenue_not_found'],
  }),
  reinvest: defineRoute({
    method: 'POST',
    path: '/reinvestment',
    summary: 'Reinvests half of one record or of all in the campaigns',
    access: 'internal',
    body: z.strictObject({ recordId: z.string().optional(), ...byOperator }),
    reply: reinvestmentSchema,
    status: 200,
    errors: ['revenue_not_found'],
  }),
  readAccounting: defineRoute({
    method: 'GET',
    path: '/accounting',
    summary: 'Returns the balances of the ads journal, and whether they add up',
    access: 'internal',
    reply: z.object({ balanced: z.boolean(), accounts: z.record(z.string(), z.string()) }),
  }),
  readAdTotals: defineRoute({
    method: 'GET',
    path: '/figures',
    summary: 'Returns the running totals of revenue and campaigns',
    access: 'internal',
    reply: z.object({
      adRevenueCents: z.int(),
      unreinvestedCents: z.int(),
      activeCampaigns: z.int(),
      shouldReinvest: z.boolean(),
      advertisingInitialized: z.boolean(),
    }),
  }),

  pickAds: defineRoute({
    method: 'GET',
    path: '/slots/{placement}',
    summary: 'Lists at most three ads for a placement, in any order',
    access: 'internal',
    params: z.object({ placement: z.enum(['banner', 'inline', 'sidebar']) }),
    reply: adsReply,
  }),
  readPicture: defineRoute({
    method: 'GET',
    path: '/pictures/{id}',
    summary: 'Returns the picture of a network ad, re-encoded as WebP',
    access: 'internal',
    params: z.object({ id: z.string() }),
    reply: z.object({ webp: z.string().meta({ description: 'The WebP bytes in base64' }) }),
    errors: ['ad_not_found'],
  }),
};
