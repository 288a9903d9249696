import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderName } from '../faults.ts';
import type { World } from '../provider.ts';

/** What a platform does with a change beside doing it: it hangs up, or says that it failed. */
export const PLATFORM_LIES = ['unanswered', 'error-after'] as const;

/** What a campaign shows: its texts, and where they lead. */
export interface SandboxAd {
  id: string;
  texts: string[];
  link: string;
}

/** A post that is shown as an ad only. */
interface SandboxTweet {
  account: string;
  id: string;
  name: string;
  text: string;
}

/** A campaign, at whichever platform. */
export interface SandboxCampaign {
  platform: 'google' | 'meta' | 'x';
  account: string;
  id: string;
  name: string;
  status: 'PAUSED' | 'ACTIVE' | 'REMOVED';
  budgetCents: number;
  keywords: string[];
  /** What its ads are in: a group, an ad set, a line item. */
  groups: string[];
  ads: SandboxAd[];
  spendCents: number;
  impressions: number;
  clicks: number;
  /** When it came to that: what was added, and at which moment (ms). */
  added: (Counted & { at: number })[];
}

export interface Counted {
  spendCents: number;
  impressions: number;
  clicks: number;
}

interface SavedCampaigns {
  kept: SandboxCampaign[];
  tweets: SandboxTweet[];
  count: number;
}

/** The campaigns of all platforms, in the order in which they were made. */
export interface Campaigns {
  add(campaign: Pick<SandboxCampaign, 'platform' | 'account' | 'name' | 'budgetCents'>): SandboxCampaign;
  /** A number that nothing else here has. */
  createId(): string;
  of(platform: SandboxCampaign['platform'], account: string): SandboxCampaign[];
  all(): SandboxCampaign[];
  tweets(): SandboxTweet[];
  save(): SavedCampaigns;
  restore(saved: SavedCampaigns): void;
  reset(): void;
}

export function createCampaigns(): Campaigns {
  let kept: SandboxCampaign[] = [];
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
      kept.push(campaign);
      return campaign;
    },
    of: (platform, account) => kept.filter((one) => one.platform === platform && one.account === account),
    all: () => kept,
    tweets: () => tweets,
    save: () => ({ kept, tweets, count }),
    restore(saved) {
      ({ kept, tweets, count } = saved);
    },
    reset() {
      kept = [];
      tweets = [];
    },
  };
}

/** How a platform words its refusals. */
export type Refuse = (reply: FastifyReply, status: number, code: string, message: string) => FastifyReply;

/** Answers as a platform does, or as its fault of the moment has it. `changes` is what may get lost after it was done. */
export function servePlatform(world: World, provider: ProviderName, refuse: Refuse) {
  return (answer: (request: FastifyRequest, reply: FastifyReply) => unknown, { changes = false } = {}) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      await world.faults.delay(provider);
      const fault = world.faults.of(provider);
      if (fault?.kind === 'down') return hangUp(request, reply);
      if (fault?.kind === 'error') return refuse(reply, 500, 'INTERNAL', 'Internal error encountered.');
      if (fault?.kind === 'rate-limited') return refuse(reply, 429, 'RESOURCE_EXHAUSTED', 'Too many requests.');
      const plain = answer(request, reply);
      // What is refused was not done.
      if (!changes || plain === reply || fault?.kind !== 'lying') return plain;
      if (fault.lie === 'error-after') return refuse(reply, 503, 'UNAVAILABLE', 'The service is unavailable.');
      return hangUp(request, reply);
    };
}

function hangUp(request: FastifyRequest, reply: FastifyReply): undefined {
  reply.hijack();
  request.raw.socket.destroy();
}
