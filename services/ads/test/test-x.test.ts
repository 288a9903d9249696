import { adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createXAds } from '../src/platforms/x-ads.ts';
import { testX } from '../src/use-cases/test-x.ts';
import { day, useAds } from './harness.ts';

const t = useAds();
beforeEach(() => t.reset());

const runTest = (body: BodyInputOf<typeof adsApi.testX>) => t.client.call(adsApi.testX, { body });
const post = (message: string) => runTest({ what: 'post', message });

test('a test of the keys returns X’s response with our account', async () => {
  expect(await runTest({ what: 'auth' })).toEqual({
    success: true,
    status: 200,
    result: { data: { id: expect.any(String), name: 'XRP Bridge', username: 'sandbox' } },
  });
});

test('a test of the limits returns the remaining requests per route', async () => {
  await post('A try');
  const { success, result } = await runTest({ what: 'rate_limits' });
  expect(success).toBe(true);
  expect(result).toMatchObject({
    'GET /2/users/me': { limit: 75, remaining: expect.any(Number), resetAt: expect.any(String) },
    'POST /2/tweets': { limit: 100 },
  });
});

describe('a test post', () => {
  it('is sent unchanged and does not count as an ad', async () => {
    const answer = await post('A try: 👋');
    const [onX] = await t.onX();
    expect(onX?.text).toBe('A try: 👋');
    expect(answer).toMatchObject({ success: true, status: 201, result: { data: { id: onX?.id, text: 'A try: 👋' } } });
    expect(await t.automation()).toMatchObject({ totalPosts: 0, lastPost: null, canPost: true });
    expect(await t.posts()).toMatchObject([{ theme: 'test', trigger: 'test', status: 'posted', postId: onX?.id }]);
    // A test post starts no cooldown, and an ad may follow at once.
    expect((await t.postNow()).success).toBe(true);
    expect((await post('Another try')).success).toBe(true);
  });

  it('is sent while automatic posting is switched off', async () => {
    await t.setAutomation({ autoPostEnabled: false });
    expect((await post('A try')).success).toBe(true);
  });

  it('counts toward the daily cap', async () => {
    await t.toNoon();
    await t.setAutomation({ dailyCap: 2 });
    expect((await post('One')).success).toBe(true);
    expect((await post('Two')).success).toBe(true);
    expect(await post('Three')).toEqual({
      success: false,
      status: null,
      result: { error: 'You’ve reached today’s post limit. It resets at midnight UTC.' },
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

  it('is rejected before it is sent if it has 281 characters, as X counts them', async () => {
    for (const [text, length] of [
      ['a'.repeat(281), 281],
      [`${'👋'.repeat(140)}a`, 281],
      [`https://example.com ${'漢'.repeat(129)}`, 282],
    ] as const) {
      const message = `This post is ${length} characters long by X’s count. The limit is 280.`;
      await expect(post(text)).rejects.toMatchObject({
        code: 'invalid_input',
        message,
        errors: [{ field: 'message', code: 'too_long', message }],
      });
    }
    expect(await t.onX()).toEqual([]);
  });

  it('returns the error of X if X refuses the post, and is stored as failed', async () => {
    await post('The same');
    expect(await post('The same')).toMatchObject({
      success: false,
      status: 403,
      result: { detail: 'You are not allowed to create a Tweet with duplicate content.' },
    });
    expect((await t.posts())[0]).toMatchObject({ status: 'failed', why: 'X returned 403.', postId: null });
  });
});

describe('a test post without a response', () => {
  it.each(['unanswered', 'error-after'])('returns the hint that the post may be on X (%s)', async (lie) => {
    await t.fault('x', 'lying', { lie });
    const hint = /The post may still be on X, so check there before you try again\.$/;
    const result = await post('Lost');
    expect(result).toMatchObject({ success: false, result: { error: expect.stringMatching(hint) } });
    expect(await t.posts()).toMatchObject([{ status: 'failed', why: expect.stringMatching(hint), postId: null }]);
    expect(await t.onX()).toHaveLength(1);
  });
});

describe('a test of X', () => {
  it.each([
    ['down', null],
    ['error', 500],
    ['rate-limited', 429],
  ])('returns a failure while X has the fault %s', async (kind, status) => {
    await t.fault('x', kind);
    for (const body of [{ what: 'auth' }, { what: 'rate_limits' }, { what: 'post', message: 'A try' }] as const) {
      expect(await runTest(body)).toMatchObject({ success: false, status });
    }
    expect(await t.onX()).toEqual([]);
    expect(await t.posts()).toMatchObject([
      { theme: 'test', status: 'failed', why: expect.stringMatching(/^X /), postId: null },
    ]);
  });
});

describe('a test campaign', () => {
  const keywords = ['xrp wallet', 'move xrp', 'destination tag'];

  const input = { what: 'campaign', campaignName: 'A try', budget: 50, keywords } as const;

  it('is created paused with its keywords, and removed again', async () => {
    expect(await runTest({ ...input, keywords })).toEqual({
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
  ])('reports whether a campaign may be left at X when the request %s %s fails', async (failed, path, left, result) => {
    const real = t.context.x;
    const request: typeof real.request = async (method, url, body) =>
      method === failed && path.test(url.pathname)
        ? { status: 500, headers: new Headers(), body: null }
        : real.request(method, url, body);
    const account = { accountId: 'sandbox', fundingId: 'sandbox' };
    const x = createXAds({ configured: true, request }, t.sandbox.url, account, () => {}, t.clock);
    const answer = await testX({ ...t.context, platforms: { ...t.context.platforms, x } }, { ...input, keywords });
    expect(answer).toEqual({
      success: false,
      status: null,
      result: { ...result, error: 'X returned error 500.' },
    });
    const { campaigns } = await t.control('GET', 'state');
    expect(campaigns.map(({ status }: { status: string }) => status)).toEqual(left);
  });

  it('returns an error if no ads account is set', async () => {
    const x = createXAds(t.context.x, t.sandbox.url, null, () => {});
    const context = { ...t.context, platforms: { ...t.context.platforms, x } };
    expect(await testX(context, { ...input, keywords })).toEqual({
      success: false,
      status: null,
      result: { error: 'No X ads account is set up.' },
    });
  });

  it('returns a failure while X is down', async () => {
    await t.fault('x', 'down');
    expect(await runTest({ ...input, keywords })).toMatchObject({ success: false, status: null });
  });

  it.each<[string, object]>([
    ['budget', { budget: 0 }],
    ['budget', { budget: -5 }],
    ['budget', { budget: 1e9 }],
    ['keywords.0', { keywords: ['two\nlines'] }],
    ['keywords', { keywords: Array.from({ length: 21 }, (_, n) => `word ${n}`) }],
  ])('is rejected if the field %s is invalid: %j', async (field, changes) => {
    await expect(runTest({ ...input, keywords, ...changes })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [expect.objectContaining({ field })],
    });
  });
});
