import { presetAdMessages, searchAd } from '@xrp-bridge/contracts/ad-plan';
import { adsApi, type Campaign, CampaignCreated } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { PermanentFailure } from '@xrp-bridge/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import type { CampaignPlan } from '../src/domain/campaign.ts';
import { platformKeys } from '../src/platform-settings.ts';
import { type Api, createApi, NotNow, Refused, Unclear } from '../src/platforms/api.ts';
import { createMeta } from '../src/platforms/meta.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { createXAds } from '../src/platforms/x-ads.ts';
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
  groups: string[];
  ads: { texts: string[]; link: string }[];
}

const site = 'http://localhost:3000';
/** What each platform shows of a message. */
const shownAt = {
  'google-ads': (message: string) => [...searchAd.headlines, message, searchAd.description],
  'meta-ads': (message: string) => [message, searchAd.headlines[0]],
  'x-ads': (message: string) => [`${message} ${site}`],
} as const;

let t: Ads;
beforeAll(async () => {
  t = await startAds({ instances: 2 });
});
afterEach(async () => {
  for (const provider of ['google-ads', 'meta', 'x']) await t.heal(provider);
});
afterAll(() => t?.stop());

const eventually = <Result>(check: () => Promise<Result>) => vi.waitFor(check, { timeout: 150_000, interval: 20 });

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
async function plan(platform: CampaignPlan['platform'], name: string, keywords: string[] = []): Promise<string> {
  const asked = { platform, name, budgetCents: 5_000, keywords, adMessage: '', targetAudience: '' };
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
    expect(campaign.hasAd).toBe(true);
    const [there, ...others] = await atPlatforms(campaignName);
    expect(others).toEqual([]);
    expect(there).toMatchObject({ id: campaign.providerId, status: 'PAUSED', budgetCents: 5_000 });
    expect(there?.name).toBe(`${campaignName} [${id.slice(-12)}]`);
    // Meta knows no keywords.
    expect(there?.keywords).toEqual(platform === 'meta-ads' ? [] : ['xrp wallet', 'move xrp']);
    expect(there?.groups).toHaveLength(1);
    expect(there?.ads).toMatchObject([{ texts: shownAt[platform]('Your own wallet.'), link: site }]);
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
      expect(await atPlatforms(campaignName)).toMatchObject([{ id: campaign.providerId, ads: [{ link: site }] }]);
    },
  );

  it('says the first ready message where it has none of its own', async () => {
    const campaignName = `Wordless at ${platform}`;
    await made((await create({ platform, campaignName, adMessage: '' })).id);
    const [there] = await atPlatforms(campaignName);
    expect(there?.ads).toMatchObject([{ texts: shownAt[platform](presetAdMessages[0]) }]);
  });

  it('is made once by two who try at the same moment', async () => {
    const name = `Twice at ${platform}`;
    const id = await plan(provider === 'google-ads' ? 'google' : (provider as 'meta' | 'x'), name);
    const tries = t.instances.flatMap(({ context }) => [makeCampaign(context, id), makeCampaign(context, id)]);
    const ended = await Promise.allSettled(tries);
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    await made(id);
    expect(await atPlatforms(name)).toMatchObject([{ groups: [expect.any(String)], ads: [{ link: site }] }]);
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

describe.each(['meta', 'x'] as const)('an ad at %s, which is made after its campaign', (name) => {
  /** The platform, which takes no ad. */
  function faulty(error: Error): Context {
    const addAd = () => Promise.reject(error);
    const platform: Platform = { ...t.context.platforms[name], addAd };
    return { ...t.context, platforms: { ...t.context.platforms, [name]: platform } };
  }

  it('is waited for where its answer got lost, and made when it can no longer come', async () => {
    const campaignName = `Half at ${name}`;
    const id = await plan(name, campaignName);
    await expect(makeCampaign(faulty(new Unclear('no answer came')), id)).rejects.toThrow('no answer came');
    expect(await read(id)).toMatchObject({ status: 'draft', hasAd: false, problem: 'no answer came' });
    // It may still come: nothing is asked for again, and nothing given up.
    await expect(makeCampaign(t.context, id)).rejects.toThrow('not clear yet');
    await expect(change(id, 'ended')).rejects.toMatchObject({ code: 'ad_provider_unavailable' });
    await t.advance(6 * minute);
    await makeCampaign(t.context, id);
    const campaign = await made(id);
    expect(await atPlatforms(campaignName)).toMatchObject([
      { id: campaign.providerId, groups: [expect.any(String)], ads: [{ link: site }] },
    ]);
  });

  it('is made when there is time for it, without waiting', async () => {
    const campaignName = `Busy at ${name}`;
    const id = await plan(name, campaignName);
    await expect(makeCampaign(faulty(new NotNow('we ask too often')), id)).rejects.toThrow('too often');
    await makeCampaign(t.context, id);
    await made(id);
    expect(await atPlatforms(campaignName)).toMatchObject([{ ads: [{ link: site }] }]);
  });

  it('that is refused leaves a draft, which is given up there too', async () => {
    const campaignName = `Unwanted at ${name}`;
    const id = await plan(name, campaignName);
    const refused = faulty(new Refused('refused with 400: not this'));
    await expect(makeCampaign(refused, id)).rejects.toBeInstanceOf(PermanentFailure);
    expect(await read(id)).toMatchObject({ status: 'draft', problem: 'refused with 400: not this' });
    expect(await atPlatforms(campaignName)).toMatchObject([{ status: 'PAUSED', ads: [] }]);
    expect((await change(id, 'ended')).status).toBe('ended');
    expect(await atPlatforms(campaignName)).toMatchObject([{ status: 'REMOVED' }]);
  });
});

describe('a campaign whose maker dies between two calls', () => {
  /** What is made at each platform, in this order. */
  const steps: Record<'meta' | 'x', string[]> = {
    meta: ['campaigns', 'adsets', 'ads'],
    x: ['campaigns', 'line_items', 'targeting_criteria', 'tweet', 'promoted_tweets'],
  };
  const deaths = (['meta', 'x'] as const).flatMap((name) => steps[name].map((last) => [name, last] as const));

  /** The platform, with all that is made there; of the first time that `last` is, nobody hears. */
  function deadly(name: 'meta' | 'x', last: string): { platform: Platform; made: string[] } {
    const made: string[] = [];
    function note(path: string): void {
      const what = path.split('/').at(-1) as string;
      made.push(what);
      if (what === last && made.indexOf(what) === made.length - 1) throw new Unclear('nobody hears of it');
    }
    if (name === 'x') {
      const { x } = t.context;
      const ask: typeof x.ask = async (method, url, body) => {
        const reply = await x.ask(method, url, body);
        if (method === 'POST') note(url.pathname);
        return reply;
      };
      const account = { accountId: 'sandbox', fundingId: 'sandbox' };
      return { platform: createXAds({ configured: true, ask }, t.sandbox.url, account, () => {}, t.clock), made };
    }
    const real = createApi({ base: t.sandbox.url, note: () => {} });
    const api: Api = {
      read: real.read,
      async write(request, schema) {
        const answer = await real.write(request, schema);
        note(request.path);
        return answer;
      },
    };
    const keys = { accessToken: 'sandbox-token', accountId: '1234567890', pageId: '1234567890' };
    return { platform: createMeta(api, keys), made };
  }

  it.each(deaths)('at %s, after %s: who comes after makes what is missing, and nothing twice', async (name, last) => {
    const { platform, made: done } = deadly(name, last);
    const context: Context = { ...t.context, platforms: { ...t.context.platforms, [name]: platform } };
    const campaignName = `Orphan at ${name}, ${last}`;
    const id = await plan(name, campaignName, ['xrp wallet']);
    await expect(makeCampaign(context, id)).rejects.toThrow('nobody hears of it');
    await t.advance(6 * minute);
    await makeCampaign(context, id);
    const { providerId } = await made(id);
    expect(done).toEqual(steps[name]);
    expect(await atPlatforms(campaignName)).toMatchObject([
      { id: providerId, groups: [expect.any(String)], ads: [{ link: site }] },
    ]);
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
      addAd: async () => {},
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
    const { id, status, hasAd } = await create({ platform: 'rumble', campaignName: 'By hand' });
    expect([status, hasAd]).toEqual(['by_hand', false]);
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
    const idle = await made((await create({ campaignName: 'Unseen' })).id);
    const meta = await made((await create({ campaignName: 'Seen for nothing', platform: 'meta-ads' })).id);
    const unsaid = await made((await create({ campaignName: 'Not spoken of', platform: 'meta-ads' })).id);
    const x = await made((await create({ campaignName: 'Silent', platform: 'x-ads' })).id);
    expect(google.performance).toBeNull();
    await t.control('POST', 'campaigns', { id: google.providerId, spendCents: 1_234, impressions: 500, clicks: 7 });
    await t.control('POST', 'campaigns', { id: meta.providerId, spendCents: 0, impressions: 3, clicks: 0 });
    await readPerformance(t.context);
    const { performance } = await read(google.id);
    expect(performance).toMatchObject({ spend: '12.34', impressions: 500, clicks: 7, ctr: 0.014 });
    // Google has a row of zeros for what was never shown. Meta has none, and no zero is made of that.
    expect((await read(idle.id)).performance).toMatchObject({ spend: '0.00', impressions: 0, clicks: 0, ctr: 0 });
    expect((await read(meta.id)).performance).toMatchObject({ spend: '0.00', impressions: 3, clicks: 0, ctr: 0 });
    expect(await read(unsaid.id)).toMatchObject({ performance: null, problem: null });
    expect((await read(x.id)).performance).toBeNull();

    await t.advance(60 * minute);
    await t.fault('google-ads', 'error');
    await readPerformance(t.context);
    expect((await read(google.id)).performance).toEqual(performance);
    expect((await read(meta.id)).performance?.at).not.toBe(performance?.at);
  });

  it.each(['google-ads', 'meta-ads'] as const)('is a problem where %s does not know one', async (platform) => {
    const { id } = await made((await create({ campaignName: `Gone from ${platform}`, platform })).id);
    const name = platform.replace('-ads', '') as 'google' | 'meta';
    const real = t.context.platforms[name];
    expect(await real.readPerformance(['404'])).toEqual(new Map([['404', null]]));
    const unknown: Platform = { ...real, readPerformance: async (ids) => new Map(ids.map((one) => [one, null])) };
    await readPerformance({ ...t.context, platforms: { ...t.context.platforms, [name]: unknown } });
    expect(await read(id)).toMatchObject({
      problem: 'The platform does not know this campaign any more.',
      performance: null,
    });
    // It is said until it is known again.
    const { providerId } = await read(id);
    await t.control('POST', 'campaigns', { id: providerId, spendCents: 1, impressions: 1, clicks: 1 });
    await readPerformance(t.context);
    expect(await read(id)).toMatchObject({ problem: null, performance: { spend: '0.01' } });
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
    ['adMessage', { adMessage: 'x'.repeat(91) }],
    ['adMessage', { adMessage: 'two\nlines' }],
    ['adMessage', { platform: 'x-ads', adMessage: 'x'.repeat(257) }],
    ['adMessage', { platform: 'meta-ads', adMessage: 'x'.repeat(501) }],
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
