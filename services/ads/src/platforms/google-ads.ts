import { searchAd } from '@xrp-bridge/contracts/ad-plan';
import { z } from 'zod';
import { labelOf } from '../domain/campaign.ts';
import { type Api, type ApiRequest, NotNow, Refused, Unclear } from './api.ts';
import type { CampaignPerformance, Platform } from './platform.ts';

// The requests follow https://developers.google.com/google-ads/api/rest/overview.

const version = 'v26';
/** A token is renewed this long before it expires. */
const marginMs = 60_000;
const microsPerCent = 10_000;

export interface GoogleAdsKeys {
  developerToken: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  /** The customer id: ten digits, without hyphens. */
  customerId: string;
  /** The manager account that gives us access, if any. */
  loginCustomerId?: string | undefined;
}

const tokenReply = z.object({ access_token: z.string(), expires_in: z.number() });
const resource = z.object({ resourceName: z.string() });
const mutateReply = z.object({
  mutateOperationResponses: z.array(z.object({ campaignResult: resource.optional() })),
});
const int64 = z.union([z.string(), z.number()]).transform(Number).pipe(z.int().min(0));
const searchReply = z.array(
  z.object({
    results: z
      .array(
        z.object({
          campaign: z.object({ id: z.union([z.string(), z.number()]).transform(String), name: z.string().optional() }),
          metrics: z
            .object({ costMicros: int64.default(0), impressions: int64.default(0), clicks: int64.default(0) })
            .optional(),
        }),
      )
      .default([]),
  }),
);

/**
 * Creates the client of the Google Ads REST API.
 * Campaign names are unique there, so a duplicate is refused.
 */
export function createGoogleAds(
  apis: { ads: Api; oauth: Api },
  keys: GoogleAdsKeys | null,
  clock: () => Date,
): Platform {
  let token: { value: string; until: number } | undefined;

  async function readToken({ clientId, clientSecret, refreshToken }: GoogleAdsKeys): Promise<string> {
    if (token && clock().getTime() < token.until) return token.value;
    const form = {
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    };
    try {
      const { access_token, expires_in } = await apis.oauth.read({ method: 'POST', path: '/token', form }, tokenReply);
      token = { value: access_token, until: clock().getTime() + expires_in * 1_000 - marginMs };
      return access_token;
    } catch (error) {
      // The request that needs the token was not sent, so the campaign is certainly unchanged.
      throw error instanceof Unclear ? new NotNow('We didn’t get an access token.', { cause: error }) : error;
    }
  }

  async function request(call: string, body: unknown, signal?: AbortSignal): Promise<ApiRequest> {
    if (!keys) throw new Refused('No API keys are set up.');
    return {
      method: 'POST',
      path: `/${version}/customers/${keys.customerId}/${call}`,
      headers: {
        authorization: `Bearer ${await readToken(keys)}`,
        'developer-token': keys.developerToken,
        ...(keys.loginCustomerId ? { 'login-customer-id': keys.loginCustomerId } : {}),
      },
      body,
      signal,
    };
  }

  async function search(query: string, signal?: AbortSignal) {
    const batches = await apis.ads.read(await request('googleAds:searchStream', { query }, signal), searchReply);
    return batches.flatMap(({ results }) => results);
  }

  async function find(label: string, signal?: AbortSignal): Promise<string | null> {
    const name = label.replace(/[\\']/g, '\\$&');
    const found = await search(
      `SELECT campaign.id, campaign.name FROM campaign WHERE campaign.name = '${name}' AND campaign.status != 'REMOVED'`,
      signal,
    );
    return found.find(({ campaign }) => campaign.name === label)?.campaign.id ?? null;
  }

  return {
    configured: keys !== null,
    find,

    async create(campaign, ad, signal) {
      const customer = `customers/${keys?.customerId}`;
      const [budget, itself, group] = [
        `${customer}/campaignBudgets/-1`,
        `${customer}/campaigns/-2`,
        `${customer}/adGroups/-3`,
      ];
      const name = labelOf(campaign);
      // The request is atomic. A negative id refers to a resource that the same request creates.
      const mutateOperations = [
        {
          campaignBudgetOperation: {
            create: {
              resourceName: budget,
              amountMicros: String(campaign.budgetCents * microsPerCent),
              deliveryMethod: 'STANDARD',
              explicitlyShared: false,
            },
          },
        },
        {
          campaignOperation: {
            create: {
              resourceName: itself,
              name,
              status: 'PAUSED',
              advertisingChannelType: 'SEARCH',
              campaignBudget: budget,
              // With `targetSpend`, Google maximizes clicks within the budget. Manual bidding would need a bid for each
              // ad group.
              targetSpend: {},
              networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
              containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
            },
          },
        },
        {
          adGroupOperation: {
            create: { resourceName: group, name, campaign: itself, type: 'SEARCH_STANDARD', status: 'ENABLED' },
          },
        },
        ...campaign.keywords.map((text) => ({
          adGroupCriterionOperation: {
            create: { adGroup: group, status: 'ENABLED', keyword: { text, matchType: 'PHRASE' } },
          },
        })),
        {
          adGroupAdOperation: {
            create: {
              adGroup: group,
              status: 'ENABLED',
              ad: {
                finalUrls: [ad.link],
                responsiveSearchAd: {
                  headlines: searchAd.headlines.map((text) => ({ text })),
                  descriptions: [ad.message, searchAd.description].map((text) => ({ text })),
                },
              },
            },
          },
        },
      ];
      try {
        const { mutateOperationResponses } = await apis.ads.write(
          await request('googleAds:mutate', { mutateOperations }, signal),
          mutateReply,
        );
        const created = mutateOperationResponses.find(({ campaignResult }) => campaignResult)?.campaignResult;
        if (!created) throw new Unclear('The ad platform’s response doesn’t name the campaign.');
        return created.resourceName.split('/').at(-1) as string;
      } catch (error) {
        // Another campaign with this name already exists, probably from an attempt whose response was lost.
        if (error instanceof Refused && error.message.includes('name')) {
          if (await find(name, signal)) throw new Unclear('The campaign already exists.');
        }
        throw error;
      }
    },

    // `create` is atomic and includes the ad.
    addAd: async () => {},

    async setStatus(providerId, status) {
      const resourceName = `customers/${keys?.customerId}/campaigns/${providerId}`;
      const operation =
        status === 'ended'
          ? { remove: resourceName }
          : { updateMask: 'status', update: { resourceName, status: status === 'active' ? 'ENABLED' : 'PAUSED' } };
      const answer = z.object({ results: z.array(resource) });
      await apis.ads.write(await request('campaigns:mutate', { operations: [operation] }), answer);
    },

    async readPerformance(campaigns, signal) {
      const providerIds = campaigns.map(({ providerId }) => providerId);
      const rows = await search(
        `SELECT campaign.id, metrics.cost_micros, metrics.impressions, metrics.clicks FROM campaign WHERE campaign.id IN (${providerIds.join(', ')})`,
        signal,
      );
      // A campaign that was never shown has a row with zeros. A campaign without a row does not exist.
      const performance = new Map<string, CampaignPerformance | null>(providerIds.map((id) => [id, null]));
      for (const { campaign, metrics } of rows) {
        if (!metrics) performance.delete(campaign.id);
        else {
          const { costMicros, impressions, clicks } = metrics;
          performance.set(campaign.id, { spendCents: Math.round(costMicros / microsPerCent), impressions, clicks });
        }
      }
      return performance;
    },
  };
}
