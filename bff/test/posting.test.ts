import { describe, expect, it } from 'vitest';
import { refusal } from './browser.ts';
import { useOperator, useSystem } from './harness.ts';

const system = useSystem();
const operator = useOperator(system);

const postsOnX = async () =>
  ((await system.control('GET', 'state')) as { posts: { id: string; text: string }[] }).posts;
const automation = async () => (await operator.get('/api/ad-automation-status')).body;
const fault = (kind: string, forMs: number) => system.control('POST', 'faults', { provider: 'x', kind, forMs });

/** An hour that is 12 hours away, so that no schedule posts during the tests. */
const distantHour = (new Date().getUTCHours() + 12) % 24;

describe('automatic posting', () => {
  it('is off until an operator switches it on', async () => {
    expect(await automation()).toMatchObject({
      autoPostEnabled: false,
      canPost: false,
      nextPostTime: null,
      totalPosts: 0,
      lastPost: null,
      adPoolSize: expect.any(Number),
    });
    const refused = await operator.post('/api/safe-ad-post');
    expect(refused).toMatchObject({
      status: 200,
      body: { success: false, message: 'Auto-posting is off.' },
    });
    const windows = [{ name: 'Far away', fromHour: distantHour, toHour: distantHour + 1 }];
    const changes = { autoPostEnabled: true, windows, reason: 'We begin' };
    expect(await operator.send('PATCH', '/api/admin/ad-automation', changes)).toMatchObject({
      status: 200,
      body: { autoPostEnabled: true, canPost: true, whyNot: null, windows },
    });
    expect(await postsOnX()).toEqual([]);
  });

  it('posts the previewed ad only once for three simultaneous requests', async () => {
    expect(await operator.post('/api/x-ads/daily-post')).toMatchObject({
      status: 200,
      body: { success: false, message: 'It’s outside posting hours.' },
    });
    const { preview } = (await operator.get('/api/preview-next-ad')).body;
    // Three requests at the same time, as from repeated clicks.
    const clicks = await Promise.all([1, 2, 3].map(() => operator.post('/api/safe-ad-post', { reason: 'Now' })));
    expect(clicks.filter(({ body }) => body.success)).toHaveLength(1);
    const [post, ...others] = await postsOnX();
    expect(others).toEqual([]);
    expect(post?.text).toBe(preview.message);
    expect(await automation()).toMatchObject({
      canPost: false,
      whyNot: 'cooldown',
      totalPosts: 1,
      lastPost: { ad: preview.message, timestamp: expect.any(String), window: 'Manual' },
    });
    const { posts } = (await operator.get('/api/admin/ad-posts')).body;
    expect(posts).toMatchObject([
      { text: preview.message, trigger: 'operator', operator: 'Olga', status: 'posted', postId: post?.id },
    ]);
    const { entries } = (await operator.get('/api/admin/audit')).body;
    const reasons = entries.map(({ operator: who, reason }: { operator: string; reason: string }) => [who, reason]);
    expect(reasons).toContainEqual(['Olga', 'We begin']);
    expect(reasons.filter(([, reason]: string[]) => reason === 'Now')).toHaveLength(3);
  });
});

describe('the pool of ad texts', () => {
  const add = (body: object) => operator.post('/api/admin/ad-variations', body);

  it('accepts a new text, and refuses a near duplicate', async () => {
    const text = 'Ad: Six herons stand in the rain';
    const added = await add({ theme: 'herons', text, reason: 'Autumn' });
    expect(added).toMatchObject({ status: 201, body: { theme: 'herons', text, weightedLength: text.length } });
    const again = await add({ theme: 'herons', text: `${text}!` });
    expect(refusal(again)).toEqual([409, 'already_exists']);
    expect(again.body.errors).toMatchObject([{ field: 'text', code: 'near_duplicate' }]);
    const edited = await operator.send('PATCH', `/api/admin/ad-variations/${added.body.id}`, { retired: true });
    expect(edited).toMatchObject({ status: 200, body: { retiredAt: expect.any(String) } });
    const { variations } = (await operator.get('/api/admin/ad-variations?search=herons')).body;
    expect(variations).toHaveLength(1);
  });

  it.each<[string, object, string, string]>([
    ['281 characters', { theme: 'x', text: `Ad: ${'a'.repeat(277)}` }, 'text', 'too_long'],
    ['139 emoji and the “Ad:” marker', { theme: 'x', text: `Ad: ${'👋'.repeat(139)}` }, 'text', 'too_long'],
    ['HTML', { theme: 'x', text: 'Ad: <img src=x onerror=alert(1)>' }, 'text', 'markup'],
    ['no “Ad:” marker', { theme: 'x', text: 'We guide you.' }, 'text', 'no_disclosure'],
    ['a promise', { theme: 'x', text: 'Ad: guaranteed.' }, 'text', 'promise'],
    ['no text', { theme: 'x' }, 'text', 'invalid_type'],
    ['an invalid theme', { theme: 'X Y', text: 'Ad: hello there' }, 'theme', 'invalid_format'],
    ['an unknown field', { theme: 'x', text: 'Ad: hello there', timesPosted: 5 }, 'timesPosted', 'unknown_field'],
  ])('refuses an ad with %s', async (_what, body, field, code) => {
    const before = (await automation()).adPoolSize;
    const refused = await add(body);
    expect(refusal(refused)).toEqual([400, 'invalid_input']);
    expect(refused.body.errors).toMatchObject([{ field, code }]);
    expect((await automation()).adPoolSize).toBe(before);
  });

  it('answers 404 for an unknown id', async () => {
    for (const id of ['var_1', '%00', `var_${'0'.repeat(32)}`]) {
      const answer = await operator.send('PATCH', `/api/admin/ad-variations/${id}`, { retired: true });
      expect(refusal(answer)).toEqual([404, 'ad_not_found']);
    }
  });
});

describe('the connection test for X', () => {
  it('returns the answers of X', async () => {
    expect((await operator.get('/api/test-x-api')).body).toMatchObject({
      success: true,
      status: 200,
      result: { data: { username: 'sandbox' } },
    });
    const posted = await operator.post('/api/test-x-post', { message: 'Hello from a test' });
    expect(posted.body).toMatchObject({ success: true, status: 201 });
    expect((await postsOnX())[0]?.text).toBe('Hello from a test');
    expect((await operator.get('/api/x-rate-limits')).body).toMatchObject({
      success: true,
      result: { 'POST /2/tweets': { limit: 100 } },
    });
    const campaign = { campaignName: 'A try', budget: 50, keywords: ['one', 'two', 'three'] };
    expect((await operator.post('/api/test-x-ad', campaign)).status).toBe(200);
  });

  it('reports a failure while X is down', async () => {
    await fault('down', 600_000);
    try {
      expect((await operator.get('/api/test-x-api')).body).toMatchObject({ success: false, status: null });
      expect((await operator.post('/api/test-x-post', { message: 'Nobody hears this' })).body).toMatchObject({
        success: false,
        status: null,
      });
    } finally {
      await fault('down', 0);
    }
    const { providers } = (await operator.get('/api/admin/providers')).body;
    expect(providers).toContainEqual(
      expect.objectContaining({ name: 'X', configured: true, lastError: expect.stringContaining('X didn’t respond') }),
    );
  });

  it('refuses an empty text, and a text of 281 characters as X counts them', async () => {
    for (const [message, code] of [
      [`${'👋'.repeat(140)}a`, 'too_long'],
      ['  ', 'too_small'],
      ['a'.repeat(1_121), 'too_big'],
    ]) {
      const refused = await operator.post('/api/test-x-post', { message });
      expect(refusal(refused)).toEqual([400, 'invalid_input']);
      expect(refused.body.errors).toMatchObject([{ field: 'message', code }]);
    }
  });

  it.each<[string, object]>([
    ['budget', { budget: 0 }],
    ['budget', { budget: -1 }],
    ['budget', { budget: 1e9 }],
    ['keywords.1', { keywords: ['one', 'two\nlines', 'three'] }],
  ])('refuses a campaign with the invalid field %s: %j', async (field, changes) => {
    const campaign = { campaignName: 'A try', budget: 50, keywords: ['one', 'two', 'three'], ...changes };
    const refused = await operator.post('/api/test-x-ad', campaign);
    expect(refusal(refused)).toEqual([400, 'invalid_input']);
    expect(refused.body.errors).toMatchObject([{ field }]);
  });
});
