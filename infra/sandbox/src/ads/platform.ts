import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderName } from '../faults.ts';
import type { World } from '../provider.ts';

/** Kinds of false answers to a request whose change was carried out: no answer, or an error. */
export const PLATFORM_LIES = ['unanswered', 'error-after'] as const;

/** An ad of a campaign: its texts and its link. */
export interface SandboxAd {
  id: string;
  texts: string[];
  link: string;
}

/** A post that is visible only as an ad. */
interface SandboxTweet {
  account: string;
  id: string;
  name: string;
  text: string;
}

/** A campaign at any of the platforms. */
export interface SandboxCampaign {
  platform: 'google' | 'meta' | 'x';
  account: string;
  id: string;
  name: string;
  status: 'PAUSED' | 'ACTIVE' | 'REMOVED';
  budgetCents: number;
  keywords: string[];
  /** Ids of the containers of ads: ad groups, ad sets or line items. */
  groups: string[];
  ads: SandboxAd[];
  spendCents: number;
  impressions: number;
  clicks: number;
  /** Increments of the counters, each with its time (ms). */
  added: (Counted & { at: number })[];
}

export interface Counted {
  spendCents: number;
  impressions: number;
  clicks: number;
}

interface SavedCampaigns {
  campaigns: SandboxCampaign[];
  tweets: SandboxTweet[];
  count: number;
}

/** Campaigns of all platforms, in order of creation. */
export interface Campaigns {
  add(campaign: Pick<SandboxCampaign, 'platform' | 'account' | 'name' | 'budgetCents'>): SandboxCampaign;
  /** Returns an id that is unique in the sandbox. */
  createId(): string;
  of(platform: SandboxCampaign['platform'], account: string): SandboxCampaign[];
  all(): SandboxCampaign[];
  tweets(): SandboxTweet[];
  save(): SavedCampaigns;
  restore(saved: SavedCampaigns): void;
  reset(): void;
}

export function createCampaigns(): Campaigns {
  let campaigns: SandboxCampaign[] = [];
  let tweets: SandboxTweet[] = [];
  let count = 0;
  const createId = () => String(120_000_000_000 + ++count);
  return {
    createId,
    add(given) {
      const campaign: SandboxCampaign = {
        ...given,
        id: createId(),
        status: 'PAUSED',
        keywords: [],
        groups: [],
        ads: [],
        spendCents: 0,
        impressions: 0,
        clicks: 0,
        added: [],
      };
      campaigns.push(campaign);
      return campaign;
    },
    of: (platform, account) => campaigns.filter((one) => one.platform === platform && one.account === account),
    all: () => campaigns,
    tweets: () => tweets,
    save: () => ({ campaigns, tweets, count }),
    restore(saved) {
      ({ campaigns, tweets, count } = saved);
    },
    reset() {
      campaigns = [];
      tweets = [];
    },
  };
}

/** Sends an error in the platform's format. */
export type Refuse = (reply: FastifyReply, status: number, code: string, message: string) => FastifyReply;

/**
 * Returns a function that serves a route of a platform with the current fault.
 * `changes` is true for a request that changes data. A lying platform carries out the change and then
 * sends no answer or an error.
 */
export function servePlatform(world: World, provider: ProviderName, refuse: Refuse) {
  return (answer: (request: FastifyRequest, reply: FastifyReply) => unknown, { changes = false } = {}) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      await world.faults.delay(provider);
      const fault = world.faults.of(provider);
      if (fault?.kind === 'down') return hangUp(request, reply);
      if (fault?.kind === 'error') return refuse(reply, 500, 'INTERNAL', 'Internal error encountered.');
      if (fault?.kind === 'rate-limited') return refuse(reply, 429, 'RESOURCE_EXHAUSTED', 'Too many requests.');
      const plain = answer(request, reply);
      // The fault `lying` drops or replaces the answer only after a change. A refused request has changed nothing, so
      // its answer is sent.
      if (!changes || plain === reply || fault?.kind !== 'lying') return plain;
      if (fault.lie === 'error-after') return refuse(reply, 503, 'UNAVAILABLE', 'The service is unavailable.');
      return hangUp(request, reply);
    };
}

function hangUp(request: FastifyRequest, reply: FastifyReply): undefined {
  reply.hijack();
  request.raw.socket.destroy();
}
