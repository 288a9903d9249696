import { AdPosted, AdPostFailed, adsApi, type Variation } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../src/context.ts';
import { seedPool } from '../src/domain/pool.ts';
import type { Answer } from '../src/domain/post.ts';
import { postNext, postWhenDue } from '../src/use-cases/post-next.ts';
import { type Ads, anyTime, day, hour, minute, startAds } from './harness.ts';

let t: Ads;
beforeAll(async () => {
  t = await startAds();
});
afterAll(() => t?.stop());

/** The only post that we know of. */
async function onlyPost() {
  const posts = await t.posts();
  expect(posts).toHaveLength(1);
  return posts[0] as (typeof posts)[number];
}

/** The service with an X that answers as it is told. */
function answering(answer: () => Promise<Answer>): Context {
  return { ...t.context, x: { ...t.context.x, post: answer } };
}

/** What was told of a post to the others. */
async function toldOf(id: string) {
  const posted = (await t.events(AdPosted)).filter(({ postId }) => postId === id);
  const failed = (await t.events(AdPostFailed)).filter(({ postId }) => postId === id);
  return { posted, failed };
}

describe('a new installation', () => {
  it('has a pool and posts nothing, until it is switched on', async () => {
    expect(await t.automation()).toMatchObject({
      autoPostEnabled: false,
      dryRun: false,
      canPost: false,
      whyNot: 'switched_off',
      nextPostTime: null,
      totalPosts: 0,
      adPoolSize: Object.values(seedPool).flat().length,
      lastPost: null,
    });
    expect(await t.preview()).toEqual({ theme: expect.any(String), message: expect.stringMatching(/^Ad: /) });
    expect(await t.postNow()).toEqual({ success: false, message: 'Automatic posting is switched off.' });
    await t.look();
    expect(await t.posts()).toEqual([]);
    expect(await t.onX()).toEqual([]);
  });
});

describe('posting', () => {
  beforeEach(() => t.reset());

  it('waits for 24 hours by the database’s clock, also on a host whose clock is fast', async () => {
    const fast = { ...t.context, clock: () => new Date(t.clock().getTime() + 10 * minute) };
    await t.look();
    await t.advance(day - 5 * minute);
    await postWhenDue(fast);
    expect(await t.onX()).toHaveLength(1);
    expect(await postNext(fast, 'Ann')).toMatchObject({ success: false });
    await t.advance(10 * minute);
    await postWhenDue(fast);
    expect(await t.onX()).toHaveLength(2);
  });

  it('is dated by the database’s clock, also on a host whose clock is slow', async () => {
    await t.makeHostSlow(10 * minute);
    const before = t.clock().getTime() + 10 * minute;
    await t.look();
    expect(Date.parse((await onlyPost()).postedAt as string)).toBeGreaterThanOrEqual(before);
    await t.advance(0);
  });

  it('sends what the preview showed, once, and then waits for 24 hours', async () => {
    const preview = await t.preview();
    const before = t.clock();
    const said = await t.postNow('Ann');
    expect(said).toEqual({ success: true, message: `The ad about “${preview?.theme}” is on X.` });
    const [onX] = await t.onX();
    expect(onX?.text).toBe(preview?.message);
    const post = await onlyPost();
    expect(post).toMatchObject({
      theme: preview?.theme,
      text: preview?.message,
      status: 'posted',
      window: 'Any time',
      trigger: 'operator',
      operator: 'Ann',
      postId: onX?.id,
      why: null,
    });
    expect(await toldOf(post.id)).toEqual({
      posted: [{ postId: post.id, theme: post.theme, at: post.postedAt }],
      failed: [],
    });
    const status = await t.automation();
    expect(status).toMatchObject({
      canPost: false,
      whyNot: 'cooldown',
      totalPosts: 1,
      lastPost: { ad: post.text, timestamp: post.postedAt, window: 'Any time' },
    });
    const waited = Date.parse(status.nextPostTime ?? '') - before.getTime();
    expect(waited).toBeGreaterThanOrEqual(day);
    expect(waited).toBeLessThan(day + minute);
    const [used] = (await t.variations()).filter(({ timesPosted }) => timesPosted > 0);
    expect(used).toMatchObject({ text: post.text, timesPosted: 1, lastPostedAt: post.postedAt });

    const again = await t.postNow();
    expect(again.success).toBe(false);
    expect(again.message).toMatch(
      /^24 hours must lie between two ads\. The next one can go out on \d+ [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d UTC\.$/,
    );
    await t.advance(day - minute);
    await t.look();
    expect(await t.onX()).toHaveLength(1);
    await t.advance(minute);
    await t.look();
    const [second, first] = await t.posts();
    expect(second).toMatchObject({ status: 'posted', trigger: 'schedule' });
    expect(second?.theme).not.toBe(first?.theme);
    expect(await t.onX()).toHaveLength(2);
  });

  it('keeps its hours when it is scheduled, and goes out at any hour when an operator wants it', async () => {
    const later = new Date(t.clock().getTime() + 3 * hour).getUTCHours();
    await t.setAutomation({ windows: [{ name: 'Later', fromHour: later, toHour: later + 1 }] });
    await t.look();
    expect(await t.onX()).toEqual([]);
    expect(await t.postNow(null)).toEqual({ success: false, message: 'It is outside the posting hours.' });
    const { canPost, nextPostTime } = await t.automation();
    expect(canPost).toBe(true);
    expect(new Date(nextPostTime ?? '').getUTCHours()).toBe(later);
    await t.advance(Date.parse(nextPostTime ?? '') - t.clock().getTime() + 1_000);
    await t.look();
    expect(await onlyPost()).toMatchObject({ status: 'posted', trigger: 'schedule', window: 'Later' });

    await t.reset();
    const elsewhere = new Date(t.clock().getTime() + 3 * hour).getUTCHours();
    await t.setAutomation({ windows: [{ name: 'Later', fromHour: elsewhere, toHour: elsewhere + 1 }] });
    expect((await t.postNow('Ann')).success).toBe(true);
    expect(await onlyPost()).toMatchObject({ trigger: 'operator', operator: 'Ann', window: 'By hand' });
  });

  it('is wanted by an operator, also by one who is called as the schedule is', async () => {
    const elsewhere = new Date(t.clock().getTime() + 3 * hour).getUTCHours();
    await t.setAutomation({ windows: [{ name: 'Later', fromHour: elsewhere, toHour: elsewhere + 1 }] });
    expect((await t.postNow('schedule')).success).toBe(true);
    expect(await onlyPost()).toMatchObject({ trigger: 'operator', operator: 'schedule', window: 'By hand' });
  });

  it('is done by one of many who ask at the same time', async () => {
    const said = await Promise.all(Array.from({ length: 10 }, (_, n) => t.postNow(`Operator ${n}`)));
    expect(said.filter(({ success }) => success)).toHaveLength(1);
    expect(await t.onX()).toHaveLength(1);
    await onlyPost();
  });

  it('in a dry run is written down and not sent, and counts for as long as runs are dry', async () => {
    await t.setAutomation({ dryRun: true });
    const preview = await t.preview();
    expect(await t.postNow()).toEqual({
      success: true,
      message: `Dry run, nothing was sent. This would have gone out: ${preview?.message}`,
    });
    expect(await t.onX()).toEqual([]);
    const post = await onlyPost();
    expect(post).toMatchObject({ status: 'dry_run', postId: null });
    expect(await toldOf(post.id)).toEqual({ posted: [], failed: [] });
    expect(await t.automation()).toMatchObject({ whyNot: 'cooldown', totalPosts: 0, lastPost: null });
    await t.setAutomation({ dryRun: false });
    expect(await t.automation()).toMatchObject({ canPost: true });
    expect((await t.postNow()).success).toBe(true);
  });

  it('needs the keys of X, but for a dry run', async () => {
    const unconnected = { ...t.context, x: { ...t.context.x, configured: false } };
    expect(await postNext(unconnected, 'Ann')).toEqual({
      success: false,
      message: 'X is not connected: its keys are not set.',
    });
    await t.setAutomation({ dryRun: true });
    expect((await postNext(unconnected, 'Ann')).success).toBe(true);
    expect(await t.onX()).toEqual([]);
  });

  it('finds no text where all that are left were said, or are retired', async () => {
    for (const { id } of (await t.variations()).slice(1)) {
      await t.client.call(adsApi.editVariation, { params: { id }, body: { retired: true } });
    }
    expect((await t.postNow()).success).toBe(true);
    await t.advance(2 * day);
    expect(await t.preview()).toBeNull();
    expect(await t.automation()).toMatchObject({ whyNot: 'empty_pool', nextPostTime: null, adPoolSize: 1 });
    expect(await t.postNow()).toMatchObject({
      success: false,
      message: expect.stringContaining('No text of the pool'),
    });
  });
});

describe('an answer that gets lost', () => {
  beforeEach(() => t.reset());

  it('is reported only once it is overdue: until then the post is on its way', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<Answer>();
    const posting = postNext(
      answering(() => {
        asked.resolve();
        return answer.promise;
      }),
      'Ann',
    );
    await asked.promise;
    expect(await t.automation()).toMatchObject({ canPost: false, whyNot: 'on_its_way' });
    expect(await t.postNow()).toMatchObject({ success: false, message: 'A post is on its way already.' });
    await t.advance(minute);
    expect(await t.automation()).toMatchObject({ whyNot: 'unclear' });
    answer.resolve({ kind: 'posted', providerId: 'x_1', at: t.clock() });
    expect(await posting).toMatchObject({ success: true });
  });

  it.each([['unanswered'], ['error-after'], ['half']])('of a post that was made (%s) is looked up', async (lie) => {
    await t.fault('x', 'lying', { lie });
    const said = await t.postNow();
    expect(said.success).toBe(false);
    expect(said.message).toMatch(/^X .+ The ad is looked up there before anything else goes out\.$/);
    await t.heal('x');
    expect(await t.automation()).toMatchObject({ canPost: false, whyNot: 'unclear', nextPostTime: null });
    expect(await t.postNow()).toMatchObject({ success: false, message: expect.stringContaining('did not answer') });
    await t.look();
    expect(await onlyPost()).toMatchObject({ status: 'unclear', why: expect.stringMatching(/^X /) });

    await t.advance(minute + 1_000);
    await t.look();
    const [onX, ...others] = await t.onX();
    expect(others).toEqual([]);
    const post = await onlyPost();
    expect(post).toMatchObject({ status: 'posted', postId: onX?.id, postedAt: onX?.createdAt, why: null });
    expect((await toldOf(post.id)).posted).toHaveLength(1);
    expect(await t.automation()).toMatchObject({ whyNot: 'cooldown', totalPosts: 1 });
    await t.look();
    expect((await toldOf(post.id)).posted).toHaveLength(1);
  });

  it('of a post that was not made is looked up for a quarter of an hour, and then the post is tried again', async () => {
    await t.fault('x', 'down');
    expect((await t.postNow()).success).toBe(false);
    await t.advance(minute + 1_000);
    // The account cannot be read either: nothing is known, and nothing done.
    await t.look();
    expect(await onlyPost()).toMatchObject({ status: 'unclear' });
    await t.heal('x');
    await t.advance(2 * minute);
    await t.look();
    expect(await onlyPost()).toMatchObject({ status: 'unclear' });
    expect(await t.onX()).toEqual([]);
    await t.advance(15 * minute);
    await t.look();
    expect(await onlyPost()).toMatchObject({ status: 'planned', why: expect.stringContaining('not on the account') });
    await t.advance(minute + 1_000);
    await t.look();
    expect(await onlyPost()).toMatchObject({ status: 'posted', why: null });
    expect(await t.onX()).toHaveLength(1);
  });

  it('is looked up by others where its sender has died', async () => {
    let handedOver = () => {};
    const isHandedOver = new Promise<void>((resolve) => {
      handedOver = resolve;
    });
    void postNext(
      answering(() => {
        handedOver();
        return new Promise(() => {});
      }),
      null,
    );
    await isHandedOver;
    expect(await onlyPost()).toMatchObject({ status: 'unclear' });
    for (const wait of [minute + 1_000, 15 * minute, minute + 1_000]) {
      await t.advance(wait);
      await t.look();
    }
    expect(await onlyPost()).toMatchObject({ status: 'posted' });
    expect(await t.onX()).toHaveLength(1);
  });

  it('that comes after the post was looked up changes nothing', async () => {
    let answer: (answer: Answer) => void = () => {};
    let handedOver = () => {};
    const isHandedOver = new Promise<void>((resolve) => {
      handedOver = resolve;
    });
    const slow = postNext(
      answering(() => {
        handedOver();
        return new Promise((resolve) => {
          answer = resolve;
        });
      }),
      'Ann',
    );
    await isHandedOver;
    const { text } = await onlyPost();
    await t.context.x.post(text);
    await t.advance(minute + 1_000);
    await t.look();
    const settled = await onlyPost();
    expect(settled.status).toBe('posted');
    answer({ kind: 'refused', why: 'too late' });
    await slow;
    expect(await onlyPost()).toEqual(settled);
    expect((await toldOf(settled.id)).failed).toEqual([]);
  });
});

describe('a post that X does not take', () => {
  beforeEach(() => t.reset());

  it('for its limits waits until these end', async () => {
    await t.fault('x', 'rate-limited');
    const said = await t.postNow();
    expect(said).toEqual({
      success: false,
      message: 'X answered 429: Too Many Requests. It is tried again by itself.',
    });
    await t.heal('x');
    await t.advance(10 * minute);
    await t.look();
    expect(await onlyPost()).toMatchObject({ status: 'planned' });
    expect(await t.automation()).toMatchObject({ whyNot: 'on_its_way' });
    await t.advance(6 * minute);
    await t.look();
    expect(await onlyPost()).toMatchObject({ status: 'posted' });
    expect(await t.onX()).toHaveLength(1);
  });

  it('is tried again by one of many who look at the same time', async () => {
    await t.fault('x', 'rate-limited');
    await t.postNow();
    await t.heal('x');
    await t.advance(16 * minute);
    let asked = 0;
    const counting = answering(async () => ({ kind: 'posted', providerId: String(++asked), at: t.clock() }));
    await Promise.all(Array.from({ length: 10 }, () => postWhenDue(counting)));
    expect(asked).toBe(1);
    expect(await onlyPost()).toMatchObject({ status: 'posted', postId: '1' });
  });

  it('is tried five times, each later than the one before, and then told as failed', async () => {
    let tries = 0;
    const away = answering(async () => {
      tries++;
      return { kind: 'not_taken', why: 'X could not be reached (ECONNREFUSED).', notBefore: null };
    });
    await postNext(away, null);
    const waits: number[] = [];
    for (let minutes = 1; tries < 5; minutes++) {
      const before = tries;
      await t.advance(minute);
      await postWhenDue(away);
      if (tries > before) waits.push(minutes);
    }
    expect(waits).toEqual([1, 3, 7, 15]);
    const post = await onlyPost();
    expect(post).toMatchObject({ status: 'failed', why: 'X could not be reached (ECONNREFUSED).' });
    expect(await toldOf(post.id)).toEqual({
      posted: [],
      failed: [{ postId: post.id, theme: post.theme, reason: post.why }],
    });
    // The schedule waits for an hour, and then takes another text.
    await t.advance(50 * minute);
    await t.look();
    expect(await t.posts()).toHaveLength(1);
    await t.advance(11 * minute);
    await t.look();
    const [second] = await t.posts();
    expect(second).toMatchObject({ status: 'posted' });
    expect(second?.text).not.toBe(post.text);
  });

  it('for good is told as failed at once', async () => {
    const said = await postNext(
      answering(async () => ({ kind: 'refused', why: 'X answered 401: Unauthorized.' })),
      'Ann',
    );
    expect(said).toEqual({ success: false, message: 'X answered 401: Unauthorized.' });
    const post = await onlyPost();
    expect(post.status).toBe('failed');
    expect((await toldOf(post.id)).failed).toHaveLength(1);
    expect(await t.automation()).toMatchObject({ canPost: true, totalPosts: 0 });
  });

  describe('before it is tried again', () => {
    beforeEach(async () => {
      await t.fault('x', 'rate-limited');
      await t.postNow(null);
      await t.heal('x');
    });

    it('finds the kill switch, and is not sent', async () => {
      await t.setAutomation({ autoPostEnabled: false });
      await t.advance(16 * minute);
      await t.look();
      expect(await t.onX()).toEqual([]);
      const post = await onlyPost();
      expect(post).toMatchObject({
        status: 'failed',
        why: 'Automatic posting was switched off before it was sent.',
      });
      expect((await toldOf(post.id)).failed).toHaveLength(1);
    });

    it.each<[string, BodyInputOf<typeof adsApi.editVariation>]>([
      ['retired', { retired: true }],
      ['changed', { text: 'Ad: What stood here before was wrong, and an operator has corrected it in time.' }],
    ])('finds its text %s, and is not sent', async (_what, changes) => {
      const { text } = await onlyPost();
      const { id } = (await t.variations()).find((variation) => variation.text === text) as Variation;
      const edit = (body: typeof changes) => t.client.call(adsApi.editVariation, { params: { id }, body });
      onTestFinished(() => edit({ text }).then(() => undefined));
      await edit(changes);
      await t.advance(16 * minute);
      await t.look();
      expect(await t.onX()).toEqual([]);
      const post = await onlyPost();
      expect(post).toMatchObject({ status: 'failed', why: 'Its text was retired or changed before it was sent.' });
      expect((await toldOf(post.id)).failed).toHaveLength(1);
    });

    it('does not mind what becomes of its theme, nor of other texts', async () => {
      const { text } = await onlyPost();
      const variations = await t.variations();
      const own = variations.find((variation) => variation.text === text) as Variation;
      const other = variations.find(({ id }) => id !== own.id) as Variation;
      const edit = (id: string, body: BodyInputOf<typeof adsApi.editVariation>) =>
        t.client.call(adsApi.editVariation, { params: { id }, body });
      onTestFinished(() => edit(own.id, { theme: own.theme }).then(() => undefined));
      await edit(own.id, { theme: 'another-theme' });
      await edit(other.id, { retired: true });
      await t.advance(16 * minute);
      await t.look();
      expect(await t.onX()).toMatchObject([{ text }]);
    });

    it('finds the dry run, and is not sent', async () => {
      await t.setAutomation({ dryRun: true });
      await t.advance(16 * minute);
      await t.look();
      expect(await t.onX()).toEqual([]);
      expect(await onlyPost()).toMatchObject({ status: 'dry_run' });
    });

    it('finds the day full of tries, and is not sent', async () => {
      await t.toNoon();
      await t.setAutomation({ dailyCap: 1 });
      const body = { what: 'post', message: 'A try' } as const;
      expect((await t.client.call(adsApi.testX, { body })).success).toBe(true);
      await t.look();
      expect(await t.onX()).toMatchObject([{ text: 'A try' }]);
      expect((await t.posts()).at(-1)).toMatchObject({
        status: 'failed',
        why: 'Today’s posts are used up (UTC).',
      });
    });

    it('finds its hours over, and is not sent', async () => {
      const later = new Date(t.clock().getTime() + 3 * hour).getUTCHours();
      await t.setAutomation({ windows: [{ name: 'Later', fromHour: later, toHour: later + 1 }] });
      await t.advance(16 * minute);
      await t.look();
      expect(await t.onX()).toEqual([]);
      expect(await onlyPost()).toMatchObject({
        status: 'failed',
        why: 'X answered 429: Too Many Requests. Then the posting hours were over.',
      });
    });
  });
});

describe('what operators may set', () => {
  beforeEach(() => t.reset());

  it('is kept, and one thing alone changes nothing else', async () => {
    const windows = [
      { name: 'Lunch', fromHour: 11, toHour: 13 },
      { name: 'Night', fromHour: 22, toHour: 2 },
    ];
    await t.setAutomation({ windows, dailyCap: 2 });
    expect(await t.setAutomation({ autoPostEnabled: false })).toMatchObject({
      autoPostEnabled: false,
      dryRun: false,
      dailyCap: 2,
      windows,
    });
    expect(await t.setAutomation({})).toMatchObject({ dailyCap: 2, windows });
  });

  it.each<[string, object]>([
    ['dailyCap', { dailyCap: 0 }],
    ['dailyCap', { dailyCap: 25 }],
    ['dailyCap', { dailyCap: 1.5 }],
    ['windows', { windows: [] }],
    ['windows', { windows: Array.from({ length: 9 }, () => anyTime[0]) }],
    ['windows.0.fromHour', { windows: [{ name: 'x', fromHour: 24, toHour: 24 }] }],
    ['windows.0.fromHour', { windows: [{ name: 'x', fromHour: Number.NaN, toHour: 24 }] }],
    ['windows.0.toHour', { windows: [{ name: 'x', fromHour: 0, toHour: 25 }] }],
    ['windows.0.name', { windows: [{ name: ' ', fromHour: 0, toHour: 5 }] }],
    ['autoPostEnabled', { autoPostEnabled: 'yes' }],
    ['cooldownMs', { cooldownMs: 0 }],
  ])('names %s where it is wrong: %j', async (field, body) => {
    const before = await t.automation();
    await expect(t.setAutomation(body as never)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [expect.objectContaining({ field })],
    });
    expect(await t.automation()).toMatchObject({ dailyCap: before.dailyCap, windows: before.windows });
  });
});

describe('the list of posts', () => {
  beforeEach(() => t.reset());

  it('comes page by page, newest first, and is searched', async () => {
    for (let n = 0; n < 3; n++) {
      expect((await t.postNow(`Operator ${n}`)).success).toBe(true);
      await t.advance(day + minute);
    }
    const list = (query: object) => t.client.call(adsApi.listPosts, { query });
    const first = await list({ limit: 2 });
    expect(first.posts.map(({ operator }) => operator)).toEqual(['Operator 2', 'Operator 1']);
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.posts.map(({ operator }) => operator)).toEqual(['Operator 0']);
    expect(second.nextCursor).toBeNull();
    expect((await list({ search: 'operator 1' })).posts).toHaveLength(1);
    expect((await list({ sort: 'plannedAt' })).posts[0]?.operator).toBe('Operator 0');
  });
});
