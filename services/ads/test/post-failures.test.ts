import { adsApi, type Variation } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf } from '@xrp-bridge/contracts/define';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { postNext, postWhenDue } from '../src/use-cases/post-next.ts';
import { hour, minute } from './harness.ts';
import { usePosts } from './post-harness.ts';

const { t, answering, onlyPost, eventsOf, startPost } = usePosts();

describe('a post without a response', () => {
  beforeEach(() => t.reset());

  it('prevents posts with `on_its_way` until the response is overdue, and then with `unclear`', async () => {
    const { posting, answer } = await startPost('Ann');
    expect(await t.automation()).toMatchObject({ canPost: false, whyNot: 'on_its_way' });
    expect(await t.postNow()).toMatchObject({ success: false, message: 'A post is already on its way.' });
    await t.advance(minute);
    expect(await t.automation()).toMatchObject({ whyNot: 'unclear' });
    answer({ kind: 'posted', providerId: 'x_1', at: t.clock() });
    expect(await posting).toMatchObject({ success: true });
  });

  it.each([['unanswered'], ['error-after'], ['half']])(
    'is found by a look-up if X has published the post (%s)',
    async (lie) => {
      await t.fault('x', 'lying', { lie });
      const result = await t.postNow();
      expect(result.success).toBe(false);
      expect(result.message).toMatch(/^X .+ We’ll check if the ad is on X before posting again\.$/);
      await t.heal('x');
      expect(await t.automation()).toMatchObject({ canPost: false, whyNot: 'unclear', nextPostTime: null });
      expect(await t.postNow()).toMatchObject({ success: false, message: expect.stringContaining('hasn’t confirmed') });
      await t.runSchedule();
      expect(await onlyPost()).toMatchObject({ status: 'unclear', why: expect.stringMatching(/^X /) });

      await t.advance(minute + 1_000);
      await t.runSchedule();
      const [onX, ...others] = await t.onX();
      expect(others).toEqual([]);
      const post = await onlyPost();
      expect(post).toMatchObject({ status: 'posted', postId: onX?.id, postedAt: onX?.createdAt, why: null });
      expect((await eventsOf(post.id)).posted).toHaveLength(1);
      expect(await t.automation()).toMatchObject({ whyNot: 'cooldown', totalPosts: 1 });
      await t.runSchedule();
      expect((await eventsOf(post.id)).posted).toHaveLength(1);
    },
  );

  it('is looked up for 15 minutes and then sent again if X has not published the post', async () => {
    await t.fault('x', 'down');
    expect((await t.postNow()).success).toBe(false);
    await t.advance(minute + 1_000);
    // The account cannot be read either, so the post stays unclear.
    await t.runSchedule();
    expect(await onlyPost()).toMatchObject({ status: 'unclear' });
    await t.heal('x');
    await t.advance(2 * minute);
    await t.runSchedule();
    expect(await onlyPost()).toMatchObject({ status: 'unclear' });
    expect(await t.onX()).toEqual([]);
    await t.advance(15 * minute);
    await t.runSchedule();
    expect(await onlyPost()).toMatchObject({
      status: 'planned',
      why: expect.stringContaining('isn’t on our X account'),
    });
    await t.advance(minute + 1_000);
    await t.runSchedule();
    expect(await onlyPost()).toMatchObject({ status: 'posted', why: null });
    expect(await t.onX()).toHaveLength(1);
  });

  it('is looked up by another instance if its sender has crashed', async () => {
    await startPost(null);
    expect(await onlyPost()).toMatchObject({ status: 'unclear' });
    for (const wait of [minute + 1_000, 15 * minute, minute + 1_000]) {
      await t.advance(wait);
      await t.runSchedule();
    }
    expect(await onlyPost()).toMatchObject({ status: 'posted' });
    expect(await t.onX()).toHaveLength(1);
  });

  it('is not changed by a response that arrives after the look-up', async () => {
    const { posting, answer } = await startPost('Ann');
    const { text } = await onlyPost();
    await t.context.x.post(text);
    await t.advance(minute + 1_000);
    await t.runSchedule();
    const settled = await onlyPost();
    expect(settled.status).toBe('posted');
    answer({ kind: 'refused', why: 'too late' });
    await posting;
    expect(await onlyPost()).toEqual(settled);
    expect((await eventsOf(settled.id)).failed).toEqual([]);
  });
});

describe('a post that X does not accept', () => {
  beforeEach(() => t.reset());

  it('waits until the rate limit is reset', async () => {
    await t.fault('x', 'rate-limited');
    const result = await t.postNow();
    expect(result).toEqual({
      success: false,
      message: 'X returned 429: Too Many Requests. We’ll try again automatically.',
    });
    await t.heal('x');
    await t.advance(10 * minute);
    await t.runSchedule();
    expect(await onlyPost()).toMatchObject({ status: 'planned' });
    expect(await t.automation()).toMatchObject({ whyNot: 'on_its_way' });
    await t.advance(6 * minute);
    await t.runSchedule();
    expect(await onlyPost()).toMatchObject({ status: 'posted' });
    expect(await t.onX()).toHaveLength(1);
  });

  it('is sent again by only one of ten concurrent runs', async () => {
    await t.fault('x', 'rate-limited');
    await t.postNow();
    await t.heal('x');
    await t.advance(16 * minute);
    let requests = 0;
    const counting = answering(async () => ({ kind: 'posted', providerId: String(++requests), at: t.clock() }));
    await Promise.all(Array.from({ length: 10 }, () => postWhenDue(counting)));
    expect(requests).toBe(1);
    expect(await onlyPost()).toMatchObject({ status: 'posted', postId: '1' });
  });

  it('is sent five times with growing intervals, and then emitted as failed', async () => {
    let tries = 0;
    const away = answering(async () => {
      tries++;
      return { kind: 'not_taken', why: 'X didn’t respond (ECONNREFUSED).', notBefore: null };
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
    expect(post).toMatchObject({ status: 'failed', why: 'X didn’t respond (ECONNREFUSED).' });
    expect(await eventsOf(post.id)).toEqual({
      posted: [],
      failed: [{ postId: post.id, theme: post.theme, reason: post.why }],
    });
    // The schedule pauses for an hour and then posts another text.
    await t.advance(50 * minute);
    await t.runSchedule();
    expect(await t.posts()).toHaveLength(1);
    await t.advance(11 * minute);
    await t.runSchedule();
    const [second] = await t.posts();
    expect(second).toMatchObject({ status: 'posted' });
    expect(second?.text).not.toBe(post.text);
  });

  it('is emitted as failed at once if X refuses the post permanently', async () => {
    const result = await postNext(
      answering(async () => ({ kind: 'refused', why: 'X returned 401: Unauthorized.' })),
      'Ann',
    );
    expect(result).toEqual({ success: false, message: 'X returned 401: Unauthorized.' });
    const post = await onlyPost();
    expect(post.status).toBe('failed');
    expect((await eventsOf(post.id)).failed).toHaveLength(1);
    expect(await t.automation()).toMatchObject({ canPost: true, totalPosts: 0 });
  });

  describe('at the time of its retry', () => {
    beforeEach(async () => {
      await t.fault('x', 'rate-limited');
      await t.postNow(null);
      await t.heal('x');
    });

    const hoursBefore = () => {
      const later = new Date(t.clock().getTime() + 3 * hour).getUTCHours();
      return [{ name: 'Later', fromHour: later, toHour: later + 1 }];
    };

    it.each([
      [
        'the kill switch is on',
        () => ({ autoPostEnabled: false }),
        'failed',
        'Auto-posting was turned off before this post was sent.',
      ],
      [
        'the posting hours are over',
        () => ({ windows: hoursBefore() }),
        'failed',
        'X returned 429: Too Many Requests. Then posting hours ended.',
      ],
      ['dry runs are on', () => ({ dryRun: true }), 'dry_run', null],
    ] as const)('is not sent if %s', async (_what, changes, status, why) => {
      await t.setAutomation(changes());
      await t.advance(16 * minute);
      await t.runSchedule();
      expect(await t.onX()).toEqual([]);
      const post = await onlyPost();
      expect(post).toMatchObject({ status, ...(why ? { why } : {}) });
      expect((await eventsOf(post.id)).failed).toHaveLength(status === 'failed' ? 1 : 0);
    });

    it.each<[string, BodyInputOf<typeof adsApi.editVariation>]>([
      ['retired', { retired: true }],
      ['changed', { text: 'Ad: What stood here before was wrong, and an operator has corrected it in time.' }],
    ])('is not sent if its text was %s', async (_what, changes) => {
      const { text } = await onlyPost();
      const { id } = (await t.variations()).find((variation) => variation.text === text) as Variation;
      const edit = (body: typeof changes) => t.client.call(adsApi.editVariation, { params: { id }, body });
      onTestFinished(() => edit({ text }).then(() => undefined));
      await edit(changes);
      await t.advance(16 * minute);
      await t.runSchedule();
      expect(await t.onX()).toEqual([]);
      const post = await onlyPost();
      expect(post).toMatchObject({ status: 'failed', why: 'The text was retired or changed before we could post it.' });
      expect((await eventsOf(post.id)).failed).toHaveLength(1);
    });

    it('is sent even if its theme was changed or another text was retired', async () => {
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
      await t.runSchedule();
      expect(await t.onX()).toMatchObject([{ text }]);
    });

    it('is not sent if tests of the connection have reached the daily cap', async () => {
      await t.toNoon();
      await t.setAutomation({ dailyCap: 1 });
      const body = { what: 'post', message: 'A try' } as const;
      expect((await t.client.call(adsApi.testX, { body })).success).toBe(true);
      await t.runSchedule();
      expect(await t.onX()).toMatchObject([{ text: 'A try' }]);
      expect((await t.posts()).at(-1)).toMatchObject({
        status: 'failed',
        why: 'You’ve reached today’s post limit. It resets at midnight UTC.',
      });
    });
  });
});
