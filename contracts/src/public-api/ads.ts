import { z } from 'zod';
import { adRevenueBody, adsApi, adsReply, createCampaignBody, keywordsInput, longestPost } from '../ads.ts';
import { defineRoute } from '../define.ts';
import { publish } from './publish.ts';
import { optionalReason, reasonBody } from './reason.ts';

// The paths and fields of spec 2 §7, and additions for the operators' pages.

const withId = z.object({ id: z.string() });

export const GetAds = defineRoute({
  method: 'GET',
  path: '/api/ads',
  summary: 'Lists at most three ads for a placement on our pages',
  access: 'open',
  query: adsApi.pickAds.params,
  reply: adsReply,
});

export const RecordAdRevenue = defineRoute({
  method: 'POST',
  path: '/api/ad-revenue',
  summary:
    'Counts a click on an ad, with an amount estimated by the server; without an ad, adds an operator’s revenue record',
  access: 'operator',
  auditAction: 'Add ad revenue',
  publicIfBodyHas: ['adNetwork', 'campaignId'],
  body: adRevenueBody.extend({
    adId: z.string().max(100).trim().min(1).optional().meta({ description: 'The id of the clicked ad' }),
    key: z.uuid().optional().meta({ description: 'Idempotency key of a revenue record' }),
    ...optionalReason,
  }),
  reply: z.object({ success: z.literal(true), id: z.string().nullable() }),
  status: 200,
  errors: ['already_exists'],
});

export const GetAdPicture = defineRoute({
  method: 'GET',
  path: '/api/ad-pictures/{id}',
  summary: 'Returns the picture of a network ad, re-encoded as WebP',
  access: 'open',
  params: withId,
  reply: z.string().meta({ description: 'image/webp' }),
  errors: ['ad_not_found'],
});

export const GetAdAutomationStatus = publish(adsApi.readAutomation, {
  path: '/api/ad-automation-status',
  access: 'operator',
});

export const PreviewNextAd = publish(adsApi.previewNextPost, {
  path: '/api/preview-next-ad',
  access: 'operator',
});

export const PostAdNow = defineRoute({
  method: 'POST',
  path: '/api/safe-ad-post',
  summary: 'Posts the next ad now, if the rules allow it',
  access: 'operator',
  auditAction: 'Post an ad',
  body: reasonBody,
  reply: adsApi.postNext.reply,
  status: 200,
});

export const TriggerDailyPost = defineRoute({
  method: 'POST',
  path: '/api/x-ads/daily-post',
  summary: 'Runs the daily posting schedule now',
  access: 'operator',
  auditAction: 'Trigger the daily post',
  body: reasonBody,
  reply: adsApi.postNext.reply,
  status: 200,
});

export const InitializeRobinhoodCampaign = publish(adsApi.initializeRobinhood, {
  path: '/api/google-ads/initialize-robinhood',
  access: 'operator',
  auditAction: 'Initialize Robinhood campaign',
});

export const InitializeAdvertising = publish(adsApi.initializeAdvertising, {
  path: '/api/initialize-advertising',
  access: 'operator',
  role: 'owner',
  auditAction: 'Initialize advertising',
});

export const GetGoogleCampaigns = defineRoute({
  method: 'GET',
  path: '/api/google-ads/campaigns',
  summary: 'Lists the Google campaigns as a plain array',
  access: 'operator',
  reply: z.array(adsApi.createCampaign.reply),
});

export const CreateAdCampaign = defineRoute({
  method: 'POST',
  path: '/api/ad-campaigns',
  summary: 'Creates a paused campaign, or a task for an operator if the platform has no API',
  access: 'operator',
  auditAction: 'Create a campaign',
  body: createCampaignBody.extend({
    key: z.uuid().optional().meta({ description: 'Idempotency key of the campaign' }),
    ...optionalReason,
  }),
  reply: adsApi.createCampaign.reply,
  status: 201,
  errors: ['already_exists'],
});

export const ListUnreinvested = defineRoute({
  method: 'GET',
  path: '/api/ad-revenue/unreinvested',
  summary: 'Lists confirmed ad revenue that is not reinvested',
  access: 'operator',
  reply: z.object({ revenue: adsApi.listRevenue.reply.shape.revenue }),
});

export const ReinvestRevenue = defineRoute({
  method: 'POST',
  path: '/api/ad-revenue/{id}/reinvest',
  summary: 'Reinvests half of one record',
  access: 'operator',
  auditAction: 'Reinvest one revenue record',
  params: withId,
  body: reasonBody,
  reply: adsApi.reinvest.reply,
  status: 200,
  idempotent: true,
  errors: ['revenue_not_found'],
});

export const TestXApi = defineRoute({
  method: 'GET',
  path: '/api/test-x-api',
  summary: 'Tests the connection to X by reading our account',
  access: 'operator',
  reply: adsApi.testX.reply,
});

export const TestXPost = defineRoute({
  method: 'POST',
  path: '/api/test-x-post',
  summary: 'Posts a text on X, outside the cooldown',
  access: 'operator',
  auditAction: 'Post a test message on X',
  body: z.strictObject({
    message: z
      .string()
      .max(longestPost * 4)
      .trim()
      .min(1),
    ...optionalReason,
  }),
  reply: adsApi.testX.reply,
  status: 200,
});

export const GetXRateLimits = defineRoute({
  method: 'GET',
  path: '/api/x-rate-limits',
  summary: 'Returns the remaining rate limits of X',
  access: 'operator',
  reply: adsApi.testX.reply,
});

export const TestXAd = defineRoute({
  method: 'POST',
  path: '/api/test-x-ad',
  summary: 'Creates a test campaign on X',
  access: 'operator',
  auditAction: 'Create a test campaign on X',
  body: z.strictObject({
    campaignName: createCampaignBody.shape.campaignName,
    budget: createCampaignBody.shape.budget,
    keywords: keywordsInput,
    ...optionalReason,
  }),
  reply: adsApi.testX.reply,
  status: 200,
});

const automationActions: Record<string, string> = { true: 'Turn on posting', false: 'Stop all posting' };

export const AdminAutomation = publish(adsApi.changeAutomation, {
  path: '/api/admin/ad-automation',
  access: 'operator',
  role: 'owner',
  auditAction: ({ body }) => automationActions[String(body.autoPostEnabled)] ?? 'Change posting settings',
});

export const AdminAdPosts = publish(adsApi.listPosts, {
  path: '/api/admin/ad-posts',
  access: 'operator',
});

export const AdminVariations = publish(adsApi.listVariations, {
  path: '/api/admin/ad-variations',
  access: 'operator',
});

export const AdminAddVariation = publish(adsApi.addVariation, {
  path: '/api/admin/ad-variations',
  access: 'operator',
  auditAction: 'Add an ad text',
});

const variationActions: Record<string, string> = { true: 'Retire an ad text', false: 'Restore an ad text' };

export const AdminEditVariation = publish(adsApi.editVariation, {
  path: '/api/admin/ad-variations/{id}',
  access: 'operator',
  auditAction: ({ body }) => variationActions[String(body.retired)] ?? 'Edit an ad text',
});

export const AdminCampaigns = publish(adsApi.listCampaigns, {
  path: '/api/admin/campaigns',
  access: 'operator',
});

const campaignActions = { active: 'Start a campaign', paused: 'Pause a campaign', ended: 'End a campaign' };

export const AdminChangeCampaign = publish(adsApi.changeCampaign, {
  path: '/api/admin/campaigns/{id}',
  access: 'operator',
  auditAction: ({ body }) => campaignActions[body.status],
});

export const AdminRevenue = publish(adsApi.listRevenue, {
  path: '/api/admin/ad-revenue',
  access: 'operator',
});

export const AdminRevenueEstimates = publish(adsApi.readEstimates, {
  path: '/api/admin/ad-revenue/estimates',
  access: 'operator',
});

export const AdminConfirmRevenue = publish(adsApi.confirmRevenue, {
  path: '/api/admin/ad-revenue/confirmation',
  access: 'operator',
  auditAction: 'Confirm click revenue',
});

export const AdminPreviewReinvestment = publish(adsApi.previewReinvestment, {
  path: '/api/admin/reinvestment',
  access: 'operator',
});

export const AdminReinvest = defineRoute({
  method: 'POST',
  path: '/api/admin/reinvestment',
  summary: 'Reinvests half of all unreinvested revenue',
  access: 'operator',
  auditAction: 'Reinvest all revenue',
  body: reasonBody,
  reply: adsApi.reinvest.reply,
  status: 200,
  idempotent: true,
});
