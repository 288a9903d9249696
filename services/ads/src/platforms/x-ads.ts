import type { ReportOutcome } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { type Ad, postOf } from '../domain/ad.ts';
import { type Campaign, labelOf } from '../domain/campaign.ts';
import type { XGateway } from '../x.ts';
import { NoAnswer, type XReply } from '../x-client.ts';
import { NotNow, Refused, Unclear } from './api.ts';
import type { CampaignPerformance, Platform } from './platform.ts';

// The requests follow https://docs.x.com/x-ads-api.

const version = '12';
const microsPerCent = 10_000;
const byKeyword = 'BROAD_KEYWORD';
/** Duration of a line item. X's reference requires an end time, although its examples have no end time. */
const runMs = 365 * 24 * 3_600_000;
const placement = 'ALL_ON_TWITTER';

// Limits of a synchronous statistics request (https://docs.x.com/x-ads-api/analytics): number of campaigns, whole
// hours, at most a week. 250 requests in 15 minutes are enough for 80 campaigns of one year.
const statsEntities = 20;
const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

export interface XAdsAccount {
  accountId: string;
  /** Id of the funding instrument, which pays for the campaigns. */
  fundingId: string;
}

const one = z.object({ data: z.object({ id: z.string() }) });
const some = z.object({ data: z.array(z.object({ id: z.string() })) });
const criteria = z.object({ data: z.array(z.object({ targeting_type: z.string() })) });
const users = z.object({ data: z.array(z.object({ user_id: z.string(), promotable_user_type: z.string() })) });
/** The id is read from `id_str`, because the numeric id exceeds the safe integers of JavaScript. */
const tweet = z.object({ id_str: z.string(), name: z.string().nullish() });

/** A metric's total for the requested period, or null if there is no data. */
const total = z
  .tuple([z.number().min(0).nullable()])
  .nullish()
  .transform((values) => values?.[0] ?? null);
const metrics = z.object({ impressions: total, url_clicks: total, billed_charge_local_micro: total });
type Metrics = z.infer<typeof metrics>;
const stats = z.object({
  data: z.array(z.object({ id: z.string(), id_data: z.array(z.object({ metrics })) })),
});

/** Campaigns on X. Each part of a campaign is created by a separate request. */
export interface XAds extends Platform {
  /** Creates a campaign's line item and keywords if they are missing. @throws Refused, NotNow, Unclear */
  addKeywords(campaign: Campaign, providerId: string): Promise<void>;
}

/** Creates the client of X Ads. Its requests go through the same gateway as posts. */
export function createXAds(
  x: Pick<XGateway, 'configured' | 'request'>,
  base: string,
  account: XAdsAccount | null,
  report: ReportOutcome,
  clock: () => Date = () => new Date(),
): XAds {
  /**
   * Sends a request to the ads API.
   * @param what a path below the account, or `stats`
   * @param batch entities of a batch request, sent in the body
   */
  async function send<Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    what: string,
    query: Record<string, string>,
    schema: z.ZodType<Answer>,
    batch?: readonly object[],
  ): Promise<Answer> {
    if (!account) throw new Refused('No X ads account is set up.');
    const path = what === 'stats' ? `stats/accounts/${account.accountId}` : `accounts/${account.accountId}/${what}`;
    const url = new URL(`/${version}${batch ? '/batch' : ''}/${path}`, base);
    url.search = new URLSearchParams(query).toString();
    try {
      const answer = parseReply(await x.request(method, url, batch), schema);
      report(null);
      return answer;
    } catch (error) {
      const apiError = error instanceof NoAnswer ? toApiError(error) : error;
      report((apiError as Error).message);
      throw apiError;
    }
  }

  return {
    configured: x.configured && account !== null,

    async create(campaign) {
      const { data } = await send(
        'POST',
        'campaigns',
        {
          name: labelOf(campaign),
          funding_instrument_id: account?.fundingId ?? '',
          daily_budget_amount_local_micro: String(campaign.budgetCents * microsPerCent),
          entity_status: 'PAUSED',
        },
        one,
      );
      return data.id;
    },

    async find(label) {
      const { data } = await send(
        'GET',
        'campaigns',
        { q: label, count: '200' },
        z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
      );
      return data.find(({ name }) => name === label)?.id ?? null;
    },

    // The line item and the post are active, but not shown until an operator starts the paused campaign.
    async addAd(campaign, providerId, ad) {
      const lineItem = await findOrMakeTargeted(campaign, providerId);
      const { data: promoted } = await send('GET', 'promoted_tweets', { line_item_ids: lineItem }, some);
      if (promoted.length > 0) return;
      const tweet_ids = await findOrMakeTweet(campaign, ad);
      await send('POST', 'promoted_tweets', { line_item_id: lineItem, tweet_ids }, some);
    },

    async addKeywords(campaign, providerId) {
      await findOrMakeTargeted(campaign, providerId);
    },

    async setStatus(providerId, status) {
      const what = `campaigns/${encodeURIComponent(providerId)}`;
      if (status === 'ended') await send('DELETE', what, {}, z.unknown());
      else await send('PUT', what, { entity_status: status === 'active' ? 'ACTIVE' : 'PAUSED' }, z.unknown());
    },

    async readPerformance(campaigns) {
      const ids = campaigns.map(({ providerId }) => providerId);
      const { data: existing } = await send('GET', 'campaigns', { campaign_ids: ids.join(','), count: '200' }, some);
      const there = new Set(existing.map(({ id }) => id));
      const performance = new Map<string, CampaignPerformance | null>(
        ids.filter((id) => !there.has(id)).map((id) => [id, null]),
      );
      // X reports no totals since creation, so the totals of all weeks are added. If the request for one week fails, no
      // sum is returned.
      const sums = new Map<string, Metrics>();
      const youngestFirst = campaigns
        .filter(({ providerId }) => there.has(providerId))
        .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
      for (let from = 0; from < youngestFirst.length; from += statsEntities) {
        const requested = youngestFirst.slice(from, from + statsEntities);
        const since = requested.at(-1)?.createdAt ?? clock();
        for (const [start_time, end_time] of weeksBetween(since, clock())) {
          const { data } = await send(
            'GET',
            'stats',
            {
              entity: 'CAMPAIGN',
              entity_ids: requested.map(({ providerId }) => providerId).join(','),
              start_time,
              end_time,
              granularity: 'TOTAL',
              placement,
              metric_groups: 'ENGAGEMENT,BILLING',
            },
            stats,
          );
          for (const { id, id_data } of data) {
            for (const { metrics } of id_data) sums.set(id, addMetrics(sums.get(id), metrics));
          }
        }
      }
      for (const [id, { impressions, url_clicks, billed_charge_local_micro: micros }] of sums) {
        // X reports null for a campaign that was never shown, so the result has no entry for such a campaign.
        if (impressions === null && url_clicks === null && micros === null) continue;
        const spendCents = Math.round((micros ?? 0) / microsPerCent);
        performance.set(id, { spendCents, impressions: impressions ?? 0, clicks: url_clicks ?? 0 });
      }
      return performance;
    },
  };

  /** Returns the campaign's line item with its keywords, and creates the missing parts. */
  async function findOrMakeTargeted(campaign: Campaign, campaignId: string): Promise<string> {
    const lineItem = await findOrMakeLineItem(campaign, campaignId);
    await addKeywords(campaign, lineItem);
    return lineItem;
  }

  async function findOrMakeLineItem(campaign: Campaign, campaignId: string): Promise<string> {
    const { data } = await send('GET', 'line_items', { campaign_ids: campaignId }, some);
    if (data[0]) return data[0].id;
    const start = clock();
    const created = await send(
      'POST',
      'line_items',
      {
        campaign_id: campaignId,
        name: labelOf(campaign),
        product_type: 'PROMOTED_TWEETS',
        placements: placement,
        objective: 'WEBSITE_CLICKS',
        bid_strategy: 'AUTO',
        start_time: toTime(start),
        end_time: toTime(new Date(start.getTime() + runMs)),
        entity_status: 'ACTIVE',
      },
      one,
    );
    return created.data.id;
  }

  /** Adds all keywords in one request, so that either all keywords exist or no keyword exists. */
  async function addKeywords({ keywords }: Campaign, lineItem: string): Promise<void> {
    if (keywords.length === 0) return;
    const { data } = await send('GET', 'targeting_criteria', { line_item_ids: lineItem }, criteria);
    if (data.some(({ targeting_type }) => targeting_type === byKeyword)) return;
    const batch = keywords.map((keyword) => ({
      operation_type: 'Create',
      params: {
        line_item_id: lineItem,
        targeting_type: byKeyword,
        operator_type: 'EQ',
        targeting_value: keyword,
      },
    }));
    await send('POST', 'targeting_criteria', {}, some, batch);
  }

  /** Finds or creates a post that X shows only as an ad, and not on our timeline (nullcast). */
  async function findOrMakeTweet(campaign: Campaign, ad: Ad): Promise<string> {
    // The post's name is the campaign's id and not its label, because a name has at most 80 characters.
    const name = campaign.id;
    const user_id = await readPromotedUser();
    const query = { tweet_type: 'PUBLISHED', timeline_type: 'NULLCAST', user_id, name };
    const { data } = await send('GET', 'tweets', query, z.object({ data: z.array(tweet) }));
    const there = data.find((found) => found.name === name);
    if (there) return there.id_str;
    const post = { as_user_id: user_id, text: postOf(ad), nullcast: 'true', name };
    const created = await send('POST', 'tweet', post, z.object({ data: tweet }));
    return created.data.id_str;
  }

  /** Returns the id of the user whose posts the ads account may create and promote. */
  async function readPromotedUser(): Promise<string> {
    const { data } = await send('GET', 'promotable_users', {}, users);
    const user = data.find(({ promotable_user_type }) => promotable_user_type === 'FULL');
    if (!user) throw new Refused('This ads account can’t promote any posts.');
    return user.user_id;
  }
}

/** Splits a period into weeks and a remainder, in whole hours, as X requires. */
function weeksBetween(since: Date, now: Date): [start: string, end: string][] {
  const wholeHours = (date: Date) => Math.floor(date.getTime() / hourMs) * hourMs;
  const end = wholeHours(now);
  const weeks: [string, string][] = [];
  for (let start = wholeHours(since); start < end; start += weekMs) {
    weeks.push([toTime(new Date(start)), toTime(new Date(Math.min(start + weekMs, end)))]);
  }
  return weeks;
}

/** Adds the metrics of two periods. */
function addMetrics(before: Metrics | undefined, added: Metrics): Metrics {
  const sum = (name: keyof Metrics) => (before?.[name] == null ? added[name] : before[name] + (added[name] ?? 0));
  return {
    impressions: sum('impressions'),
    url_clicks: sum('url_clicks'),
    billed_charge_local_micro: sum('billed_charge_local_micro'),
  };
}

/** Formats a time as X requires, without fractions of a second. */
function toTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

function parseReply<Answer>({ status, body }: XReply, schema: z.ZodType<Answer>): Answer {
  if (status === 429) throw new NotNow('We sent too many requests.');
  if (status >= 500) throw new Unclear(`X returned error ${status}.`);
  if (status >= 400) throw new Refused(`X refused our request with error ${status}${wordsOf(body)}.`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Unclear('X sent a response in the wrong format.');
  return parsed.data;
}

const errors = z.array(z.object({ message: z.string() })).default([]);
/** An error body. A batch request has one list of errors per entity. */
const refusal = z.object({ errors, operation_errors: z.array(errors).default([]) });

function wordsOf(body: unknown): string {
  const { data } = refusal.safeParse(body);
  const words = [...(data?.operation_errors.flat() ?? []), ...(data?.errors ?? [])].map(({ message }) => message);
  return words.length > 0 ? `: ${words.join(' ')}`.slice(0, 300).replace(/\.$/, '') : '';
}

function toApiError(error: NoAnswer): Error {
  return error.sent ? new Unclear(error.message, { cause: error }) : new NotNow(error.message, { cause: error });
}
