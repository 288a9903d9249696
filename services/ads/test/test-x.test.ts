import { adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createXAds } from '../src/platforms/x-ads.ts';
import { testX } from '../src/use-cases/test-x.ts';
import { day, useAds } from './harness.ts';

const t = useAds();
beforeEach(() => t.reset());

const ask = (body: BodyInputOf<typeof adsApi.testX>) => t.client.call(adsApi.testX, { body });
const post = (message: string) => ask({ what: 'post', message });

test('who we are is answered as X says it', async () => {
  expect(await ask({ what: 'auth' })).toEqual({
    success: true,
    status: 200,
    result: { data: { id: expect.any(String), name: 'XRP Bridge', username: 'sandbox' } },
  });
});

test('what is left of the limits is answered for each call', async () => {
  await post('A try');
  const { success, result } = await ask({ what: 'rate_limits' });
  expect(success).toBe(true);
  expect(result).toMatchObject({
    'GET /2/users/me': { limit: 75, remaining: expect.any(Number), resetAt: expect.any(String) },
    'POST /2/tweets': { limit: 100 },
  });
});

describe('a post as a try', () => {
  it('goes out as it is, and counts as no ad', async () => {
    const answer = await post('A try: 👋');
    const [onX] = await t.onX();
    expect(onX?.text).toBe('A try: 👋');
    expect(answer).toMatchObject({ success: true, status: 201, result: { data: { id: onX?.id, text: 'A try: 👋' } } });
    expect(await t.automation()).toMatchObject({ totalPosts: 0, lastPost: null, canPost: true });
    expect(await t.posts()).toMatchObject([{ theme: 'test', trigger: 'test', status: 'posted', postId: onX?.id }]);
    // The pause and the themes are those of ads.
    expect((await t.postNow()).success).toBe(true);
    expect((await post('Another try')).success).toBe(true);
  });

  it('works while ads are switched off', async () => {
    await t.setAutomation({ autoPostEnabled: false });
    expect((await post('A try')).success).toBe(true);
  });

  it('counts among the posts of the day', async () => {
    await t.toNoon();
    await t.setAutomation({ dailyCap: 2 });
    expect((await post('One')).success).toBe(true);
    expect((await post('Two')).success).toBe(true);
    expect(await post('Three')).toEqual({
      success: false,
      status: null,
      result: { error: 'Today’s posts are used up (UTC).' },
    });
    expect(await t.automation()).toMatchObject({ canPost: false, whyNot: 'daily_cap' });
    expect(await t.postNow()).toMatchObject({ success: false });
    expect(await t.onX()).toHaveLength(2);
    await t.advance(day);
    expect((await post('Three')).success).toBe(true);
  });

  it('is not sent in a dry run', async () => {
    await t.setAutomation({ dryRun: true });
    expect(await post('A try')).toEqual({ success: true, status: null, result: { dryRun: true, text: 'A try' } });
    expect(await t.onX()).toEqual([]);
  });

  it('of 281 characters, as X counts them, is refused before it is sent', async () => {
    for (const [text, length] of [
      ['a'.repeat(281), 281],
      [`${'👋'.repeat(140)}a`, 281],
      [`https://example.com ${'漢'.repeat(129)}`, 282],
    ] as const) {
      const message = `This is ${length} characters long, as X counts them. 280 are the most.`;
      await expect(post(text)).rejects.toMatchObject({
        code: 'invalid_input',
        message,
        errors: [{ field: 'message', code: 'too_long', message }],
      });
    }
    expect(await t.onX()).toEqual([]);
  });

  it('that X refuses is shown with what it says, and written down', async () => {
    await post('The same');
    expect(await post('The same')).toMatchObject({
      success: false,
      status: 403,
      result: { detail: 'You are not allowed to create a Tweet with duplicate content.' },
    });
    expect((await t.posts())[0]).toMatchObject({ status: 'failed', why: 'X answered 403.', postId: null });
  });
});

describe('a post as a try whose answer got lost', () => {
  it.each(['unanswered', 'error-after'])('(%s) may be there all the same, and says so', async (lie) => {
    await t.fault('x', 'lying', { lie });
    const hint = /It may be on X all the same: look there before you try again\.$/;
    const tried = await post('Lost');
    expect(tried).toMatchObject({ success: false, result: { error: expect.stringMatching(hint) } });
    expect(await t.posts()).toMatchObject([{ status: 'failed', why: expect.stringMatching(hint), postId: null }]);
    expect(await t.onX()).toHaveLength(1);
  });
});

describe('while X is', () => {
  it.each([
    ['down', null],
    ['error', 500],
    ['rate-limited', 429],
  ])('%s, every try says so', async (kind, status) => {
    await t.fault('x', kind);
    for (const body of [{ what: 'auth' }, { what: 'rate_limits' }, { what: 'post', message: 'A try' }] as const) {
      expect(await ask(body)).toMatchObject({ success: false, status });
    }
    expect(await t.onX()).toEqual([]);
    expect(await t.posts()).toMatchObject([
      { theme: 'test', status: 'failed', why: expect.stringMatching(/^X /), postId: null },
    ]);
  });
});

describe('a campaign as a try', () => {
  const keywords = ['xrp wallet', 'move xrp', 'destination tag'];

  const asked = { what: 'campaign', campaignName: 'A try', budget: 50, keywords } as const;

  it('is made, paused, with its keywords, and taken away again', async () => {
    expect(await ask({ ...asked, keywords })).toEqual({
      success: true,
      status: 201,
      result: { id: expect.any(String), made: 'paused', takenAway: true },
    });
    const { campaigns } = await t.control('GET', 'state');
    const group = [expect.any(String)];
    expect(campaigns).toMatchObject([
      { platform: 'x', budgetCents: 5_000, status: 'REMOVED', keywords, groups: group, ads: [] },
    ]);
    expect(await t.onX()).toEqual([]);
  });

  it.each<[string, RegExp, string[], object]>([
    ['DELETE', /\/campaigns\/[^/]+$/, ['PAUSED'], { id: expect.any(String), made: 'paused', takenAway: false }],
    ['POST', /\/targeting_criteria$/, ['REMOVED'], { id: expect.any(String), made: 'paused', takenAway: true }],
    ['POST', /\/campaigns$/, [], { mayBeThereAs: expect.stringMatching(/^A try \[[0-9a-f]{12}\]$/) }],
  ])('says what may be left of it where %s %s fails', async (failed, path, left, said) => {
    const real = t.context.x;
    const request: typeof real.request = async (method, url, body) =>
      method === failed && path.test(url.pathname)
        ? { status: 500, headers: new Headers(), body: null }
        : real.request(method, url, body);
    const account = { accountId: 'sandbox', fundingId: 'sandbox' };
    const x = createXAds({ configured: true, request }, t.sandbox.url, account, () => {}, t.clock);
    const answer = await testX({ ...t.context, platforms: { ...t.context.platforms, x } }, { ...asked, keywords });
    expect(answer).toEqual({ success: false, status: null, result: { ...said, error: 'answered 500' } });
    const { campaigns } = await t.control('GET', 'state');
    expect(campaigns.map(({ status }: { status: string }) => status)).toEqual(left);
  });

  it('says that no account for it is set', async () => {
    const x = createXAds(t.context.x, t.sandbox.url, null, () => {});
    const context = { ...t.context, platforms: { ...t.context.platforms, x } };
    expect(await testX(context, { ...asked, keywords })).toEqual({
      success: false,
      status: null,
      result: { error: 'no ads account of X is set' },
    });
  });

  it('is answered in words while X is away', async () => {
    await t.fault('x', 'down');
    expect(await ask({ ...asked, keywords })).toMatchObject({ success: false, status: null });
  });

  it.each<[string, object]>([
    ['budget', { budget: 0 }],
    ['budget', { budget: -5 }],
    ['budget', { budget: 1e9 }],
    ['keywords.0', { keywords: ['two\nlines'] }],
    ['keywords', { keywords: Array.from({ length: 21 }, (_, n) => `word ${n}`) }],
  ])('is refused for its %s: %j', async (field, changes) => {
    await expect(ask({ ...asked, keywords, ...changes })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [expect.objectContaining({ field })],
    });
  });
});
