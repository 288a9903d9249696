import { randomUUID } from 'node:crypto';
import { adsApi, type Campaign } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { afterEach, expect, vi } from 'vitest';
import type { CampaignPlan } from '../src/domain/campaign.ts';
import { planCampaign } from '../src/use-cases/make-campaign.ts';
import { useAds } from './harness.ts';

interface AtPlatform {
  platform: 'google' | 'meta' | 'x';
  id: string;
  name: string;
  status: string;
  budgetCents: number;
  keywords: string[];
  groups: string[];
  ads: { texts: string[]; link: string }[];
}

/** The address that every ad links to. */
export const site = 'http://localhost:3000';

export const eventually = <Result>(check: () => Promise<Result>) =>
  vi.waitFor(check, { timeout: 150_000, interval: 20 });

/** Returns the body of a request that creates a campaign. */
export const campaignBody = (changes: object = {}) =>
  ({
    platform: 'google-ads',
    campaignName: 'Autumn',
    budget: 50,
    keywords: ['xrp wallet', 'move xrp'],
    adMessage: 'Your own wallet.',
    targetAudience: 'Holders of XRP',
    key: randomUUID(),
    ...changes,
  }) as BodyInputOf<typeof adsApi.createCampaign>;

/**
 * Starts two instances of the ads service for a file's tests, with helpers for campaigns.
 * After each test, it ends the faults of the platforms.
 */
export function useCampaigns() {
  const t = useAds({ instances: 2 });
  afterEach(async () => {
    for (const provider of ['google-ads', 'meta', 'x']) await t.heal(provider);
  });

  async function read(id: string): Promise<Campaign> {
    const { campaigns } = await t.client.call(adsApi.listCampaigns, { query: { limit: 200 } });
    return campaigns.find((campaign) => campaign.id === id) as Campaign;
  }

  return {
    t,
    read,
    create: (changes: object = {}) => t.client.call(adsApi.createCampaign, { body: campaignBody(changes) }),
    change: (id: string, status: 'active' | 'paused' | 'ended') =>
      t.client.call(adsApi.changeCampaign, { params: { id }, body: { status } }),
    /** Waits until the campaign exists at its platform. */
    untilCreated: (id: string) =>
      eventually(async () => {
        const campaign = await read(id);
        expect(campaign.status).toBe('paused');
        return campaign;
      }),
    async atPlatforms(name: string): Promise<AtPlatform[]> {
      const { campaigns } = (await t.control('GET', 'state')) as { campaigns: AtPlatform[] };
      return campaigns.filter((campaign) => campaign.name.startsWith(`${name} [`));
    },
    /** Inserts a draft without a job. */
    async plan(platform: CampaignPlan['platform'], name: string, keywords: string[] = []): Promise<string> {
      const input = { platform, name, budgetCents: 5_000, keywords, adMessage: '', targetAudience: '' };
      const quiet = { ...t.context, enqueue: () => {} };
      const campaign = await t.context.transact((tx) => planCampaign(quiet, tx, input));
      return campaign?.id ?? '';
    },
  };
}
