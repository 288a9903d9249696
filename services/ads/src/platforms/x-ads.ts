import type { Note } from '@xrp-bridge/runtime';
import { z } from 'zod';
import { labelOf } from '../domain/campaign.ts';
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

/** Campaigns on X, by the client that posts there too. */
export function createXAds(
  x: Pick<XGateway, 'configured' | 'ask'>,
  base: string,
  account: XAdsAccount | null,
  note: Note,
): Platform {
  async function ask<Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    query: Record<string, string>,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> {
    if (!account) throw new Refused('no ads account of X is set');
    const url = new URL(`/${version}/accounts/${account.accountId}/campaigns${path}`, base);
    url.search = new URLSearchParams(query).toString();
    try {
      const answer = read(await x.ask(method, url), schema);
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
        '',
        {
          name: labelOf(campaign),
          funding_instrument_id: account?.fundingId ?? '',
          daily_budget_amount_local_micro: String(campaign.budgetCents * microsPerCent),
          entity_status: 'PAUSED',
        },
        z.object({ data: z.object({ id: z.string() }) }),
      );
      return data.id;
    },

    async find(label) {
      const { data } = await ask(
        'GET',
        '',
        { q: label, count: '200' },
        z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
      );
      return data.find(({ name }) => name === label)?.id ?? null;
    },

    async setStatus(providerId, status) {
      const path = `/${encodeURIComponent(providerId)}`;
      if (status === 'ended') await ask('DELETE', path, {}, z.unknown());
      else await ask('PUT', path, { entity_status: status === 'active' ? 'ACTIVE' : 'PAUSED' }, z.unknown());
    },

    // X counts for seven days at a time and never says what a campaign came to in all: nothing is better than a part.
    readPerformance: async () => new Map(),
  };
}

function read<Answer>({ status, body }: XReply, schema: z.ZodType<Answer>): Answer {
  if (status === 429) throw new NotNow('we ask too often');
  if (status >= 500) throw new Unclear(`answered ${status}`);
  if (status >= 400) throw new Refused(`refused with ${status}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Unclear('answered something else');
  return parsed.data;
}

function toKnown(error: NoAnswer): Error {
  return error.sent ? new Unclear(error.message, { cause: error }) : new NotNow(error.message, { cause: error });
}
