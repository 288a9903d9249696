import type { Note } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { type Ad, postOf } from '../domain/ad.ts';
import { type Campaign, labelOf } from '../domain/campaign.ts';
import type { XGateway } from '../x.ts';
import { NoAnswer, type XReply } from '../x-client.ts';
import { NotNow, Refused, Unclear } from './api.ts';
import type { Performed, Platform } from './platform.ts';

// https://docs.x.com/x-ads-api

const version = '12';
const microsPerCent = 10_000;
const byKeyword = 'BROAD_KEYWORD';
/** X's reference asks for an end of what a campaign shows (its examples do without): so far from its beginning. */
const runMs = 365 * 24 * 3_600_000;
const placement = 'ALL_ON_TWITTER';

// How X says how campaigns do: of so many at once, for at most so long, in whole hours
// (https://docs.x.com/x-ads-api/analytics, synchronous; 250 questions in 15 minutes: 80 campaigns of a year).
const statsEntities = 20;
const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

export interface XAdsAccount {
  accountId: string;
  /** What pays for its campaigns. */
  fundingId: string;
}

const one = z.object({ data: z.object({ id: z.string() }) });
const some = z.object({ data: z.array(z.object({ id: z.string() })) });
const criteria = z.object({ data: z.array(z.object({ targeting_type: z.string() })) });
const users = z.object({ data: z.array(z.object({ user_id: z.string(), promotable_user_type: z.string() })) });
/** Its id as a number is longer than a number can be. */
const tweet = z.object({ id_str: z.string(), name: z.string().nullish() });

/** One number for the whole time that is asked of, or null where nothing was. */
const total = z
  .tuple([z.number().min(0).nullable()])
  .nullish()
  .transform((said) => said?.[0] ?? null);
const metrics = z.object({ impressions: total, url_clicks: total, billed_charge_local_micro: total });
type Metrics = z.infer<typeof metrics>;
const stats = z.object({
  data: z.array(z.object({ id: z.string(), id_data: z.array(z.object({ metrics })) })),
});

/** Campaigns on X, each part of which is made by a request of its own. */
export interface XAds extends Platform {
  /** Gives a campaign its line item and keywords, as far as it has not got them. @throws Refused, NotNow, Unclear */
  addKeywords(campaign: Campaign, providerId: string): Promise<void>;
}

/** Campaigns on X, by the client that posts there too. */
export function createXAds(
  x: Pick<XGateway, 'configured' | 'ask'>,
  base: string,
  account: XAdsAccount | null,
  note: Note,
  clock: () => Date = () => new Date(),
): XAds {
  /** @param what of the account, with its path, or its `stats`; `batch` for many of them at once, which come in the body */
  async function ask<Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    what: string,
    query: Record<string, string>,
    schema: z.ZodType<Answer>,
    batch?: readonly object[],
  ): Promise<Answer> {
    if (!account) throw new Refused('no ads account of X is set');
    const path = what === 'stats' ? `stats/accounts/${account.accountId}` : `accounts/${account.accountId}/${what}`;
    const url = new URL(`/${version}${batch ? '/batch' : ''}/${path}`, base);
    url.search = new URLSearchParams(query).toString();
    try {
      const answer = understand(await x.ask(method, url, batch), schema);
      note(null);
      return answer;
    } catch (error) {
      const known = error instanceof NoAnswer ? toKnown(error) : error;
      note((known as Error).message);
      throw known;
    }
  }

  return {
    configured: x.configured && account !== null,

    async make(campaign) {
      const { data } = await ask(
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
      const { data } = await ask(
        'GET',
        'campaigns',
        { q: label, count: '200' },
        z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
      );
      return data.find(({ name }) => name === label)?.id ?? null;
    },

    // The campaign is paused, and holds back what is in it: who starts it starts all of it.
    async addAd(campaign, providerId, ad) {
      const lineItem = await findOrMakeTargeted(campaign, providerId);
      const { data: promoted } = await ask('GET', 'promoted_tweets', { line_item_ids: lineItem }, some);
      if (promoted.length > 0) return;
      const tweet_ids = await findOrMakeTweet(campaign, ad);
      await ask('POST', 'promoted_tweets', { line_item_id: lineItem, tweet_ids }, some);
    },

    async addKeywords(campaign, providerId) {
      await findOrMakeTargeted(campaign, providerId);
    },

    async setStatus(providerId, status) {
      const what = `campaigns/${encodeURIComponent(providerId)}`;
      if (status === 'ended') await ask('DELETE', what, {}, z.unknown());
      else await ask('PUT', what, { entity_status: status === 'active' ? 'ACTIVE' : 'PAUSED' }, z.unknown());
    },

    async readPerformance(campaigns) {
      const ids = campaigns.map(({ providerId }) => providerId);
      const { data: known } = await ask('GET', 'campaigns', { campaign_ids: ids.join(','), count: '200' }, some);
      const there = new Set(known.map(({ id }) => id));
      const said = new Map<string, Performed | null>(ids.filter((id) => !there.has(id)).map((id) => [id, null]));
      // It never says what a campaign came to in all. Only all the weeks together are an answer: nothing is better than a part.
      const sums = new Map<string, Metrics>();
      const youngestFirst = campaigns
        .filter(({ providerId }) => there.has(providerId))
        .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
      for (let from = 0; from < youngestFirst.length; from += statsEntities) {
        const asked = youngestFirst.slice(from, from + statsEntities);
        const since = asked.at(-1)?.createdAt ?? clock();
        for (const [start_time, end_time] of weeksBetween(since, clock())) {
          const { data } = await ask(
            'GET',
            'stats',
            {
              entity: 'CAMPAIGN',
              entity_ids: asked.map(({ providerId }) => providerId).join(','),
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
        // Of one that was never shown it says null: no zero is made of that.
        if (impressions === null && url_clicks === null && micros === null) continue;
        const spendCents = Math.round((micros ?? 0) / microsPerCent);
        said.set(id, { spendCents, impressions: impressions ?? 0, clicks: url_clicks ?? 0 });
      }
      return said;
    },
  };

  /** @returns the line item, which has its keywords */
  async function findOrMakeTargeted(campaign: Campaign, campaignId: string): Promise<string> {
    const lineItem = await findOrMakeLineItem(campaign, campaignId);
    await addKeywords(campaign, lineItem);
    return lineItem;
  }

  async function findOrMakeLineItem(campaign: Campaign, campaignId: string): Promise<string> {
    const { data } = await ask('GET', 'line_items', { campaign_ids: campaignId }, some);
    if (data[0]) return data[0].id;
    const start = clock();
    const made = await ask(
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
    return made.data.id;
  }

  /** All of them or none: what is there was made by one request. */
  async function addKeywords({ keywords }: Campaign, lineItem: string): Promise<void> {
    if (keywords.length === 0) return;
    const { data } = await ask('GET', 'targeting_criteria', { line_item_ids: lineItem }, criteria);
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
    await ask('POST', 'targeting_criteria', {}, some, batch);
  }

  /** A post that is shown as an ad only: it does not stand on our account, and does not count among its posts. */
  async function findOrMakeTweet(campaign: Campaign, ad: Ad): Promise<string> {
    // A label may be longer than the 80 characters that a post's name may have.
    const name = campaign.id;
    const user_id = await readPromotedUser();
    const query = { tweet_type: 'PUBLISHED', timeline_type: 'NULLCAST', user_id, name };
    const { data } = await ask('GET', 'tweets', query, z.object({ data: z.array(tweet) }));
    const there = data.find((found) => found.name === name);
    if (there) return there.id_str;
    const post = { as_user_id: user_id, text: postOf(ad), nullcast: 'true', name };
    const made = await ask('POST', 'tweet', post, z.object({ data: tweet }));
    return made.data.id_str;
  }

  /** Whose posts the ads account may make and promote. */
  async function readPromotedUser(): Promise<string> {
    const { data } = await ask('GET', 'promotable_users', {}, users);
    const user = data.find(({ promotable_user_type }) => promotable_user_type === 'FULL');
    if (!user) throw new Refused('the ads account may promote nobody’s posts');
    return user.user_id;
  }
}

/** The time from one moment to another, in weeks and what is left, as X takes them: in whole hours. */
function weeksBetween(since: Date, now: Date): [start: string, end: string][] {
  const wholeHours = (date: Date) => Math.floor(date.getTime() / hourMs) * hourMs;
  const end = wholeHours(now);
  const weeks: [string, string][] = [];
  for (let start = wholeHours(since); start < end; start += weekMs) {
    weeks.push([toTime(new Date(start)), toTime(new Date(Math.min(start + weekMs, end)))]);
  }
  return weeks;
}

/** What X says of two parts of the time together. */
function addMetrics(before: Metrics | undefined, added: Metrics): Metrics {
  const sum = (name: keyof Metrics) => (before?.[name] == null ? added[name] : before[name] + (added[name] ?? 0));
  return {
    impressions: sum('impressions'),
    url_clicks: sum('url_clicks'),
    billed_charge_local_micro: sum('billed_charge_local_micro'),
  };
}

/** A time as X writes it: without parts of a second. */
function toTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

function understand<Answer>({ status, body }: XReply, schema: z.ZodType<Answer>): Answer {
  if (status === 429) throw new NotNow('we ask too often');
  if (status >= 500) throw new Unclear(`answered ${status}`);
  if (status >= 400) throw new Refused(`refused with ${status}${wordsOf(body)}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Unclear('answered something else');
  return parsed.data;
}

const errors = z.array(z.object({ message: z.string() })).default([]);
/** Of many things at once, X says of each what is wrong with it. */
const refusal = z.object({ errors, operation_errors: z.array(errors).default([]) });

function wordsOf(body: unknown): string {
  const { data } = refusal.safeParse(body);
  const words = [...(data?.operation_errors.flat() ?? []), ...(data?.errors ?? [])].map(({ message }) => message);
  return words.length > 0 ? `: ${words.join(' ')}`.slice(0, 300) : '';
}

function toKnown(error: NoAnswer): Error {
  return error.sent ? new Unclear(error.message, { cause: error }) : new NotNow(error.message, { cause: error });
}
