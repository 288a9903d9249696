import { adsApi } from '@xrp-bridge/contracts/ads';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedPool } from '../src/domain/pool.ts';
import { postNext, postWhenDue } from '../src/use-cases/post-next.ts';
import { anyTime, day, hour, minute } from './harness.ts';
import { usePosts } from './post-harness.ts';

const { t, onlyPost, eventsOf } = usePosts();

describe('a new installation', () => {
  it('has a pool of texts, but posts nothing until an operator enables posting', async () => {
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
    expect(await t.postNow()).toEqual({ success: false, message: 'Auto-posting is off.' });
    await t.runSchedule();
    expect(await t.posts()).toEqual([]);
    expect(await t.onX()).toEqual([]);
  });
});

describe('posting', () => {
  beforeEach(() => t.reset());

  it('waits for 24 hours by the database’s clock, even on a host whose clock is fast', async () => {
    const fast = { ...t.context, clock: () => new Date(t.clock().getTime() + 10 * minute) };
    await t.runSchedule();
    await t.advance(day - 5 * minute);
    await postWhenDue(fast);
    expect(await t.onX()).toHaveLength(1);
    expect(await postNext(fast, 'Ann')).toMatchObject({ success: false });
    await t.advance(10 * minute);
    await postWhenDue(fast);
    expect(await t.onX()).toHaveLength(2);
  });

  it('dates a post by the database’s clock, even on a host whose clock is slow', async () => {
    await t.makeHostSlow(10 * minute);
    const before = t.clock().getTime() + 10 * minute;
    await t.runSchedule();
    expect(Date.parse((await onlyPost()).postedAt as string)).toBeGreaterThanOrEqual(before);
    await t.advance(0);
  });

  it('sends the previewed ad once, and then waits for 24 hours', async () => {
    const preview = await t.preview();
    const before = t.clock();
    const result = await t.postNow('Ann');
    expect(result).toEqual({ success: true, message: `The ad about “${preview?.theme}” is on X.` });
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
    expect(await eventsOf(post.id)).toEqual({
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
      /^Ads have to be 24 hours apart\. The next one can go out on [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M UTC\.$/,
    );
    await t.advance(day - minute);
    await t.runSchedule();
    expect(await t.onX()).toHaveLength(1);
    await t.advance(minute);
    await t.runSchedule();
    const [second, first] = await t.posts();
    expect(second).toMatchObject({ status: 'posted', trigger: 'schedule' });
    expect(second?.theme).not.toBe(first?.theme);
    expect(await t.onX()).toHaveLength(2);
  });

  it('is limited to the posting hours for the schedule, but not for an operator', async () => {
    const later = new Date(t.clock().getTime() + 3 * hour).getUTCHours();
    await t.setAutomation({ windows: [{ name: 'Later', fromHour: later, toHour: later + 1 }] });
    await t.runSchedule();
    expect(await t.onX()).toEqual([]);
    expect(await t.postNow(null)).toEqual({ success: false, message: 'It’s outside posting hours.' });
    const { canPost, nextPostTime } = await t.automation();
    expect(canPost).toBe(true);
    expect(new Date(nextPostTime ?? '').getUTCHours()).toBe(later);
    await t.advance(Date.parse(nextPostTime ?? '') - t.clock().getTime() + 1_000);
    await t.runSchedule();
    expect(await onlyPost()).toMatchObject({ status: 'posted', trigger: 'schedule', window: 'Later' });

    await t.reset();
    const elsewhere = new Date(t.clock().getTime() + 3 * hour).getUTCHours();
    await t.setAutomation({ windows: [{ name: 'Later', fromHour: elsewhere, toHour: elsewhere + 1 }] });
    // An operator named “schedule” is not mistaken for the schedule.
    expect((await t.postNow('schedule')).success).toBe(true);
    expect(await onlyPost()).toMatchObject({ trigger: 'operator', operator: 'schedule', window: 'Manual' });
  });

  it('succeeds for only one of ten concurrent requests', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, (_, n) => t.postNow(`Operator ${n}`)));
    expect(results.filter(({ success }) => success)).toHaveLength(1);
    expect(await t.onX()).toHaveLength(1);
    await onlyPost();
  });

  it('stores a dry run without sending it, and a dry run causes a cooldown only while dry runs are on', async () => {
    await t.setAutomation({ dryRun: true });
    const preview = await t.preview();
    expect(await t.postNow()).toEqual({
      success: true,
      message: `This was a dry run, so nothing was posted. We would have posted: ${preview?.message}`,
    });
    expect(await t.onX()).toEqual([]);
    const post = await onlyPost();
    expect(post).toMatchObject({ status: 'dry_run', postId: null });
    expect(await eventsOf(post.id)).toEqual({ posted: [], failed: [] });
    expect(await t.automation()).toMatchObject({ whyNot: 'cooldown', totalPosts: 0, lastPost: null });
    await t.setAutomation({ dryRun: false });
    expect(await t.automation()).toMatchObject({ canPost: true });
    expect((await t.postNow()).success).toBe(true);
  });

  it('requires the keys of X, except for a dry run', async () => {
    const unconnected = { ...t.context, x: { ...t.context.x, configured: false } };
    expect(await postNext(unconnected, 'Ann')).toEqual({
      success: false,
      message: 'X isn’t connected because its API keys aren’t set up.',
    });
    await t.setAutomation({ dryRun: true });
    expect((await postNext(unconnected, 'Ann')).success).toBe(true);
    expect(await t.onX()).toEqual([]);
  });

  it('finds no text if every text is retired or was posted recently', async () => {
    for (const { id } of (await t.variations()).slice(1)) {
      await t.client.call(adsApi.editVariation, { params: { id }, body: { retired: true } });
    }
    expect((await t.postNow()).success).toBe(true);
    await t.advance(2 * day);
    expect(await t.preview()).toBeNull();
    expect(await t.automation()).toMatchObject({ whyNot: 'empty_pool', nextPostTime: null, adPoolSize: 1 });
    expect(await t.postNow()).toMatchObject({
      success: false,
      message: expect.stringContaining('No ad in the pool'),
    });
  });
});

describe('an update of the automation settings', () => {
  beforeEach(() => t.reset());

  it('changes only the fields that it contains', async () => {
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
  ])('is rejected if the field %s is invalid: %j', async (field, body) => {
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

  it('has pages, begins with the newest post, and can be searched', async () => {
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
