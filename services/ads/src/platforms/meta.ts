import { searchAd } from '@xrp-bridge/contracts/ad-plan';
import { z } from 'zod';
import { adCountry } from '../domain/ad.ts';
import { labelOf } from '../domain/campaign.ts';
import { centsOf } from '../domain/revenue.ts';
import { type Api, parseJson, Refused } from './api.ts';
import type { CampaignPerformance, Platform } from './platform.ts';

// The requests follow https://developers.facebook.com/docs/marketing-apis.

const version = 'v24.0';
/** Error codes of a rate limit: https://developers.facebook.com/docs/graph-api/overview/rate-limiting */
const limitCodes = [4, 17, 32, 613, 80_004];

export interface MetaKeys {
  accessToken: string;
  /** The ad account's number, without `act_`. */
  accountId: string;
  /** Id of the page in whose name the ads are shown. */
  pageId: string;
}

const errorReply = z.object({ error: z.object({ code: z.number() }) });
const amount = z.union([z.string(), z.number()]).transform(Number).pipe(z.number().min(0));

/** Returns true for a rate limit, which Meta reports as status 400 with an error code. */
export function isMetaLimit(status: number, body: string): boolean {
  const { data } = errorReply.safeParse(parseJson(body));
  return status === 429 || (status >= 400 && status < 500 && limitCodes.includes(data?.error.code ?? 0));
}

/**
 * Creates the client of Meta's Marketing API.
 * Names are not unique there, so the caller searches for a campaign before it creates one.
 */
export function createMeta(api: Api, keys: MetaKeys | null): Platform {
  const account = `/${version}/act_${keys?.accountId}`;

  function headers(): Record<string, string> {
    if (!keys) throw new Refused('No API keys are set up.');
    // The token is in a header and not in the URL, because URLs are logged.
    return { authorization: `Bearer ${keys.accessToken}` };
  }

  async function create(edge: string, body: object, signal?: AbortSignal): Promise<string> {
    const { id } = await api.write(
      { method: 'POST', path: `${account}/${edge}`, headers: headers(), body, signal },
      z.object({ id: z.string() }),
    );
    return id;
  }

  /** Returns the id of the first ad set or ad of a campaign. */
  async function findIn(providerId: string, edge: 'adsets' | 'ads', signal?: AbortSignal): Promise<string | undefined> {
    const path = `/${version}/${providerId}/${edge}?fields=id`;
    const { data } = await api.read(
      { method: 'GET', path, headers: headers(), signal },
      z.object({ data: z.array(z.object({ id: z.string() })) }),
    );
    return data[0]?.id;
  }

  return {
    configured: keys !== null,

    create: (campaign, _ad, signal) =>
      create(
        'campaigns',
        {
          name: labelOf(campaign),
          objective: 'OUTCOME_TRAFFIC',
          status: 'PAUSED',
          special_ad_categories: ['FINANCIAL_PRODUCTS_SERVICES'],
          special_ad_category_country: [adCountry],
          // The budget in cents. The ad sets of the campaign share it.
          daily_budget: campaign.budgetCents,
          bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
        },
        signal,
      ),

    // The ad set and the ad are active, but not shown until an operator starts the paused campaign.
    async addAd(campaign, providerId, ad, signal) {
      const name = labelOf(campaign);
      const set =
        (await findIn(providerId, 'adsets', signal)) ??
        (await create(
          'adsets',
          {
            name,
            campaign_id: providerId,
            billing_event: 'IMPRESSIONS',
            optimization_goal: 'LINK_CLICKS',
            // For financial products, Meta allows no targeting by age, sex or postcode. Meta has no keywords.
            targeting: {
              geo_locations: { countries: [adCountry] },
              // The field is required. With 0, Meta must not widen the audience.
              targeting_automation: { advantage_audience: 0 },
            },
            status: 'ACTIVE',
          },
          signal,
        ));
      if (await findIn(providerId, 'ads', signal)) return;
      const { message, link } = ad;
      const link_data = { message, link, name: searchAd.headlines[0], call_to_action: { type: 'LEARN_MORE' } };
      const creative = { name, object_story_spec: { page_id: keys?.pageId, link_data } };
      await create('ads', { name, adset_id: set, creative, status: 'ACTIVE' }, signal);
    },

    async find(label, signal) {
      const query = new URLSearchParams({
        fields: 'id,name',
        filtering: JSON.stringify([{ field: 'name', operator: 'CONTAIN', value: label }]),
      });
      const { data } = await api.read(
        { method: 'GET', path: `${account}/campaigns?${query}`, headers: headers(), signal },
        z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
      );
      return data.find(({ name }) => name === label)?.id ?? null;
    },

    async setStatus(providerId, status) {
      const metaStatus = { active: 'ACTIVE', paused: 'PAUSED', ended: 'ARCHIVED' }[status];
      await api.write(
        { method: 'POST', path: `/${version}/${providerId}`, headers: headers(), body: { status: metaStatus } },
        z.object({ success: z.literal(true) }),
      );
    },

    async readPerformance(campaigns, signal) {
      const providerIds = campaigns.map(({ providerId }) => providerId);
      const those = (field: string) => JSON.stringify([{ field, operator: 'IN', value: providerIds }]);
      const list = new URLSearchParams({ fields: 'id', filtering: those('id'), limit: '500' });
      const existing = await api.read(
        { method: 'GET', path: `${account}/campaigns?${list}`, headers: headers(), signal },
        z.object({ data: z.array(z.object({ id: z.string() })) }),
      );
      const query = new URLSearchParams({
        level: 'campaign',
        fields: 'campaign_id,spend,impressions,clicks',
        date_preset: 'maximum',
        filtering: those('campaign.id'),
        limit: '500',
      });
      const { data } = await api.read(
        { method: 'GET', path: `${account}/insights?${query}`, headers: headers(), signal },
        z.object({
          data: z.array(z.object({ campaign_id: z.string(), spend: amount, impressions: amount, clicks: amount })),
        }),
      );
      const there = new Set(existing.data.map(({ id }) => id));
      const performance = new Map<string, CampaignPerformance | null>(
        providerIds.filter((id) => !there.has(id)).map((id) => [id, null]),
      );
      // A campaign that was never shown has no row. Such a campaign has no values instead of zeros.
      for (const { campaign_id, spend, impressions, clicks } of data) {
        performance.set(campaign_id, { spendCents: centsOf(spend), impressions, clicks });
      }
      return performance;
    },
  };
}
