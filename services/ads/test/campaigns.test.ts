import { adsApi, type Campaign, CampaignCreated } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { PermanentFailure } from '@xrp-bridge/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import type { CampaignPlan } from '../src/domain/campaign.ts';
import { platformKeys } from '../src/platform-settings.ts';
import { Unclear } from '../src/platforms/api.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { makeCampaign, planCampaign } from '../src/use-cases/make-campaign.ts';
import { readPerformance } from '../src/use-cases/read-performance.ts';
import { type Ads, minute, startAds } from './harness.ts';

interface AtPlatform {
  platform: 'google' | 'meta' | 'x';
  id: string;
  name: string;
  status: string;
  budgetCents: number;
  keywords: string[];
}

let t: Ads;
beforeAll(async () => {
  t = await startAds({ instances: 2 });
});
afterEach(async () => {
  for (const provider of ['google-ads', 'meta', 'x']) await t.heal(provider);
});
afterAll(() => t?.stop());

const eventually = <Result>(check: () => Promise<Result>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

const order = (changes: object = {}) =>
  ({
    platform: 'google-ads',
    campaignName: 'Autumn',
    budget: 50,
    keywords: ['xrp wallet', 'move xrp'],
    adMessage: 'Your own wallet.',
    targetAudience: 'Holders of XRP',
    ...changes,
  }) as BodyInputOf<typeof adsApi.createCampaign>;

const create = (changes: object = {}) => t.client.call(adsApi.createCampaign, { body: order(changes) });
const change = (id: string, status: 'active' | 'paused' | 'ended') =>
  t.client.call(adsApi.changeCampaign, { params: { id }, body: { status } });

async function read(id: string): Promise<Campaign> {
  const { campaigns } = await t.client.call(adsApi.listCampaigns, { query: { limit: 200 } });
  return campaigns.find((campaign) => campaign.id === id) as Campaign;
}

/** Waits until the platform has made it. */
const made = (id: string) =>
  eventually(async () => {
    const campaign = await read(id);
    expect(campaign.status).toBe('paused');
    return campaign;
  });

async function atPlatforms(name: string): Promise<AtPlatform[]> {
  const { campaigns } = (await t.control('GET', 'state')) as { campaigns: AtPlatform[] };
  return campaigns.filter((campaign) => campaign.name.startsWith(`${name} [`));
}

/** A plan in the table, of which no job knows. */
async function plan(platform: CampaignPlan['platform'], name: string): Promise<string> {
  const asked = { platform, name, budgetCents: 5_000, keywords: [], adMessage: '', targetAudience: '' };
  const quiet = { ...t.context, enqueue: () => {} };
  const campaign = await t.context.transact((tx) => planCampaign(quiet, tx, asked));
  return campaign?.id ?? '';
}

describe.each(['google-ads', 'meta-ads', 'x-ads'] as const)('a campaign at %s', (platform) => {
  const provider = platform === 'google-ads' ? 'google-ads' : platform.replace('-ads', '');

  it('is made there, paused, under a name that is found again', async () => {
    const campaignName = `Made at ${platform}`;
    const { id, status } = await create({ platform, campaignName });
    expect(status).toBe('draft');
    const campaign = await made(id);
    const [there, ...others] = await atPlatforms(campaignName);
    expect(others).toEqual([]);
    expect(there).toMatchObject({ id: campaign.providerId, status: 'PAUSED', budgetCents: 5_000 });
    expect(there?.name).toBe(`${campaignName} [${id.slice(-12)}]`);
    if (platform === 'google-ads') expect(there?.keywords).toEqual(['xrp wallet', 'move xrp']);
    const events = await t.events(CampaignCreated);
    const told = events.filter(({ campaignId }) => campaignId === id);
    expect(told).toEqual([
      { campaignId: id, platform: campaign.platform, budgetCents: 5_000, status: 'paused', todo: null },
    ]);
  });

  it.each(['unanswered', 'error-after'])(
    'is found again where the answer got lost (%s), and made once',
    async (lie) => {
      const campaignName = `Lost at ${platform} ${lie}`;
      await t.fault(provider, 'lying', { lie });
      const { id } = await create({ platform, campaignName });
      await eventually(async () => expect((await read(id)).problem).not.toBeNull());
      expect((await read(id)).status).toBe('draft');
      await t.heal(provider);
      await makeCampaign(t.context, id);
      const campaign = await made(id);
      expect(campaign.problem).toBeNull();
      expect(await atPlatforms(campaignName)).toMatchObject([{ id: campaign.providerId }]);
    },
  );

  it('is made once by two who try at the same moment', async () => {
    const name = `Twice at ${platform}`;
    const id = await plan(provider === 'google-ads' ? 'google' : (provider as 'meta' | 'x'), name);
    const tries = t.instances.flatMap(({ context }) => [makeCampaign(context, id), makeCampaign(context, id)]);
    const ended = await Promise.allSettled(tries);
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    await made(id);
    expect(await atPlatforms(name)).toHaveLength(1);
  });

  it('is started, paused and ended, and stays ended', async () => {
    const campaignName = `Moved at ${platform}`;
    const { id } = await create({ platform, campaignName });
    await made(id);
    for (const [status, there] of [
      ['active', 'ACTIVE'],
      ['active', 'ACTIVE'],
      ['paused', 'PAUSED'],
      ['ended', 'REMOVED'],
    ] as const) {
      expect((await change(id, status)).status).toBe(status);
      expect(await atPlatforms(campaignName)).toMatchObject([{ status: there }]);
    }
    await expect(change(id, 'active')).rejects.toMatchObject({ code: 'campaign_closed' });
  });

  it('stays as it is where the platform does not answer', async () => {
    const { id } = await create({ platform, campaignName: `Deaf ${platform}` });
    await made(id);
    await t.fault(provider, 'error');
    await expect(change(id, 'active')).rejects.toMatchObject({ code: 'ad_provider_unavailable' });
    expect((await read(id)).status).toBe('paused');
  });
});

describe('an answer that never came', () => {
  /** A platform that has nothing, and whose answers get lost. */
  function mute(): Platform & { asked: number } {
    return {
      asked: 0,
      configured: true,
      find: async () => null,
      async make() {
        this.asked += 1;
        throw new Unclear('no answer came');
      },
      setStatus: async () => {},
      readPerformance: async () => new Map(),
    };
  }

  it('is waited for, and the campaign made anew only when it can no longer come', async () => {
    const google = mute();
    const context: Context = { ...t.context, platforms: { ...t.context.platforms, google } };
    const id = await plan('google', 'Never came');
    await expect(makeCampaign(context, id)).rejects.toThrow('no answer came');
    await expect(makeCampaign(context, id)).rejects.toThrow('not clear yet');
    await t.advance(4 * minute);
    await expect(makeCampaign(context, id)).rejects.toThrow('not clear yet');
    expect(google.asked).toBe(1);
    await t.advance(2 * minute);
    await expect(makeCampaign(context, id)).rejects.toThrow('no answer came');
    expect(google.asked).toBe(2);
    // What may be there cannot be given up.
    await expect(change(id, 'ended')).rejects.toMatchObject({ code: 'ad_provider_unavailable' });
  });
});

describe('a platform that says no', () => {
  it('is not asked again by itself, and its words stand beside the campaign', async () => {
    const noKeys = Object.fromEntries(platformKeys['Google Ads'].map((name) => [name, undefined]));
    const other = await startAds({ environment: { META_ACCESS_TOKEN: 'wrong', ...noKeys } });
    onTestFinished(() => other.stop());
    const call = (platform: string) =>
      other.client.call(adsApi.createCampaign, { body: order({ platform, campaignName: 'Refused' }) });
    const [meta, google] = [await call('meta-ads'), await call('google-ads')];
    const problems = () =>
      other.client
        .call(adsApi.listCampaigns)
        .then(({ campaigns }) => Object.fromEntries(campaigns.map(({ id, problem }) => [id, problem])));
    await eventually(async () =>
      expect(await problems()).toEqual({
        [meta.id]: expect.stringContaining('Invalid OAuth access token'),
        [google.id]: 'No keys of this platform are set.',
      }),
    );
    await expect(makeCampaign(other.context, meta.id)).rejects.toBeInstanceOf(PermanentFailure);
    await eventually(async () => expect((await other.context.queues.listFailed()).length).toBe(2));
    // It was never there: it can be given up.
    const ended = await other.client.call(adsApi.changeCampaign, {
      params: { id: meta.id },
      body: { status: 'ended' },
    });
    expect(ended.status).toBe('ended');
  });
});

describe('a campaign by hand', () => {
  it('is a task with every text, and says when it runs', async () => {
    const { id, status } = await create({ platform: 'rumble', campaignName: 'By hand' });
    expect(status).toBe('by_hand');
    const [told] = (await t.events(CampaignCreated)).filter(({ campaignId }) => campaignId === id);
    for (const text of ['By hand', 'Your own wallet.', 'Holders of XRP', 'xrp wallet', '$50.00']) {
      expect(told?.todo).toContain(text);
    }
    expect((await change(id, 'active')).status).toBe('active');
  });
});

describe('how campaigns do', () => {
  it('is what the platform says, with its age, and zero only where it says zero', async () => {
    const google = await made((await create({ campaignName: 'Seen' })).id);
    const meta = await made((await create({ campaignName: 'Unseen', platform: 'meta-ads' })).id);
    const x = await made((await create({ campaignName: 'Silent', platform: 'x-ads' })).id);
    expect(google.performance).toBeNull();
    await t.control('POST', 'campaigns', { id: google.providerId, spendCents: 1_234, impressions: 500, clicks: 7 });
    await readPerformance(t.context);
    const { performance } = await read(google.id);
    expect(performance).toMatchObject({ spend: '12.34', impressions: 500, clicks: 7, ctr: 0.014 });
    expect((await read(meta.id)).performance).toMatchObject({ spend: '0.00', impressions: 0, clicks: 0, ctr: 0 });
    expect((await read(x.id)).performance).toBeNull();

    await t.advance(60 * minute);
    await t.fault('google-ads', 'error');
    await readPerformance(t.context);
    expect((await read(google.id)).performance).toEqual(performance);
    expect((await read(meta.id)).performance?.at).not.toBe(performance?.at);
  });
});

describe('what is made once', () => {
  it('is made once by many who ask at a time', async () => {
    const other = await startAds({ instances: 2 });
    onTestFinished(() => other.stop());
    const asks = (route: typeof adsApi.initializeAdvertising | typeof adsApi.initializeRobinhood) =>
      Promise.all(other.instances.flatMap(({ client }) => [1, 2, 3].map(() => client.call(route))));
    const answers = [...(await asks(adsApi.initializeAdvertising)), ...(await asks(adsApi.initializeRobinhood))];
    expect(answers.every(({ success }) => success)).toBe(true);
    const list = () => other.client.call(adsApi.listCampaigns).then(({ campaigns }) => campaigns);
    expect((await list()).map(({ platform, budget }) => [platform, budget.amount]).sort()).toEqual([
      ['google', '50.00'],
      ['google', '50.00'],
      ['meta', '30.00'],
      ['rumble', '20.00'],
      ['x', '25.00'],
    ]);
    expect((await other.client.call(adsApi.readFigures)).advertisingInitialized).toBe(true);
    expect((await other.automation()).autoPostEnabled).toBe(true);

    // Who has switched it off since does not find it on again.
    await other.setAutomation({ autoPostEnabled: false });
    await other.client.call(adsApi.initializeAdvertising);
    expect((await other.automation()).autoPostEnabled).toBe(false);
    expect(await list()).toHaveLength(5);
  });
});

describe('bad input', () => {
  it.each([
    ['budget', { budget: 0 }],
    ['budget', { budget: -5 }],
    ['budget', { budget: 1e9 }],
    ['budget', { budget: Number.NaN }],
    ['keywords.0', { keywords: ['two\nlines'] }],
    ['keywords', { keywords: Array.from({ length: 21 }, (_, n) => `word ${n}`) }],
    ['campaignName', { campaignName: ' ' }],
    ['campaignName', { campaignName: 'x'.repeat(121) }],
    ['campaignName', { campaignName: 'two\nlines' }],
    ['platform', { platform: 'facebook' }],
    ['status', { status: 'active' }],
  ])('is refused, and its field named: %s', async (field, wrong) => {
    await expect(create(wrong)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ field }] });
  });

  it('HTML is a text like any other', async () => {
    const adMessage = '<script>alert(1)</script> & "quotes" ’—';
    expect((await create({ adMessage, campaignName: '<b>Bold</b>' })).adMessage).toBe(adMessage);
  });

  it('of a campaign that does not exist nothing is changed', async () => {
    for (const id of ['nope', 'campaign_', "' or 1=1", 'x'.repeat(200)]) {
      await expect(change(id, 'paused')).rejects.toMatchObject({ code: 'campaign_not_found' });
    }
  });
});
