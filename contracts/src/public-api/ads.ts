import { z } from 'zod';
import { adRevenueBody, adsApi, adsReply, createCampaignBody, keywordsInput, longestPost } from '../ads.ts';
import { defineRoute, type OperatorRole } from '../define.ts';
import { operatorReason } from './admin.ts';

// The paths and fields of spec 2 §7, and what the operators' pages need beside them.

const saysWhy = { reason: operatorReason.optional() };
const maySayWhy = z.strictObject(saysWhy).optional();
const withId = z.object({ id: z.string() });

/** An operator's act that is answered for a toast. */
const actOnAds = <const Path extends string>(path: Path, act: string, summary: string, role: OperatorRole = 'staff') =>
  defineRoute({
    method: 'POST',
    path,
    summary,
    access: 'operator',
    role,
    act,
    body: maySayWhy,
    reply: adsApi.postNext.reply,
    status: 200,
  });

export const GetAds = defineRoute({
  method: 'GET',
  path: '/api/ads',
  summary: 'At most three ads for a place on our pages',
  access: 'open',
  query: adsApi.pickAds.params,
  reply: adsReply,
});

export const RecordAdRevenue = defineRoute({
  method: 'POST',
  path: '/api/ad-revenue',
  summary: 'A click on an ad, an estimate set by the server; without an ad, a record of an operator',
  access: 'operator',
  act: 'Add ad revenue',
  openWith: ['adNetwork', 'campaignId'],
  body: adRevenueBody.extend({
    adId: z.string().trim().min(1).max(100).optional().meta({ description: 'Of the ad that was clicked' }),
    key: z.uuid().optional().meta({ description: 'Of a record: the same again is the same one' }),
    ...saysWhy,
  }),
  reply: z.object({ success: z.literal(true), id: z.string().nullable() }),
  status: 200,
  errors: ['already_exists'],
});

export const GetAdPicture = defineRoute({
  method: 'GET',
  path: '/api/ad-pictures/{id}',
  summary: 'The picture of an ad of others, made anew by us, as WebP',
  access: 'open',
  params: withId,
  reply: z.string().meta({ description: 'image/webp' }),
  errors: ['ad_not_found'],
});

export const GetAdAutomationStatus = defineRoute({
  method: 'GET',
  path: '/api/ad-automation-status',
  summary: 'Whether a post can go out, and what has gone out',
  access: 'operator',
  reply: adsApi.readAutomation.reply,
});

export const PreviewNextAd = defineRoute({
  method: 'GET',
  path: '/api/preview-next-ad',
  summary: 'What would be posted next',
  access: 'operator',
  reply: adsApi.previewNextPost.reply,
});

export const PostAdNow = actOnAds('/api/safe-ad-post', 'Post an ad', 'Posts the next ad now, if the rules allow it');
export const TriggerDailyPost = actOnAds(
  '/api/x-ads/daily-post',
  'Run the daily post',
  'Runs what the daily schedule would run now',
);
export const InitializeRobinhoodCampaign = actOnAds(
  '/api/google-ads/initialize-robinhood',
  'Make the Robinhood campaign',
  'Makes the campaign for people who leave Robinhood, once',
);
export const InitializeAdvertising = actOnAds(
  '/api/initialize-advertising',
  'Set advertising up',
  'Makes the four campaigns of the suggested budgets, once, and switches automatic posting on',
  'owner',
);

export const GetGoogleCampaigns = defineRoute({
  method: 'GET',
  path: '/api/google-ads/campaigns',
  summary: 'Campaigns at Google, as a bare list',
  access: 'operator',
  reply: z.array(adsApi.createCampaign.reply),
});

export const CreateAdCampaign = defineRoute({
  method: 'POST',
  path: '/api/ad-campaigns',
  summary: 'Makes a campaign, paused; by hand where the platform has no API',
  access: 'operator',
  act: 'Make a campaign',
  body: createCampaignBody.extend({
    key: z.uuid().optional().meta({ description: 'The same again is the same campaign' }),
    ...saysWhy,
  }),
  reply: adsApi.createCampaign.reply,
  status: 201,
  errors: ['already_exists'],
});

export const ListUnreinvested = defineRoute({
  method: 'GET',
  path: '/api/ad-revenue/unreinvested',
  summary: 'Confirmed ad revenue that is not reinvested yet',
  access: 'operator',
  reply: z.object({ revenue: adsApi.listRevenue.reply.shape.revenue }),
});

export const ReinvestRevenue = defineRoute({
  method: 'POST',
  path: '/api/ad-revenue/{id}/reinvest',
  summary: 'Reinvests half of one record',
  access: 'operator',
  act: 'Reinvest one record',
  params: withId,
  body: maySayWhy,
  reply: adsApi.reinvest.reply,
  status: 200,
  idempotent: true,
  errors: ['revenue_not_found'],
});

export const TestXApi = defineRoute({
  method: 'GET',
  path: '/api/test-x-api',
  summary: 'Asks X who we are',
  access: 'operator',
  reply: adsApi.testX.reply,
});

export const TestXPost = defineRoute({
  method: 'POST',
  path: '/api/test-x-post',
  summary: 'Posts a text on X, outside the cooldown',
  access: 'operator',
  act: 'Post a test on X',
  body: z.strictObject({
    message: z
      .string()
      .trim()
      .min(1)
      .max(longestPost * 4),
    ...saysWhy,
  }),
  reply: adsApi.testX.reply,
  status: 200,
});

export const GetXRateLimits = defineRoute({
  method: 'GET',
  path: '/api/x-rate-limits',
  summary: 'What is left of X’s limits',
  access: 'operator',
  reply: adsApi.testX.reply,
});

export const TestXAd = defineRoute({
  method: 'POST',
  path: '/api/test-x-ad',
  summary: 'Tries to make a campaign on X',
  access: 'operator',
  act: 'Make a test campaign on X',
  body: z.strictObject({
    campaignName: createCampaignBody.shape.campaignName,
    budget: createCampaignBody.shape.budget,
    keywords: keywordsInput,
    ...saysWhy,
  }),
  reply: adsApi.testX.reply,
  status: 200,
});

const automationActs: Record<string, string> = { true: 'Switch posting on', false: 'Stop all posting' };

export const AdminAutomation = defineRoute({
  method: 'PATCH',
  path: '/api/admin/ad-automation',
  summary: 'Changes who posts, when and how much',
  access: 'operator',
  role: 'owner',
  act: ({ body }) => automationActs[String(body.autoPostEnabled)] ?? 'Change the posting',
  body: adsApi.changeAutomation.body.extend(saysWhy),
  reply: adsApi.changeAutomation.reply,
  idempotent: true,
});

export const AdminAdPosts = defineRoute({
  method: 'GET',
  path: '/api/admin/ad-posts',
  summary: 'What was posted, or was about to be',
  access: 'operator',
  query: adsApi.listPosts.query,
  reply: adsApi.listPosts.reply,
});

export const AdminVariations = defineRoute({
  method: 'GET',
  path: '/api/admin/ad-variations',
  summary: 'The pool of texts, retired ones too',
  access: 'operator',
  query: adsApi.listVariations.query,
  reply: adsApi.listVariations.reply,
});

export const AdminAddVariation = defineRoute({
  method: 'POST',
  path: '/api/admin/ad-variations',
  summary: 'Adds a text to the pool',
  access: 'operator',
  act: 'Add a text',
  body: adsApi.addVariation.body.extend(saysWhy),
  reply: adsApi.addVariation.reply,
  status: 201,
  errors: ['already_exists'],
});

const variationActs: Record<string, string> = { true: 'Retire a text', false: 'Take a text back' };

export const AdminEditVariation = defineRoute({
  method: 'PATCH',
  path: '/api/admin/ad-variations/{id}',
  summary: 'Changes a text of the pool, retires it or takes it back',
  access: 'operator',
  act: ({ body }) => variationActs[String(body.retired)] ?? 'Edit a text',
  params: withId,
  body: adsApi.editVariation.body.extend(saysWhy),
  reply: adsApi.editVariation.reply,
  idempotent: true,
  errors: ['ad_not_found', 'already_exists'],
});

export const AdminCampaigns = defineRoute({
  method: 'GET',
  path: '/api/admin/campaigns',
  summary: 'Campaigns, with what their platforms say of them',
  access: 'operator',
  query: adsApi.listCampaigns.query,
  reply: adsApi.listCampaigns.reply,
});

const campaignActs = { active: 'Start a campaign', paused: 'Pause a campaign', ended: 'End a campaign' };

export const AdminChangeCampaign = defineRoute({
  method: 'PATCH',
  path: '/api/admin/campaigns/{id}',
  summary: 'Starts, pauses or ends a campaign at its platform',
  access: 'operator',
  act: ({ body }) => campaignActs[body.status],
  params: withId,
  body: adsApi.changeCampaign.body.extend(saysWhy),
  reply: adsApi.changeCampaign.reply,
  idempotent: true,
  errors: ['campaign_not_found', 'campaign_closed', 'ad_provider_unavailable'],
});

export const AdminRevenue = defineRoute({
  method: 'GET',
  path: '/api/admin/ad-revenue',
  summary: 'What ads have brought in',
  access: 'operator',
  query: adsApi.listRevenue.query,
  reply: adsApi.listRevenue.reply,
});

export const AdminRevenueEstimates = defineRoute({
  method: 'GET',
  path: '/api/admin/ad-revenue/estimates',
  summary: 'The click revenue that waits for a confirmation',
  access: 'operator',
  reply: adsApi.readEstimates.reply,
});

export const AdminConfirmRevenue = defineRoute({
  method: 'POST',
  path: '/api/admin/ad-revenue/confirmation',
  summary: 'Confirms all estimates of click revenue',
  access: 'operator',
  act: 'Confirm click revenue',
  body: maySayWhy,
  reply: adsApi.confirmRevenue.reply,
  status: 200,
  idempotent: true,
});

export const AdminPreviewReinvestment = defineRoute({
  method: 'GET',
  path: '/api/admin/reinvestment',
  summary: 'What a reinvestment would do now: of one record, or of all',
  access: 'operator',
  query: adsApi.previewReinvestment.query,
  reply: adsApi.previewReinvestment.reply,
  errors: ['revenue_not_found'],
});

export const AdminReinvest = defineRoute({
  method: 'POST',
  path: '/api/admin/reinvestment',
  summary: 'Reinvests half of all that waits',
  access: 'operator',
  act: 'Reinvest all that waits',
  body: maySayWhy,
  reply: adsApi.reinvest.reply,
  status: 200,
  idempotent: true,
});
