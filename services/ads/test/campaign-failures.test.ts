import { adsApi } from '@xrp-bridge/contracts/ads';
import { PermanentFailure } from '@xrp-bridge/runtime';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../src/context.ts';
import { platformKeys } from '../src/platform-settings.ts';
import { type Api, createApi, NotNow, Refused, Unclear } from '../src/platforms/api.ts';
import { createMeta } from '../src/platforms/meta.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { createXAds } from '../src/platforms/x-ads.ts';
import { changeCampaign, makeCampaign } from '../src/use-cases/make-campaign.ts';
import { readPerformance } from '../src/use-cases/read-performance.ts';
import { campaignBody, eventually, site, useCampaigns } from './campaign-harness.ts';
import { day, minute, startAds } from './harness.ts';

const { t, read, create, change, untilCreated, atPlatforms, plan } = useCampaigns();

describe.each(['meta', 'x'] as const)('an ad at %s, created by a separate request after its campaign,', (name) => {
  /** Returns a context whose platform rejects every ad. */
  function faulty(error: Error): Context {
    const addAd = () => Promise.reject(error);
    const platform: Platform = { ...t.context.platforms[name], addAd };
    return { ...t.context, platforms: { ...t.context.platforms, [name]: platform } };
  }

  it('is requested again if the response was lost, but only when the first request can no longer succeed', async () => {
    const campaignName = `Half at ${name}`;
    const id = await plan(name, campaignName);
    await expect(makeCampaign(faulty(new Unclear('We didn’t get the ad platform’s response.')), id)).rejects.toThrow(
      'We didn’t get the ad platform’s response.',
    );
    expect(await read(id)).toMatchObject({
      status: 'draft',
      hasAd: false,
      problem: 'We didn’t get the ad platform’s response.',
    });
    // The request may still take effect, so it is not repeated, and the campaign cannot be ended.
    await expect(makeCampaign(t.context, id)).rejects.toThrow('don’t know yet');
    await expect(change(id, 'ended')).rejects.toMatchObject({ code: 'ad_provider_unavailable' });
    await t.advance(6 * minute);
    await makeCampaign(t.context, id);
    const campaign = await untilCreated(id);
    expect(await atPlatforms(campaignName)).toMatchObject([
      { id: campaign.providerId, groups: [expect.any(String)], ads: [{ link: site }] },
    ]);
  });

  it('is requested again without a delay after a rate limit', async () => {
    const campaignName = `Busy at ${name}`;
    const id = await plan(name, campaignName);
    await expect(makeCampaign(faulty(new NotNow('We sent too many requests.')), id)).rejects.toThrow(
      'too many requests',
    );
    await makeCampaign(t.context, id);
    await untilCreated(id);
    expect(await atPlatforms(campaignName)).toMatchObject([{ ads: [{ link: site }] }]);
  });

  it('can be refused: the campaign stays a draft, and ending the draft removes the campaign at the platform', async () => {
    const campaignName = `Unwanted at ${name}`;
    const id = await plan(name, campaignName);
    const refused = faulty(new Refused('The ad platform refused our request with error 400: not this.'));
    await expect(makeCampaign(refused, id)).rejects.toBeInstanceOf(PermanentFailure);
    expect(await read(id)).toMatchObject({
      status: 'draft',
      problem: 'The ad platform refused our request with error 400: not this.',
    });
    expect(await atPlatforms(campaignName)).toMatchObject([{ status: 'PAUSED', ads: [] }]);
    expect((await change(id, 'ended')).status).toBe('ended');
    expect(await atPlatforms(campaignName)).toMatchObject([{ status: 'REMOVED' }]);
  });
});

describe('a campaign whose creation stops between two requests', () => {
  /** The entities of a campaign at each platform, in the order of their creation. */
  const steps: Record<'meta' | 'x', string[]> = {
    meta: ['campaigns', 'adsets', 'ads'],
    x: ['campaigns', 'line_items', 'targeting_criteria', 'tweet', 'promoted_tweets'],
  };
  const crashes = (['meta', 'x'] as const).flatMap((name) => steps[name].map((last) => [name, last] as const));

  /**
   * Returns a platform, and the list of the entities that it has created.
   * The platform loses the response when it first creates a `last`.
   */
  function losing(name: 'meta' | 'x', last: string): { platform: Platform; created: string[] } {
    const created: string[] = [];
    function record(path: string): void {
      const what = path.split('/').at(-1) as string;
      created.push(what);
      if (what === last && created.indexOf(what) === created.length - 1) throw new Unclear('nobody hears of it');
    }
    if (name === 'x') {
      const { x } = t.context;
      const request: typeof x.request = async (method, url, body) => {
        const reply = await x.request(method, url, body);
        if (method === 'POST') record(url.pathname);
        return reply;
      };
      const account = { accountId: 'sandbox', fundingId: 'sandbox' };
      return {
        platform: createXAds({ configured: true, request }, t.sandbox.url, account, () => {}, t.clock),
        created,
      };
    }
    const real = createApi({ base: t.sandbox.url, report: () => {} });
    const api: Api = {
      read: real.read,
      async write(request, schema) {
        const answer = await real.write(request, schema);
        record(request.path);
        return answer;
      },
    };
    const keys = { accessToken: 'sandbox-token', accountId: '1234567890', pageId: '1234567890' };
    return { platform: createMeta(api, keys), created };
  }

  it.each(crashes)(
    'is completed without duplicates by the next attempt: at $0 after the request for $1',
    async (name, last) => {
      const { platform, created } = losing(name, last);
      const context: Context = { ...t.context, platforms: { ...t.context.platforms, [name]: platform } };
      const campaignName = `Orphan at ${name}, ${last}`;
      const id = await plan(name, campaignName, ['xrp wallet']);
      await expect(makeCampaign(context, id)).rejects.toThrow('nobody hears of it');
      await t.advance(6 * minute);
      await makeCampaign(context, id);
      const { providerId } = await untilCreated(id);
      expect(created).toEqual(steps[name]);
      expect(await atPlatforms(campaignName)).toMatchObject([
        { id: providerId, groups: [expect.any(String)], ads: [{ link: site }] },
      ]);
    },
  );
});

describe('a campaign whose request gets no response', () => {
  /** Returns a platform without campaigns that loses every response. */
  function unresponsive(): Platform & { requests: number } {
    return {
      requests: 0,
      configured: true,
      find: async () => null,
      async create() {
        this.requests += 1;
        throw new Unclear('We didn’t get the ad platform’s response.');
      },
      addAd: async () => {},
      setStatus: async () => {},
      readPerformance: async () => new Map(),
    };
  }

  it('is requested again only when the first request can no longer take effect', async () => {
    const google = unresponsive();
    const context: Context = { ...t.context, platforms: { ...t.context.platforms, google } };
    const id = await plan('google', 'Never came');
    await expect(makeCampaign(context, id)).rejects.toThrow('We didn’t get the ad platform’s response.');
    await expect(makeCampaign(context, id)).rejects.toThrow('don’t know yet');
    await t.advance(4 * minute);
    await expect(makeCampaign(context, id)).rejects.toThrow('don’t know yet');
    expect(google.requests).toBe(1);
    await t.advance(2 * minute);
    await expect(makeCampaign(context, id)).rejects.toThrow('We didn’t get the ad platform’s response.');
    expect(google.requests).toBe(2);
    // A campaign that may exist at its platform cannot be ended.
    await expect(change(id, 'ended')).rejects.toMatchObject({ code: 'ad_provider_unavailable' });
  });
});

describe('a campaign that its platform refuses', () => {
  it('is not requested again automatically, and shows the platform’s reason', async () => {
    const noKeys = Object.fromEntries(platformKeys['Google Ads'].map((name) => [name, undefined]));
    const other = await startAds({ environment: { META_ACCESS_TOKEN: 'wrong', ...noKeys } });
    onTestFinished(() => other.stop());
    const call = (platform: string) =>
      other.client.call(adsApi.createCampaign, { body: campaignBody({ platform, campaignName: 'Refused' }) });
    const [meta, google] = [await call('meta-ads'), await call('google-ads')];
    const problems = () =>
      other.client
        .call(adsApi.listCampaigns)
        .then(({ campaigns }) => Object.fromEntries(campaigns.map(({ id, problem }) => [id, problem])));
    await eventually(async () =>
      expect(await problems()).toEqual({
        [meta.id]: expect.stringContaining('Invalid OAuth access token'),
        [google.id]: 'This platform’s API keys aren’t set up.',
      }),
    );
    await expect(makeCampaign(other.context, meta.id)).rejects.toBeInstanceOf(PermanentFailure);
    await eventually(async () => expect((await other.context.queues.listFailed()).length).toBe(2));
    // The campaign does not exist at the platform, so it can be ended.
    const ended = await other.client.call(adsApi.changeCampaign, {
      params: { id: meta.id },
      body: { status: 'ended' },
    });
    expect(ended.status).toBe('ended');
  });
});

describe('a campaign that was removed at its platform', () => {
  const change = (found: string | null, error: Error) => {
    const x: (typeof t.context.platforms)['x'] = {
      ...t.context.platforms.x,
      setStatus: () => Promise.reject(error),
      find: async () => found,
    };
    return (id: string, status: 'active' | 'ended') =>
      changeCampaign({ ...t.context, platforms: { ...t.context.platforms, x } }, id, status);
  };
  const refused = new Refused('The ad platform refused our request with error 404: NOT_FOUND.');

  it('can be ended in our list, but not started', async () => {
    const { id } = await untilCreated((await create({ platform: 'x-ads', campaignName: 'Removed there' })).id);
    const unavailable = { code: 'ad_provider_unavailable' };
    await expect(change(null, refused)(id, 'active')).rejects.toMatchObject(unavailable);
    // The first platform still has the campaign. The second does not reveal whether the campaign exists.
    await expect(change('123', refused)(id, 'ended')).rejects.toMatchObject(unavailable);
    await expect(
      change(null, new Unclear('We didn’t get the ad platform’s response.'))(id, 'ended'),
    ).rejects.toMatchObject(unavailable);
    expect((await change(null, refused)(id, 'ended')).status).toBe('ended');
  });
});

describe('the performance of a campaign', () => {
  it('contains the reported values and their age, and is zero only if the platform reported zero', async () => {
    const google = await untilCreated((await create({ campaignName: 'Seen' })).id);
    const idle = await untilCreated((await create({ campaignName: 'Unseen' })).id);
    const meta = await untilCreated((await create({ campaignName: 'Seen for nothing', platform: 'meta-ads' })).id);
    const unreported = await untilCreated((await create({ campaignName: 'Not spoken of', platform: 'meta-ads' })).id);
    expect(google.performance).toBeNull();
    await t.control('POST', 'campaigns', { id: google.providerId, spendCents: 1_234, impressions: 500, clicks: 7 });
    await t.control('POST', 'campaigns', { id: meta.providerId, spendCents: 0, impressions: 3, clicks: 0 });
    await readPerformance(t.context);
    const { performance } = await read(google.id);
    expect(performance).toMatchObject({ spend: '12.34', impressions: 500, clicks: 7, ctr: 0.014 });
    // Google returns a row of zeros for a campaign that was never shown. Meta returns no row, so the values are
    // unknown.
    expect((await read(idle.id)).performance).toMatchObject({ spend: '0.00', impressions: 0, clicks: 0, ctr: 0 });
    expect((await read(meta.id)).performance).toMatchObject({ spend: '0.00', impressions: 3, clicks: 0, ctr: 0 });
    expect(await read(unreported.id)).toMatchObject({ performance: null, problem: null });

    await t.advance(60 * minute);
    await t.fault('google-ads', 'error');
    await readPerformance(t.context);
    expect((await read(google.id)).performance).toEqual(performance);
    expect((await read(meta.id)).performance?.at).not.toBe(performance?.at);
  });

  it('is summed over weeks for X, and is not updated if the request for one week fails', async () => {
    await t.toNoon();
    const x = await untilCreated((await create({ campaignName: 'Seen for weeks', platform: 'x-ads' })).id);
    const idle = await untilCreated((await create({ campaignName: 'Never shown', platform: 'x-ads' })).id);
    const count = (spendCents: number, impressions: number, clicks: number) =>
      t.control('POST', 'campaigns', { id: x.providerId, spendCents, impressions, clicks });
    await count(250.5, 40, 2);
    await t.advance(10 * day);
    await count(1_000, 90, 2);
    await t.advance(10 * day);
    await count(1_001, 91, 3);
    // X reports whole hours, and the current hour is not over.
    await readPerformance(t.context);
    expect((await read(x.id)).performance).toMatchObject({ spend: '10.00', impressions: 90, clicks: 2 });
    await t.advance(60 * minute);
    await readPerformance(t.context);
    const { performance } = await read(x.id);
    expect(performance).toMatchObject({ spend: '10.01', impressions: 91, clicks: 3 });
    expect(await read(idle.id)).toMatchObject({ performance: null, problem: null });

    await t.advance(60 * minute);
    const { x: real } = t.context.platforms;
    const gateway = t.context.x;
    let weeks = 0;
    const request: typeof gateway.request = async (method, url, batch) => {
      const reply = await gateway.request(method, url, batch);
      return url.pathname.includes('/stats/') && ++weeks > 2 ? { ...reply, status: 503 } : reply;
    };
    const account = { accountId: 'sandbox', fundingId: 'sandbox' };
    const failing = {
      ...real,
      ...createXAds({ configured: true, request }, t.sandbox.url, account, () => {}, t.clock),
    };
    await readPerformance({ ...t.context, platforms: { ...t.context.platforms, x: failing } });
    expect((await read(x.id)).performance).toEqual(performance);
  });

  it.each(['google-ads', 'meta-ads', 'x-ads'] as const)(
    'is null if the campaign is missing at %s, and the campaign shows a problem',
    async (platform) => {
      const { id } = await untilCreated((await create({ campaignName: `Gone from ${platform}`, platform })).id);
      const name = platform.replace('-ads', '') as 'google' | 'meta' | 'x';
      const real = t.context.platforms[name];
      expect(await real.readPerformance([{ providerId: '404', createdAt: t.clock() }])).toEqual(
        new Map([['404', null]]),
      );
      const unknown: Platform = {
        ...real,
        readPerformance: async (all) => new Map(all.map(({ providerId }) => [providerId, null])),
      };
      await readPerformance({ ...t.context, platforms: { ...t.context.platforms, [name]: unknown } });
      expect(await read(id)).toMatchObject({
        problem: 'The platform no longer has this campaign.',
        performance: null,
      });
      // The problem remains until the platform returns the campaign again.
      const { providerId } = await read(id);
      await t.control('POST', 'campaigns', { id: providerId, spendCents: 1, impressions: 1, clicks: 1 });
      await t.advance(60 * minute);
      await readPerformance(t.context);
      expect(await read(id)).toMatchObject({ problem: null, performance: { spend: '0.01' } });
    },
  );
});
