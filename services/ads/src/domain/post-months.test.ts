import type { PostingWindow } from '@xrp-bridge/contracts/ads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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
  lookUpAt,
  type Outcome,
  type PastPost,
  type PoolText,
  type PostingState,
} from './post.ts';

const hour = 3_600_000;
const minute = 60_000;
const noon = new Date('2026-11-22T12:00:00Z');

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

/** A random run of the worker: minutes since the last run, and the response of X. */
const run = fc.record({
  minutes: fc.integer({ min: 1, max: 300 }),
  answer: fc.constantFrom('posted', 'refused', 'not_taken', 'unclear', 'unclear-and-posted', 'down'),
  byHand: fc.boolean(),
});

test('in months of random responses from X, ads are 24 hours apart, no theme repeats in a row, and no text repeats within 30 days', () => {
  fc.assert(
    fc.property(fc.array(run, { minLength: 200, maxLength: 400 }), (runs) => {
      let now = noon;
      const past: PastPost[] = [];
      /** The posts on the account, newest first. */
      const account: { theme: string; text: string; at: Date }[] = [];
      let open: {
        text: PoolText;
        status: 'planned' | 'unclear';
        sentAt: Date;
        attempts: number;
        nextTryAt: Date;
      } | null = null;
      const windows = [{ name: 'Day', fromHour: 8, toHour: 20 }];
      for (const { minutes, answer, byHand } of runs) {
        now = new Date(now.getTime() + minutes * minute);
        if (!open) {
          const state = stateWith({ past, automation: { windows } });
          if (byHand ? findObstacle(state, now) : findScheduleObstacle(state, now)) continue;
          open = {
            text: chooseText(state, now) as PoolText,
            status: 'planned',
            sentAt: now,
            attempts: 0,
            nextTryAt: now,
          };
        }
        if (open.nextTryAt > now) continue;
        let outcome: Outcome;
        const found = account.find(({ text }) => text === open?.text.text);
        if (open.status === 'unclear') {
          outcome =
            answer === 'down'
              ? afterFailedLookUp({ sentAt: open.sentAt, why: '' }, now)
              : afterLookUp(found ? { providerId: '1', at: found.at } : null, { ...open, why: '' }, now);
        } else {
          open = { ...open, sentAt: now, attempts: open.attempts + 1, nextTryAt: lookUpAt(now) };
          const isPosted = ['posted', 'unclear-and-posted'].includes(answer);
          if (isPosted) account.unshift({ theme: open.text.theme, text: open.text.text, at: now });
          const answers: Record<string, Answer> = {
            posted: { kind: 'posted', providerId: '1', at: now },
            refused: { kind: 'refused', why: '' },
            not_taken: { kind: 'not_taken', why: '', notBefore: null },
          };
          outcome = afterAnswer(answers[answer] ?? { kind: 'unclear', why: '' }, open.attempts, now);
        }
        if (outcome.status === 'posted' || outcome.status === 'failed') {
          const at = outcome.status === 'posted' ? outcome.postedAt : now;
          past.unshift(postOf(open.text, at, outcome.status));
          past.sort((one, two) => two.at.getTime() - one.at.getTime());
          open = null;
        } else open = { ...open, status: outcome.status, nextTryAt: outcome.nextTryAt };
      }
      for (const [place, post] of account.entries()) {
        const earlier = account[place + 1];
        if (!earlier) continue;
        expect(post.at.getTime() - earlier.at.getTime()).toBeGreaterThanOrEqual(cooldownMs);
        expect(post.theme).not.toBe(earlier.theme);
        const same = account.slice(place + 1).find(({ text }) => text === post.text);
        if (same) expect(post.at.getTime() - same.at.getTime()).toBeGreaterThanOrEqual(30 * 24 * hour);
      }
    }),
    { numRuns: 100 },
  );
});
