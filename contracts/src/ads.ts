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
import { listQuery, listReply } from './list.ts';

export * from './ad-plan.ts';
export * from './ad-posts.ts';
export * from './ad-revenue.ts';
export * from './ads-events.ts';
export * from './campaigns.ts';

// Posts to X from a pool of variations, campaigns at the platforms, ad revenue, and the ads on our own pages.

/** The outcome of an action; a toast shows `message`. */
export const actionReply = z.object({ success: z.boolean(), message: z.string() });

export const adSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    imageUrl: z.string().nullable().meta({ description: 'On our own address' }),
    clickUrl: z.string().meta({ description: 'A path of ours, or an https address' }),
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
    summary: 'Whether a post can go out, and what has gone out',
    access: 'internal',
    reply: automationReply,
  }),
  changeAutomation: defineRoute({
    method: 'PATCH',
    path: '/automation',
    summary: 'Changes who posts, when and how much',
    access: 'internal',
    body: automationSettings.partial(),
    reply: automationReply,
    idempotent: true,
  }),
  previewNextPost: defineRoute({
    method: 'GET',
    path: '/next-post',
    summary: 'What would be posted next',
    access: 'internal',
    reply: previewReply,
  }),
  postNext: defineRoute({
    method: 'POST',
    path: '/posts',
    summary: 'Posts the next ad, as far as the rules allow it',
    access: 'internal',
    body: z.strictObject({
      operator: z
        .string()
        .nullable()
        .meta({ description: 'Who wants it now; null for the schedule, which keeps hours' }),
    }),
    reply: actionReply,
    status: 200,
  }),
  listPosts: defineRoute({
    method: 'GET',
    path: '/posts',
    summary: 'What was posted, or was about to be',
    access: 'internal',
    query: listQuery(['-plannedAt', 'plannedAt'], {}),
    reply: listReply('posts', postSchema),
  }),

  listVariations: defineRoute({
    method: 'GET',
    path: '/variations',
    summary: 'The pool of texts, retired ones too',
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
    summary: 'Changes a text of the pool, retires it or takes it back',
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
    summary: 'Campaigns, with what their platforms say of them',
    access: 'internal',
    query: listQuery(['-createdAt', 'createdAt'], { platform: z.enum(adPlatforms).optional() }),
    reply: listReply('campaigns', campaignSchema),
  }),
  createCampaign: defineRoute({
    method: 'POST',
    path: '/campaigns',
    summary: 'Makes a campaign, paused; by hand where the platform has no API',
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
    summary: 'Makes the campaign for people who leave Robinhood, once',
    access: 'internal',
    reply: actionReply,
    status: 200,
    idempotent: true,
  }),
  initializeAdvertising: defineRoute({
    method: 'POST',
    path: '/campaigns/initialize',
    summary: 'Makes the four campaigns of the suggested budgets, once, and switches automatic posting on',
    access: 'internal',
    reply: actionReply,
    status: 200,
    idempotent: true,
  }),

  testX: defineRoute({
    method: 'POST',
    path: '/x/test',
    summary: 'Tries the connection to X: who we are, a post, what is left of the limits, a campaign',
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
    summary: 'Counts a click, one for each visitor, ad and day',
    access: 'internal',
    body: z.strictObject({
      adId: z.string(),
      kind: z.enum(['banner', 'card']),
      adNetwork: z.string().optional(),
      visitor: z.string().meta({ description: 'A hash that changes every day: nobody can be found by it' }),
    }),
    reply: z.object({ counted: z.boolean() }),
    status: 200,
    idempotent: true,
  }),
  recordRevenue: defineRoute({
    method: 'POST',
    path: '/revenue',
    summary: 'Books what an operator says that ads have brought in',
    access: 'internal',
    body: adRevenueBody.extend({ key: z.string(), ...byOperator }),
    reply: revenueRecordSchema,
    status: 201,
    idempotent: true,
  }),
  listRevenue: defineRoute({
    method: 'GET',
    path: '/revenue',
    summary: 'What ads have brought in',
    access: 'internal',
    query: listQuery(['-at', 'at'], { unreinvested: z.stringbool().optional() }),
    reply: listReply('revenue', revenueRecordSchema),
  }),
  readEstimates: defineRoute({
    method: 'GET',
    path: '/revenue/estimates',
    summary: 'The click revenue that waits for a confirmation',
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
    summary: 'What a reinvestment would do now: of one record, or of all',
    access: 'internal',
    query: z.object({ recordId: z.string().max(100).optional() }),
    reply: reinvestmentSchema,
    errors: ['revenue_not_found'],
  }),
  reinvest: defineRoute({
    method: 'POST',
    path: '/reinvestment',
    summary: 'Gives half of what waits to the campaigns: of one record, or of all',
    access: 'internal',
    body: z.strictObject({ recordId: z.string().optional(), ...byOperator }),
    reply: reinvestmentSchema,
    status: 200,
    errors: ['revenue_not_found'],
  }),
  readAccounting: defineRoute({
    method: 'GET',
    path: '/accounting',
    summary: 'The balances of the ads’ books, and whether they add up',
    access: 'internal',
    reply: z.object({ balanced: z.boolean(), accounts: z.record(z.string(), z.string()) }),
  }),
  readAdTotals: defineRoute({
    method: 'GET',
    path: '/figures',
    summary: 'Running totals of revenue and campaigns',
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
    summary: 'At most three ads for a place on our pages, in any order',
    access: 'internal',
    params: z.object({ placement: z.enum(['banner', 'inline', 'sidebar']) }),
    reply: adsReply,
  }),
  readPicture: defineRoute({
    method: 'GET',
    path: '/pictures/{id}',
    summary: 'The picture of an ad of others, made anew by us',
    access: 'internal',
    params: z.object({ id: z.string() }),
    reply: z.object({ webp: z.string().meta({ description: 'Its bytes, in base64' }) }),
    errors: ['ad_not_found'],
  }),
};
