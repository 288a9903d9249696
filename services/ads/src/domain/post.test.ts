import type { PostingWindow } from '@xrp-bridge/contracts/ads';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { seedPool } from './pool.ts';
import {
  type Answer,
  type Automation,
  afterAnswer,
  afterFailedLookUp,
  afterLookUp,
  chooseText,
  cooldownMs,
  findObstacle,
  findScheduleObstacle,
  nextPostTime,
  type Outcome,
  type PastPost,
  type PoolText,
  type PostingState,
  windowAt,
} from './post.ts';

const hour = 3_600_000;
const minute = 60_000;
const noon = new Date('2026-11-22T12:00:00Z');
const before = (ms: number) => new Date(noon.getTime() - ms);
const after = (ms: number) => new Date(noon.getTime() + ms);

const pool: PoolText[] = Object.entries(seedPool).flatMap(([theme, texts]) =>
  texts.map((text, place) => ({ id: `var_${theme}_${place}`, theme, text, lastPostedAt: null })),
);
const allDay: PostingWindow[] = [{ name: 'All day', fromHour: 0, toHour: 24 }];

function stateWith(
  changes: Partial<Omit<PostingState, 'automation'>> & { automation?: Partial<Automation> } = {},
): PostingState {
  const automation = { enabled: true, dryRun: false, dailyCap: 1, windows: allDay, ...changes.automation };
  return { connected: true, open: null, past: [], pool, ...changes, automation };
}

function postOf(text: PoolText, at: Date, status: PastPost['status'] = 'posted'): PastPost {
  return { isTest: false, theme: text.theme, text: text.text, status, at };
}
const [first, second] = pool as [PoolText, PoolText];
const other = pool.find(({ theme }) => theme !== first.theme) as PoolText;

describe('the obstacle to a post', () => {
  it.each<[string, PostingState, string | null]>([
    ['nothing in the way', stateWith(), null],
    ['missing keys', stateWith({ connected: false }), 'not_connected'],
    [
      'the kill switch and missing keys',
      stateWith({ connected: false, automation: { enabled: false } }),
      'switched_off',
    ],
    ['a post that is being sent', stateWith({ open: 'planned' }), 'on_its_way'],
    ['a post without a response', stateWith({ open: 'unclear' }), 'unclear'],
    [
      'an ad of 24 hours less a millisecond ago',
      stateWith({ past: [postOf(first, before(cooldownMs - 1))] }),
      'cooldown',
    ],
    ['an ad of exactly 24 hours ago', stateWith({ past: [postOf(first, before(cooldownMs))] }), null],
    ['an empty pool', stateWith({ pool: [] }), 'empty_pool'],
    [
      'a pool with only the last theme',
      stateWith({ pool: [second], past: [postOf(first, before(48 * hour))] }),
      'empty_pool',
    ],
    [
      'a pool of recently posted texts',
      stateWith({ pool: [other], past: [postOf(first, before(30 * hour)), postOf(other, before(60 * hour))] }),
      'empty_pool',
    ],
    ['a text that breaks our rules', stateWith({ pool: [{ ...first, text: 'Guaranteed, and no ad' }] }), 'empty_pool'],
    ['a failure, for an operator', stateWith({ past: [postOf(first, before(minute), 'failed')] }), null],
    [
      'a dry run, after dry runs are switched off',
      stateWith({ past: [postOf(first, before(minute), 'dry_run')] }),
      null,
    ],
    [
      'a dry run, while dry runs are switched on',
      stateWith({
        connected: false,
        automation: { dryRun: true },
        past: [postOf(first, before(minute), 'dry_run')],
      }),
      'cooldown',
    ],
    ['missing keys in a dry run', stateWith({ connected: false, automation: { dryRun: true } }), null],
  ])('is $2 with $0', (_what, state, obstacle) => {
    expect(findObstacle(state, noon)).toBe(obstacle);
    expect(findScheduleObstacle(state, noon)).toBe(state.past[0]?.status === 'failed' ? 'after_failure' : obstacle);
  });

  it('is `daily_cap` once the test posts of a day reach the daily cap, and test posts cause no other obstacle', () => {
    const tried = (count: number, ms = hour) =>
      Array.from({ length: count }, (): PastPost => ({ ...postOf(first, before(ms)), isTest: true, text: 'A try' }));
    const state = stateWith({ automation: { dailyCap: 3 }, past: tried(2) });
    expect(findObstacle(state, noon)).toBeNull();
    const full = { ...state, past: tried(3) };
    expect(findObstacle(full, noon)).toBe('daily_cap');
    expect(nextPostTime(full, noon)).toEqual(new Date('2026-11-23T00:00:00Z'));
    expect(findObstacle({ ...state, past: tried(3, 13 * hour) }, noon)).toBeNull();
    expect(findObstacle({ ...state, past: tried(3).map((post) => ({ ...post, status: 'failed' })) }, noon)).toBeNull();
  });

  it('is `outside_window` outside the posting windows, for scheduled posts only', () => {
    const state = stateWith({ automation: { windows: [{ name: 'Evening', fromHour: 22, toHour: 2 }] } });
    expect(findObstacle(state, noon)).toBeNull();
    expect(findScheduleObstacle(state, noon)).toBe('outside_window');
    for (const at of ['T22:00:00Z', 'T23:59:59Z', 'T00:00:00Z', 'T01:59:59Z']) {
      expect(findScheduleObstacle(state, new Date(`2026-11-22${at}`))).toBeNull();
    }
    for (const at of ['T02:00:00Z', 'T21:59:59Z']) {
      expect(findScheduleObstacle(state, new Date(`2026-11-22${at}`))).toBe('outside_window');
    }
  });

  it('is `after_failure` in the hour after a failure, for scheduled posts only', () => {
    expect(findScheduleObstacle(stateWith({ past: [postOf(first, before(hour - 1), 'failed')] }), noon)).toBe(
      'after_failure',
    );
    expect(findScheduleObstacle(stateWith({ past: [postOf(first, before(hour), 'failed')] }), noon)).toBeNull();
    const posted = [postOf(first, before(25 * hour)), postOf(other, before(25 * hour + 1), 'failed')];
    expect(findScheduleObstacle(stateWith({ past: posted }), noon)).toBeNull();
  });
});

test.each([
  [0, 24, [0, 12, 23], []],
  [9, 17, [9, 16], [8, 17]],
  [22, 2, [22, 23, 0, 1], [2, 21]],
  [23, 0, [23], [0, 22]],
  // A window that ends at its first hour is the whole day.
  [5, 5, [0, 5, 23], []],
])('the window from %i to %i contains the hours %j but not %j', (fromHour, toHour, inside, outside) => {
  const windows = [{ name: 'It', fromHour, toHour }];
  const at = (hours: number) => new Date(Date.UTC(2026, 10, 22, hours, 30));
  for (const hours of inside) expect(windowAt(windows, at(hours))?.name).toBe('It');
  for (const hours of outside) expect(windowAt(windows, at(hours))).toBeUndefined();
});

describe('the next post of the schedule', () => {
  it('is due now if nothing prevents it, and has no time while posting is impossible', () => {
    expect(nextPostTime(stateWith(), noon)).toEqual(noon);
    expect(nextPostTime(stateWith({ automation: { enabled: false } }), noon)).toBeNull();
    expect(nextPostTime(stateWith({ connected: false }), noon)).toBeNull();
    expect(nextPostTime(stateWith({ open: 'unclear' }), noon)).toBeNull();
    expect(nextPostTime(stateWith({ pool: [] }), noon)).toBeNull();
  });

  it('is at the first time without an obstacle, for any windows and past posts', () => {
    const windows = fc.uniqueArray(fc.record({ name: fc.constant('It'), fromHour: fc.nat(23), toHour: fc.nat(24) }), {
      minLength: 1,
      maxLength: 3,
    });
    const past = fc.array(
      fc.record({
        of: fc.nat(pool.length - 1),
        hours: fc.double({ min: 0, max: 40, noNaN: true }),
        failed: fc.boolean(),
      }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(windows, past, fc.nat(24 * 60), (some, made, minutes) => {
        const now = after(minutes * minute);
        const state = stateWith({
          automation: { windows: some },
          past: made
            .map(({ of, hours, failed }) =>
              postOf(
                pool[of] as PoolText,
                new Date(now.getTime() - Math.floor(hours * hour)),
                failed ? 'failed' : 'posted',
              ),
            )
            .sort((one, two) => two.at.getTime() - one.at.getTime()),
        });
        const next = nextPostTime(state, now) as Date;
        expect(next.getTime()).toBeGreaterThanOrEqual(now.getTime());
        expect(findScheduleObstacle(state, next)).toBeNull();
        if (next > now) expect(findScheduleObstacle(state, now)).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the text to post', () => {
  it('is the least recently used text of the least recently posted theme', () => {
    const texts: PoolText[] = [
      { id: 'a', theme: 'one', text: 'Ad: apples and pears', lastPostedAt: before(90 * 24 * hour) },
      { id: 'b', theme: 'one', text: 'Ad: bread with butter', lastPostedAt: before(91 * 24 * hour) },
      { id: 'c', theme: 'two', text: 'Ad: cups of coffee', lastPostedAt: null },
    ];
    const past = [
      postOf({ ...first, theme: 'three' }, before(25 * hour)),
      postOf({ ...second, theme: 'two' }, before(49 * hour)),
    ];
    expect(chooseText(stateWith({ pool: texts, past }), noon)?.id).toBe('b');
  });

  it('is never a text whose post failed in the last 24 hours', () => {
    const alone = stateWith({ pool: [first], past: [postOf(first, before(hour), 'failed')] });
    expect(chooseText(alone, noon)).toBeNull();
    expect(chooseText(alone, after(24 * hour))).toEqual(first);
  });
});

describe('the next state of a post', () => {
  it.each<[Answer, number, Outcome]>([
    [{ kind: 'posted', providerId: '1', at: noon }, 1, { status: 'posted', providerId: '1', postedAt: noon }],
    [{ kind: 'refused', why: 'no' }, 1, { status: 'failed', why: 'no' }],
    [{ kind: 'unclear', why: 'lost' }, 5, { status: 'unclear', why: 'lost', nextTryAt: after(minute) }],
    [
      { kind: 'not_taken', why: 'busy', notBefore: null },
      1,
      { status: 'planned', why: 'busy', nextTryAt: after(minute) },
    ],
    [
      { kind: 'not_taken', why: 'busy', notBefore: null },
      4,
      { status: 'planned', why: 'busy', nextTryAt: after(8 * minute) },
    ],
    [
      { kind: 'not_taken', why: 'busy', notBefore: after(hour) },
      1,
      { status: 'planned', why: 'busy', nextTryAt: after(hour) },
    ],
    [
      { kind: 'not_taken', why: 'busy', notBefore: after(1) },
      2,
      { status: 'planned', why: 'busy', nextTryAt: after(2 * minute) },
    ],
    [{ kind: 'not_taken', why: 'busy', notBefore: null }, 5, { status: 'failed', why: 'busy' }],
  ])('after the answer %j in attempt %i is %j', (answer, attempts, outcome) => {
    expect(afterAnswer(answer, attempts, noon)).toEqual(outcome);
  });

  it('after a look-up is `posted` if the post is on the account; otherwise it is `unclear` for 15 minutes, and then `planned`', () => {
    const sent = { sentAt: noon, attempts: 1, why: 'lost.' };
    expect(afterLookUp({ providerId: '1', at: after(5) }, sent, after(hour))).toEqual({
      status: 'posted',
      providerId: '1',
      postedAt: after(5),
    });
    expect(afterLookUp(null, sent, after(15 * minute - 1))).toMatchObject({ status: 'unclear' });
    expect(afterLookUp(null, sent, after(15 * minute))).toEqual({
      status: 'planned',
      why: 'lost. The post isn’t on our X account.',
      nextTryAt: after(16 * minute),
    });
    expect(afterLookUp(null, { ...sent, attempts: 5 }, after(15 * minute))).toMatchObject({ status: 'failed' });
  });

  it('stays `unclear` while the account cannot be read, with growing intervals of up to 15 minutes', () => {
    for (const waited of [minute, 5 * minute, 100 * hour]) {
      const outcome = afterFailedLookUp({ sentAt: noon, why: 'lost.' }, after(waited));
      expect(outcome).toEqual({
        status: 'unclear',
        why: 'lost.',
        nextTryAt: after(waited + Math.min(waited, 15 * minute)),
      });
    }
  });
});
