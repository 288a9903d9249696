import type { Note } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { type Ad, postOf } from '../domain/ad.ts';
import { type Campaign, labelOf } from '../domain/campaign.ts';
import type { XGateway } from '../x.ts';
import { NoAnswer, type XReply } from '../x-client.ts';
import { NotNow, Refused, Unclear } from './api.ts';
import type { Platform } from './platform.ts';

// https://docs.x.com/x-ads-api

const version = '12';
const microsPerCent = 10_000;

export interface XAdsAccount {
  accountId: string;
  /** What pays for its campaigns. */
  fundingId: string;
}

const one = z.object({ data: z.object({ id: z.string() }) });
const some = z.object({ data: z.array(z.object({ id: z.string() })) });
const tweet = z.object({ tweet_id: z.string(), name: z.string().nullish() });
/** A post is found again by its name there, which may be so long. */
const longestTweetName = 80;

/** Campaigns on X, by the client that posts there too. */
export function createXAds(
  x: Pick<XGateway, 'configured' | 'ask' | 'readAccount'>,
  base: string,
  account: XAdsAccount | null,
  note: Note,
  clock: () => Date = () => new Date(),
): Platform {
  async function answer<Answer>(asked: () => Promise<XReply>, schema: z.ZodType<Answer>): Promise<Answer> {
    try {
      const read = understand(await asked(), schema);
      note(null);
      return read;
    } catch (error) {
      const known = error instanceof NoAnswer ? toKnown(error) : error;
      note((known as Error).message);
      throw known;
    }
  }

  /** @param what of the account, with its path; `batch` for many of them at once, which come in the body */
  async function ask<Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    what: string,
    query: Record<string, string>,
    schema: z.ZodType<Answer>,
    batch?: readonly object[],
  ): Promise<Answer> {
    if (!account) throw new Refused('no ads account of X is set');
    const url = new URL(`/${version}${batch ? '/batch' : ''}/accounts/${account.accountId}/${what}`, base);
    url.search = new URLSearchParams(query).toString();
    return answer(() => x.ask(method, url, batch), schema);
  }

  /** Whose posts are promoted: the account by which we post. */
  async function readOwnId(): Promise<string> {
    try {
      return (await answer(() => x.readAccount(), one)).data.id;
    } catch (error) {
      // What was to be done has not even begun.
      throw error instanceof Unclear ? new NotNow('X does not say who we are', { cause: error }) : error;
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
      const lineItem = await findOrMakeLineItem(campaign, providerId);
      await addKeywords(campaign, lineItem);
      const { data: promoted } = await ask('GET', 'promoted_tweets', { line_item_ids: lineItem }, some);
      if (promoted.length > 0) return;
      const tweet_ids = await findOrMakeTweet(campaign, ad);
      await ask('POST', 'promoted_tweets', { line_item_id: lineItem, tweet_ids }, some);
    },

    async setStatus(providerId, status) {
      const what = `campaigns/${encodeURIComponent(providerId)}`;
      if (status === 'ended') await ask('DELETE', what, {}, z.unknown());
      else await ask('PUT', what, { entity_status: status === 'active' ? 'ACTIVE' : 'PAUSED' }, z.unknown());
    },

    // X counts for seven days at a time and never says what a campaign came to in all: nothing is better than a part.
    readPerformance: async () => new Map(),
  };

  async function findOrMakeLineItem(campaign: Campaign, campaignId: string): Promise<string> {
    const { data } = await ask('GET', 'line_items', { campaign_ids: campaignId }, some);
    if (data[0]) return data[0].id;
    const made = await ask(
      'POST',
      'line_items',
      {
        campaign_id: campaignId,
        name: labelOf(campaign),
        product_type: 'PROMOTED_TWEETS',
        placements: 'ALL_ON_TWITTER',
        objective: 'WEBSITE_CLICKS',
        bid_strategy: 'AUTO',
        start_time: `${clock().toISOString().slice(0, 19)}Z`,
        entity_status: 'ACTIVE',
      },
      one,
    );
    return made.data.id;
  }

  /** All of them or none: what is there was made by one request. */
  async function addKeywords({ keywords }: Campaign, lineItem: string): Promise<void> {
    if (keywords.length === 0) return;
    const { data } = await ask('GET', 'targeting_criteria', { line_item_ids: lineItem }, some);
    if (data.length > 0) return;
    const batch = keywords.map((keyword) => ({
      operation_type: 'Create',
      params: {
        line_item_id: lineItem,
        targeting_type: 'BROAD_KEYWORD',
        operator_type: 'EQ',
        targeting_value: keyword,
      },
    }));
    await ask('POST', 'targeting_criteria', {}, some, batch);
  }

  /** A post that is shown as an ad only: it does not stand on our account, and does not count among its posts. */
  async function findOrMakeTweet(campaign: Campaign, ad: Ad): Promise<string> {
    // It ends with our id of the campaign.
    const name = labelOf(campaign).slice(-longestTweetName);
    const query = { tweet_type: 'PUBLISHED', timeline_type: 'NULLCAST', name };
    const { data } = await ask('GET', 'tweets', query, z.object({ data: z.array(tweet) }));
    const there = data.find((found) => found.name === name);
    if (there) return there.tweet_id;
    const as_user_id = await readOwnId();
    const post = { as_user_id, text: postOf(ad), nullcast: 'true', name };
    const made = await ask('POST', 'tweet', post, z.object({ data: tweet }));
    return made.data.tweet_id;
  }
}

function understand<Answer>({ status, body }: XReply, schema: z.ZodType<Answer>): Answer {
  if (status === 429) throw new NotNow('we ask too often');
  if (status >= 500) throw new Unclear(`answered ${status}`);
  if (status >= 400) throw new Refused(`refused with ${status}${wordsOf(body)}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Unclear('answered something else');
  return parsed.data;
}

const refusal = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

function wordsOf(body: unknown): string {
  const { data } = refusal.safeParse(body);
  return data ? `: ${data.errors.map(({ message }) => message).join(' ')}`.slice(0, 300) : '';
}

function toKnown(error: NoAnswer): Error {
  return error.sent ? new Unclear(error.message, { cause: error }) : new NotNow(error.message, { cause: error });
}
