import { randomUUID } from 'node:crypto';
import { presetAdMessages, searchAd } from '@xrp-bridge/contracts/ad-plan';
import { adsApi, type Campaign, CampaignCreated, CampaignEnded } from '@xrp-bridge/contracts/ads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCampaign } from '../src/use-cases/make-campaign.ts';
import { campaignBody, eventually, site, useCampaigns } from './campaign-harness.ts';
import { startAds } from './harness.ts';

/** The texts of an ad at each platform, for a given message. */
const shownAt = {
  'google-ads': (message: string) => [...searchAd.headlines, message, searchAd.description],
  'meta-ads': (message: string) => [message, searchAd.headlines[0]],
  'x-ads': (message: string) => [`${message} ${site}`],
} as const;

const { t, read, create, change, untilCreated, atPlatforms, plan } = useCampaigns();

describe.each(['google-ads', 'meta-ads', 'x-ads'] as const)('a campaign at %s', (platform) => {
  const provider = platform === 'google-ads' ? 'google-ads' : platform.replace('-ads', '');

  it('is created paused, with a name that ends with a part of our id', async () => {
    const campaignName = `Made at ${platform}`;
    const { id, status } = await create({ platform, campaignName });
    expect(status).toBe('draft');
    const campaign = await untilCreated(id);
    expect(campaign.hasAd).toBe(true);
    const [there, ...others] = await atPlatforms(campaignName);
    expect(others).toEqual([]);
    expect(there).toMatchObject({ id: campaign.providerId, status: 'PAUSED', budgetCents: 5_000 });
    expect(there?.name).toBe(`${campaignName} [${id.slice(-12)}]`);
    // Meta receives no keywords.
    expect(there?.keywords).toEqual(platform === 'meta-ads' ? [] : ['xrp wallet', 'move xrp']);
    expect(there?.groups).toHaveLength(1);
    expect(there?.ads).toMatchObject([{ texts: shownAt[platform]('Your own wallet.'), link: site }]);
    const events = await t.events(CampaignCreated);
    const created = events.filter(({ campaignId }) => campaignId === id);
    expect(created).toEqual([
      { campaignId: id, platform: campaign.platform, budgetCents: 5_000, status: 'paused', todo: null },
    ]);
  });

  it.each(['unanswered', 'error-after'])(
    'is created only once, even if the first response is lost (%s)',
    async (lie) => {
      const campaignName = `Lost at ${platform} ${lie}`;
      await t.fault(provider, 'lying', { lie });
      const { id } = await create({ platform, campaignName });
      await eventually(async () => expect((await read(id)).problem).not.toBeNull());
      expect((await read(id)).status).toBe('draft');
      await t.heal(provider);
      await makeCampaign(t.context, id);
      const campaign = await untilCreated(id);
      expect(campaign.problem).toBeNull();
      expect(await atPlatforms(campaignName)).toMatchObject([{ id: campaign.providerId, ads: [{ link: site }] }]);
    },
  );

  it('has the first preset message if its message is empty', async () => {
    const campaignName = `Wordless at ${platform}`;
    await untilCreated((await create({ platform, campaignName, adMessage: '' })).id);
    const [there] = await atPlatforms(campaignName);
    expect(there?.ads).toMatchObject([{ texts: shownAt[platform](presetAdMessages[0]) }]);
  });

  it('is created only once by concurrent attempts', async () => {
    const name = `Twice at ${platform}`;
    const id = await plan(provider === 'google-ads' ? 'google' : (provider as 'meta' | 'x'), name);
    const tries = t.instances.flatMap(({ context }) => [makeCampaign(context, id), makeCampaign(context, id)]);
    const ended = await Promise.allSettled(tries);
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    await untilCreated(id);
    expect(await atPlatforms(name)).toMatchObject([{ groups: [expect.any(String)], ads: [{ link: site }] }]);
  });

  it('can be started, paused and ended, but not started again after its end', async () => {
    const campaignName = `Moved at ${platform}`;
    const { id } = await create({ platform, campaignName });
    await untilCreated(id);
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

  it('stays paused if the platform fails when the campaign is started', async () => {
    const { id } = await create({ platform, campaignName: `Deaf ${platform}` });
    await untilCreated(id);
    await t.fault(provider, 'error');
    await expect(change(id, 'active')).rejects.toMatchObject({ code: 'ad_provider_unavailable' });
    expect((await read(id)).status).toBe('paused');
  });
});

describe('a campaign at a platform without an API', () => {
  it('emits instructions with all its texts, and can be marked as running', async () => {
    const { id, status, hasAd } = await create({ platform: 'rumble', campaignName: 'By hand' });
    expect([status, hasAd]).toEqual(['by_hand', false]);
    const [created] = (await t.events(CampaignCreated)).filter(({ campaignId }) => campaignId === id);
    for (const text of ['By hand', 'Your own wallet.', 'Holders of XRP', 'xrp wallet', '$50.00']) {
      expect(created?.todo).toContain(text);
    }
    expect((await change(id, 'active')).status).toBe('active');
  });
});

it('the end of a campaign is emitted once, also for a draft', async () => {
  const { id } = await create({ platform: 'rumble', campaignName: 'Over' });
  await Promise.all([1, 2, 3].map(() => change(id, 'ended')));
  const draft = await plan('x', 'Never made');
  await change(draft, 'ended');
  const paused = await create({ platform: 'rumble', campaignName: 'Not over' });
  await change(paused.id, 'paused');
  const ended = (await t.events(CampaignEnded)).filter(({ campaignId }) => [id, draft, paused.id].includes(campaignId));
  expect(ended).toHaveLength(2);
  expect(ended).toContainEqual({ campaignId: id, platform: 'rumble' });
  expect(ended).toContainEqual({ campaignId: draft, platform: 'x' });
});

describe('creation of campaigns', () => {
  it('returns the first campaign for every request with the same key', async () => {
    const input = { campaignName: 'Sent again', platform: 'rumble', key: randomUUID() };
    const sent = await Promise.all(
      t.instances.flatMap(({ client }) =>
        [1, 2, 3].map(() => client.call(adsApi.createCampaign, { body: campaignBody(input) })),
      ),
    );
    const [{ id }] = sent as [Campaign];
    expect(sent.map((campaign) => campaign.id)).toEqual(sent.map(() => id));
    const { campaigns } = await t.client.call(adsApi.listCampaigns, { query: { search: 'Sent again' } });
    expect(campaigns.map((campaign) => campaign.id)).toEqual([id]);
    expect((await t.events(CampaignCreated)).filter(({ campaignId }) => campaignId === id)).toHaveLength(1);
    // A repeated request also returns the campaign after it was started.
    await change(id, 'active');
    expect(await create(input)).toMatchObject({ id, status: 'active' });
    for (const other of [{ budget: 51 }, { keywords: ['xrp wallet'] }, { adMessage: '' }]) {
      await expect(create({ ...input, ...other })).rejects.toMatchObject({ code: 'already_exists' });
    }
  });

  it('plans the first campaigns once for concurrent requests', async () => {
    const other = await startAds({ instances: 2 });
    onTestFinished(() => other.stop());
    const callAll = (route: typeof adsApi.initializeAdvertising | typeof adsApi.initializeRobinhood) =>
      Promise.all(other.instances.flatMap(({ client }) => [1, 2, 3].map(() => client.call(route))));
    const answers = [...(await callAll(adsApi.initializeAdvertising)), ...(await callAll(adsApi.initializeRobinhood))];
    expect(answers.every(({ success }) => success)).toBe(true);
    // Only one call plans the campaigns. Jobs create them later, and a person creates the campaign at Rumble.
    const planned = answers.filter(({ message }) => message.startsWith('Creating 4 paused campaigns'));
    expect(planned).toHaveLength(1);
    const list = () => other.client.call(adsApi.listCampaigns).then(({ campaigns }) => campaigns);
    expect((await list()).map(({ platform, budget }) => [platform, budget.amount]).sort()).toEqual([
      ['google', '50.00'],
      ['google', '50.00'],
      ['meta', '30.00'],
      ['rumble', '20.00'],
      ['x', '25.00'],
    ]);
    expect((await other.client.call(adsApi.readAdTotals)).advertisingInitialized).toBe(true);
    expect((await other.automation()).autoPostEnabled).toBe(true);

    // A later call does not enable posting again.
    await other.setAutomation({ autoPostEnabled: false });
    await other.client.call(adsApi.initializeAdvertising);
    expect((await other.automation()).autoPostEnabled).toBe(false);
    expect(await list()).toHaveLength(5);
  });
});

describe('input of a campaign', () => {
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
  ])('is rejected with the name of the invalid field: %s', async (field, wrong) => {
    await expect(create(wrong)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ field }] });
  });

  it('may contain HTML, which is stored as text', async () => {
    const adMessage = '<script>alert(1)</script> & "quotes" ’—';
    expect((await create({ adMessage, campaignName: '<b>Bold</b>' })).adMessage).toBe(adMessage);
  });

  it('is rejected with campaign_not_found if the campaign id is unknown', async () => {
    for (const id of ['nope', 'campaign_', "' or 1=1", 'x'.repeat(200)]) {
      await expect(change(id, 'paused')).rejects.toMatchObject({ code: 'campaign_not_found' });
    }
  });
});
