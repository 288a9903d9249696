import { randomUUID } from 'node:crypto';
import { presetAdMessages, searchAd } from '@xrp-bridge/contracts/ad-plan';
import { adsApi, type Campaign, CampaignCreated, CampaignEnded } from '@xrp-bridge/contracts/ads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCampaign } from '../src/use-cases/make-campaign.ts';
import { campaignBody, eventually, site, useCampaigns } from './campaign-harness.ts';
import { startAds } from './harness.ts';

/** What each platform shows of a message. */
const shownAt = {
  'google-ads': (message: string) => [...searchAd.headlines, message, searchAd.description],
  'meta-ads': (message: string) => [message, searchAd.headlines[0]],
  'x-ads': (message: string) => [`${message} ${site}`],
} as const;

const { t, read, create, change, made, atPlatforms, plan } = useCampaigns();

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

it('that a campaign has ended is told once, also of one that was never made', async () => {
  const { id } = await create({ platform: 'rumble', campaignName: 'Over' });
  await Promise.all([1, 2, 3].map(() => change(id, 'ended')));
  const draft = await plan('x', 'Never made');
  await change(draft, 'ended');
  const paused = await create({ platform: 'rumble', campaignName: 'Not over' });
  await change(paused.id, 'paused');
  const told = (await t.events(CampaignEnded)).filter(({ campaignId }) => [id, draft, paused.id].includes(campaignId));
  expect(told).toHaveLength(2);
  expect(told).toContainEqual({ campaignId: id, platform: 'rumble' });
  expect(told).toContainEqual({ campaignId: draft, platform: 'x' });
});

describe('what is made once', () => {
  it('is what an operator asks for, however often it is sent with one key', async () => {
    const asked = { campaignName: 'Sent again', platform: 'rumble', key: randomUUID() };
    const sent = await Promise.all(
      t.instances.flatMap(({ client }) =>
        [1, 2, 3].map(() => client.call(adsApi.createCampaign, { body: campaignBody(asked) })),
      ),
    );
    const [{ id }] = sent as [Campaign];
    expect(sent.map((campaign) => campaign.id)).toEqual(sent.map(() => id));
    const { campaigns } = await t.client.call(adsApi.listCampaigns, { query: { search: 'Sent again' } });
    expect(campaigns.map((campaign) => campaign.id)).toEqual([id]);
    expect((await t.events(CampaignCreated)).filter(({ campaignId }) => campaignId === id)).toHaveLength(1);
    // Also when it has been started since.
    await change(id, 'active');
    expect(await create(asked)).toMatchObject({ id, status: 'active' });
    for (const other of [{ budget: 51 }, { keywords: ['xrp wallet'] }, { adMessage: '' }]) {
      await expect(create({ ...asked, ...other })).rejects.toMatchObject({ code: 'already_exists' });
    }
  });

  it('is made once by many who ask at a time', async () => {
    const other = await startAds({ instances: 2 });
    onTestFinished(() => other.stop());
    const asks = (route: typeof adsApi.initializeAdvertising | typeof adsApi.initializeRobinhood) =>
      Promise.all(other.instances.flatMap(({ client }) => [1, 2, 3].map(() => client.call(route))));
    const answers = [...(await asks(adsApi.initializeAdvertising)), ...(await asks(adsApi.initializeRobinhood))];
    expect(answers.every(({ success }) => success)).toBe(true);
    // At a platform there is none yet: jobs make them, and a person what is at Rumble.
    const planned = answers.filter(({ message }) => message.startsWith('4 campaigns are planned: each is made paused'));
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
