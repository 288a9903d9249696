import { z } from 'zod';
import { check, problem } from '../control.ts';
import type { Provider, World } from '../provider.ts';
import { serveGoogleAds } from './google-ads.ts';
import { serveMeta } from './meta.ts';
import { createNetworks } from './networks.ts';
import { createCampaigns } from './platform.ts';
import { serveXAds } from './x-ads.ts';

const performance = z.strictObject({
  id: z.string(),
  spendCents: z.number().min(0),
  impressions: z.int().min(0),
  clicks: z.int().min(0),
});

/** Creates the campaign platforms, which share one list of campaigns, and the ad networks. */
export function createAdProviders(world: World): Provider[] {
  const campaigns = createCampaigns();
  const state = () => ({ campaigns: campaigns.all() });
  return [
    {
      name: 'google-ads',
      routes: (app) => app.register(async (own) => serveGoogleAds(own, world, campaigns)),
      controls: (app) =>
        app.post('/campaigns', async (request) => {
          const { id, ...totals } = check(performance, request.body);
          const campaign = campaigns.all().find((one) => one.id === id);
          if (!campaign) throw problem(404, 'id', 'We couldn’t find that campaign.');
          campaign.added.push({
            at: world.clock.now(),
            spendCents: totals.spendCents - campaign.spendCents,
            impressions: totals.impressions - campaign.impressions,
            clicks: totals.clicks - campaign.clicks,
          });
          return Object.assign(campaign, totals);
        }),
      state,
      save: campaigns.save,
      restore: campaigns.restore,
      reset: campaigns.reset,
    },
    { name: 'meta', routes: (app) => app.register(async (own) => serveMeta(own, world, campaigns)), state, reset() {} },
    { name: 'x', routes: (app) => app.register(async (own) => serveXAds(own, world, campaigns)), state, reset() {} },
    ...createNetworks(world),
  ];
}
