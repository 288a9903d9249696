import { z } from 'zod';
import { labelOf } from '../domain/campaign.ts';
import { centsOf } from '../domain/revenue.ts';
import { type Api, parseJson, Refused } from './api.ts';
import type { Platform } from './platform.ts';

// https://developers.facebook.com/docs/marketing-apis

const version = 'v24.0';
/** The codes of an answer 400 that say: too often (https://developers.facebook.com/docs/graph-api/overview/rate-limiting). */
const limitCodes = [4, 17, 32, 613, 80_004];

export interface MetaKeys {
  accessToken: string;
  /** The ad account's number, without `act_`. */
  accountId: string;
}

const errorReply = z.object({ error: z.object({ code: z.number() }) });
const amount = z.union([z.string(), z.number()]).transform(Number).pipe(z.number().min(0));

/** Meta answers 400 to those who ask too often, and says so in the code. */
export function isMetaLimit(status: number, body: string): boolean {
  const { data } = errorReply.safeParse(parseJson(body));
  return status === 429 || (status >= 400 && status < 500 && limitCodes.includes(data?.error.code ?? 0));
}

/** Meta's Marketing API. Names can be there twice: whoever makes a campaign has looked for it first. */
export function createMeta(api: Api, keys: MetaKeys | null): Platform {
  const account = `/${version}/act_${keys?.accountId}`;

  function headers(): Record<string, string> {
    if (!keys) throw new Refused('no keys are set');
    // In a header: addresses end up in logs.
    return { authorization: `Bearer ${keys.accessToken}` };
  }

  return {
    configured: keys !== null,

    async make(campaign, signal) {
      const { id } = await api.write(
        {
          method: 'POST',
          path: `${account}/campaigns`,
          headers: headers(),
          body: {
            name: labelOf(campaign),
            objective: 'OUTCOME_TRAFFIC',
            status: 'PAUSED',
            special_ad_categories: ['FINANCIAL_PRODUCTS_SERVICES'],
            // In cents.
            daily_budget: campaign.budgetCents,
          },
          signal,
        },
        z.object({ id: z.string() }),
      );
      return id;
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
      const said = { active: 'ACTIVE', paused: 'PAUSED', ended: 'ARCHIVED' }[status];
      await api.write(
        { method: 'POST', path: `/${version}/${providerId}`, headers: headers(), body: { status: said } },
        z.object({ success: z.literal(true) }),
      );
    },

    async readPerformance(providerIds, signal) {
      const query = new URLSearchParams({
        level: 'campaign',
        fields: 'campaign_id,spend,impressions,clicks',
        date_preset: 'maximum',
        filtering: JSON.stringify([{ field: 'campaign.id', operator: 'IN', value: providerIds }]),
        limit: '500',
      });
      const { data } = await api.read(
        { method: 'GET', path: `${account}/insights?${query}`, headers: headers(), signal },
        z.object({
          data: z.array(z.object({ campaign_id: z.string(), spend: amount, impressions: amount, clicks: amount })),
        }),
      );
      // A campaign that was never shown has no row: that is its zero.
      const nothing = { spendCents: 0, impressions: 0, clicks: 0 };
      const said = new Map(
        data.map(({ campaign_id, spend, impressions, clicks }) => [
          campaign_id,
          { spendCents: centsOf(spend), impressions, clicks },
        ]),
      );
      return new Map(providerIds.map((id) => [id, said.get(id) ?? nothing]));
    },
  };
}
