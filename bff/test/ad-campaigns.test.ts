import { describe, expect, it } from 'vitest';
import { refusal } from './browser.ts';
import { eventually, useOperator, useSystem } from './harness.ts';

// The tests choose the visitor's IP address with `x-forwarded-for`.
const system = useSystem({ TRUST_PROXY: 'on' });
const operator = useOperator(system);

describe('campaigns:', () => {
  it('an operator can manage campaigns, and a campaign on a platform without an API opens a task', async () => {
    const body = { platform: 'rumble', campaignName: 'Autumn', budget: 100, keywords: ['xrp'], adMessage: 'Hello' };
    const { id, status } = (await operator.post('/api/ad-campaigns', { ...body, reason: 'the season' })).body;
    expect(status).toBe('by_hand');
    const [made] = (await operator.get('/api/admin/audit?search=the season')).body.entries;
    expect(made).toMatchObject({ what: 'Create a campaign', subject: id, outcome: 'done' });
    await eventually(async () => {
      const { tasks } = (await operator.get('/api/admin/tasks?search=campaign_by_hand')).body;
      expect(tasks.some(({ why }: { why: string }) => why.includes('“Autumn”'))).toBe(true);
    });
    const changed = await operator.send('PATCH', `/api/admin/campaigns/${id}`, { status: 'active', reason: 'it runs' });
    expect(changed.body).toMatchObject({ id, status: 'active' });
    expect((await operator.get('/api/admin/campaigns?platform=rumble')).body.campaigns[0]).toMatchObject({ id });
    expect((await operator.get('/api/admin/dashboard')).body.activeCampaigns).toBe(1);
    await operator.send('PATCH', `/api/admin/campaigns/${id}`, { status: 'ended' });
    await eventually(async () => {
      const { tasks } = (await operator.get('/api/admin/tasks?search=campaign_by_hand')).body;
      const task = tasks.find(({ why }: { why: string }) => why.includes('“Autumn”'));
      expect(task).toMatchObject({ doneBy: 'system', reason: 'The campaign ended.' });
    });
    const unknown = (path: string) => operator.send('PATCH', `/api/admin/campaigns/${path}`, { status: 'paused' });
    expect(refusal(await unknown('nope'))).toEqual([404, 'campaign_not_found']);
    expect(refusal(await unknown('%00'))).toEqual([400, 'invalid_input']);
  });

  it('requests with the same key create one campaign', async () => {
    const body = { platform: 'rumble', campaignName: 'Pressed twice', budget: 20, key: crypto.randomUUID() };
    const send = (changes = {}) => operator.post('/api/ad-campaigns', { ...body, ...changes });
    const ids = (await Promise.all([send(), send(), send()])).map((answer) => answer.body.id);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^campaign_/)));
    expect(new Set(ids).size).toBe(1);
    expect(refusal(await send({ budget: 21 }))).toEqual([409, 'already_exists']);
    // Without a key, each request creates a campaign.
    const [one, two] = [await send({ key: undefined }), await send({ key: undefined })];
    expect(one.body.id).not.toBe(two.body.id);
  });

  it('three concurrent requests for the Robinhood campaign create one campaign', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => operator.post('/api/google-ads/initialize-robinhood')));
    expect(answers.map(({ body }) => body.success)).toEqual([true, true, true]);
    const list = (await operator.get('/api/google-ads/campaigns')).body;
    expect(list).toMatchObject([{ platform: 'google', budget: { amount: '50.00' } }]);
  });

  it('the initial campaigns are created once, and the dashboard then shows advertising as initialized', async () => {
    expect((await operator.get('/api/admin/dashboard')).body.advertisingInitialized).toBe(false);
    await Promise.all([1, 2].map(() => operator.post('/api/initialize-advertising')));
    expect((await operator.get('/api/admin/dashboard')).body.advertisingInitialized).toBe(true);
    expect((await operator.get('/api/google-ads/campaigns')).body).toHaveLength(2);
    expect((await operator.get('/api/ad-automation-status')).body.autoPostEnabled).toBe(true);
  });

  it.each([
    [{ budget: 0 }, 'budget'],
    [{ budget: -1 }, 'budget'],
    [{ budget: 1e9 }, 'budget'],
    [{ keywords: ['two\nlines'] }, 'keywords.0'],
    [{ campaignName: '' }, 'campaignName'],
    [{ adMessage: 'x'.repeat(91) }, 'adMessage'],
  ])('a campaign with %j is refused', async (wrong, field) => {
    const body = { platform: 'google-ads', campaignName: 'Autumn', budget: 100, ...wrong };
    const answer = await operator.post('/api/ad-campaigns', body);
    expect(refusal(answer)).toEqual([400, 'invalid_input']);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });
});

describe('posts:', () => {
  it('an operator can preview the next post, request a post, and list past posts', async () => {
    expect((await operator.get('/api/preview-next-ad')).body).toHaveProperty('preview');
    const { success, message } = (await operator.post('/api/safe-ad-post', { reason: 'a try' })).body;
    expect([typeof success, typeof message]).toEqual(['boolean', 'string']);
    expect((await operator.post('/api/x-ads/daily-post')).status).toBe(200);
    const status = (await operator.get('/api/ad-automation-status')).body;
    for (const field of ['autoPostEnabled', 'canPost', 'nextPostTime', 'totalPosts', 'adPoolSize', 'lastPost']) {
      expect(status).toHaveProperty(field);
    }
    expect((await operator.get('/api/admin/ad-posts')).status).toBe(200);
  });

  it('an operator can switch automatic posting off, and the audit trail contains the reason', async () => {
    const off = await operator.send('PATCH', '/api/admin/ad-automation', {
      autoPostEnabled: false,
      reason: 'complaints',
    });
    expect(off.body).toMatchObject({ autoPostEnabled: false, canPost: false });
    const [entry] = (await operator.get('/api/admin/audit?search=complaints')).body.entries;
    expect(entry).toMatchObject({ action: 'PATCH /api/admin/ad-automation', outcome: 'done' });
  });

  it('an operator can retire a text of the pool, and gets ad_not_found for an unknown text', async () => {
    const { variations } = (await operator.get('/api/admin/ad-variations?limit=1')).body;
    const [{ id }] = variations;
    const retired = await operator.send('PATCH', `/api/admin/ad-variations/${id}`, { retired: true });
    expect(retired.body.retiredAt).not.toBeNull();
    expect((await operator.send('PATCH', '/api/admin/ad-variations/nope', { retired: true })).body.code).toBe(
      'ad_not_found',
    );
  });
});
