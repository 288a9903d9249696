import { randomUUID } from 'node:crypto';
import { adsApi } from '@xrp-bridge/contracts/ads';
import {
  AdminAddVariation,
  AdminAdPosts,
  AdminAutomation,
  AdminCampaigns,
  AdminChangeCampaign,
  AdminConfirmRevenue,
  AdminEditVariation,
  AdminPreviewReinvestment,
  AdminReinvest,
  AdminRevenue,
  AdminRevenueEstimates,
  AdminVariations,
  CreateAdCampaign,
  GetAdAutomationStatus,
  GetAdPicture,
  GetAds,
  GetGoogleCampaigns,
  GetXRateLimits,
  InitializeAdvertising,
  InitializeRobinhoodCampaign,
  ListUnreinvested,
  PostAdNow,
  PreviewNextAd,
  RecordAdRevenue,
  ReinvestRevenue,
  TestXAd,
  TestXApi,
  TestXPost,
  TriggerDailyPost,
} from '@xrp-bridge/contracts/public-api';
import { type FastifyRequest, handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { forward } from '../forward.ts';

/** Ads change rarely and are equal for all callers. */
const adsCacheControl = 'public, max-age=60, stale-while-revalidate=300';
/** A picture's URL contains the hash of its content. */
const pictureCacheControl = 'public, max-age=604800, immutable';

/** Routes of the ads on our pages and of the operators' ads. Only the audit trail stores the `reason`. */
export function adsRoutes({ services, visitors }: Context): RouteHandler[] {
  const { ads } = services;
  const nameOf = (request: FastifyRequest) => request.operator?.name ?? '';

  return [
    handle(GetAds, async ({ query, reply }) => {
      const answer = await ads.call(adsApi.pickAds, { params: query });
      reply.header('cache-control', adsCacheControl);
      return answer;
    }),
    handle(GetAdPicture, async ({ params, reply }) => {
      const { webp } = await ads.call(adsApi.readPicture, { params });
      reply.header('cache-control', pictureCacheControl).type('image/webp').send(Buffer.from(webp, 'base64'));
      // The response is already sent.
      return undefined as never;
    }),
    handle(RecordAdRevenue, async ({ body, request }) => {
      const { source, amount, currency, adNetwork, campaignId, adId, key = randomUUID() } = body;
      if (adNetwork === undefined && campaignId === undefined) {
        const record = { source, amount, currency, key, operator: nameOf(request) };
        const { id } = await ads.call(adsApi.recordRevenue, { body: record });
        return { success: true as const, id };
      }
      // A card names its campaign and a banner its network. The service computes the value of the click.
      const kind = campaignId === undefined ? ('banner' as const) : ('card' as const);
      const visitor = await visitors.hashOf(request);
      const clicked = adId ?? campaignId ?? adNetwork ?? '';
      await ads.call(adsApi.recordClick, { body: { adId: clicked, kind, adNetwork, visitor } });
      return { success: true as const, id: null };
    }),

    forward(ads, GetAdAutomationStatus),
    forward(ads, PreviewNextAd),
    handle(PostAdNow, ({ request }) => ads.call(adsApi.postNext, { body: { operator: nameOf(request) } })),
    // Posts only within the posting hours, like the schedule. PostAdNow ignores the posting hours.
    handle(TriggerDailyPost, () => ads.call(adsApi.postNext, { body: { operator: null } })),
    forward(ads, AdminAutomation),
    forward(ads, AdminAdPosts),
    forward(ads, AdminVariations),
    forward(ads, AdminAddVariation),
    forward(ads, AdminEditVariation),

    handle(GetGoogleCampaigns, async () => {
      const { campaigns } = await ads.call(adsApi.listCampaigns, { query: { platform: 'google', limit: 200 } });
      return campaigns;
    }),
    forward(ads, AdminCampaigns),
    handle(CreateAdCampaign, ({ body: { reason: _reason, key = randomUUID(), ...campaign } }) =>
      ads.call(adsApi.createCampaign, { body: { ...campaign, key } }),
    ),
    forward(ads, AdminChangeCampaign),
    forward(ads, InitializeRobinhoodCampaign),
    forward(ads, InitializeAdvertising),

    handle(ListUnreinvested, async () => {
      const { revenue } = await ads.call(adsApi.listRevenue, { query: { unreinvested: true, limit: 200 } });
      return { revenue };
    }),
    forward(ads, AdminRevenue),
    forward(ads, AdminRevenueEstimates),
    forward(ads, AdminConfirmRevenue),
    forward(ads, AdminPreviewReinvestment),
    handle(ReinvestRevenue, ({ params, request }) =>
      ads.call(adsApi.reinvest, { body: { recordId: params.id, operator: nameOf(request) } }),
    ),
    handle(AdminReinvest, ({ request }) => ads.call(adsApi.reinvest, { body: { operator: nameOf(request) } })),

    handle(TestXApi, () => ads.call(adsApi.testX, { body: { what: 'auth' } })),
    handle(GetXRateLimits, () => ads.call(adsApi.testX, { body: { what: 'rate_limits' } })),
    handle(TestXPost, ({ body }) => ads.call(adsApi.testX, { body: { what: 'post', message: body.message } })),
    handle(TestXAd, ({ body: { reason: _reason, ...campaign } }) =>
      ads.call(adsApi.testX, { body: { what: 'campaign', ...campaign } }),
    ),
  ];
}
