import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedPool } from './pool.ts';
import {
  type Answer,
  afterAnswer,
  afterFailedLookUp,
  afterLookUp,
  chooseText,
  cooldownMs,
  findObstacle,
  findScheduleObstacle,
  type Outcome,
  type PastPost,
  type PoolText,
  recentMs,
} from './post.ts';

// Posts ads by the rules for weeks, while X answers, refuses, stays silent, and shows posts late. The model is the account
// on X: readers never see two ads within the cooldown, or the same text twice in 30 days.

const minute = 60_000;
const pool: PoolText[] = Object.entries(seedPool).flatMap(([theme, texts]) =>
  texts.slice(0, 3).map((text, place) => ({ id: `var_${theme}_${place}`, theme, text, lastPostedAt: null })),
);
const automation = {
  enabled: true,
  dryRun: false,
  dailyCap: 1,
  windows: [{ name: 'Working hours', fromHour: 8, toHour: 22 }],
};

/** The ads on the account. X shows an ad at the latest after the time for which the rules wait. */
type Account = { text: string; at: number; shownAt: number }[];

interface Poster {
  now: number;
  past: PastPost[];
  open: { text: PoolText; attempts: number; sentAt: number; outcome: Extract<Outcome, { nextTryAt: Date }> } | null;
}

/** The reaction of X to a request. Without an answer, X loses the post or shows it after some minutes. */
type Reaction = 'posted' | 'refused' | 'not_taken' | 'lost' | { shownAfter: number };

function answerOf(reaction: Reaction, at: Date): Answer {
  if (reaction === 'posted') return { kind: 'posted', providerId: '1', at };
  if (reaction === 'refused') return { kind: 'refused', why: 'refused' };
  if (reaction === 'not_taken') return { kind: 'not_taken', why: 'busy', notBefore: null };
  return { kind: 'unclear', why: 'silence' };
}

function send(account: Account, poster: Poster, text: PoolText, attempts: number, reaction: Reaction): void {
  const { now } = poster;
  const at = new Date(now);
  if (reaction === 'posted') account.push({ text: text.text, at: now, shownAt: now });
  if (typeof reaction === 'object') {
    account.push({ text: text.text, at: now, shownAt: now + reaction.shownAfter * minute });
  }
  const outcome = afterAnswer(answerOf(reaction, at), attempts, at);
  store(poster, { text, attempts, sentAt: now }, outcome);
}

function store(poster: Poster, post: { text: PoolText; attempts: number; sentAt: number }, outcome: Outcome): void {
  if ('nextTryAt' in outcome) {
    poster.open = { ...post, outcome };
    return;
  }
  const { theme, text } = post.text;
  const at = outcome.status === 'posted' ? outcome.postedAt : new Date(poster.now);
  poster.past.unshift({ isTest: false, theme, text, status: outcome.status, at });
  poster.open = null;
}

/** Looks the open post up on the account, unless the account cannot be read. */
function lookUp(account: Account, poster: Poster, readable: boolean): void {
  const { open, now } = poster;
  if (!open) return;
  const post = { sentAt: new Date(open.sentAt), attempts: open.attempts, why: open.outcome.why };
  const shown = account.find(({ text, at, shownAt }) => text === open.text.text && at >= open.sentAt && shownAt <= now);
  const found = shown ? { providerId: '1', at: new Date(shown.at) } : null;
  store(poster, open, readable ? afterLookUp(found, post, new Date(now)) : afterFailedLookUp(post, new Date(now)));
}

/** Lets time pass, and then looks an unclear post up, retries a post or begins the next post. */
class Pass implements fc.Command<Account, Poster> {
  readonly minutes: number;
  readonly reaction: Reaction;
  readonly readable: boolean;
  readonly byOperator: boolean;

  constructor(minutes: number, reaction: Reaction, readable: boolean, byOperator: boolean) {
    this.minutes = minutes;
    this.reaction = reaction;
    this.readable = readable;
    this.byOperator = byOperator;
  }

  check = () => true;

  run(account: Account, poster: Poster): void {
    poster.now += this.minutes * minute;
    const { open, past } = poster;
    const now = new Date(poster.now);
    if (open && open.outcome.nextTryAt <= now) {
      if (open.outcome.status === 'unclear') lookUp(account, poster, this.readable);
      else send(account, poster, open.text, open.attempts + 1, this.reaction);
    }
    const state = { connected: true, automation, open: poster.open?.outcome.status ?? null, past, pool } as const;
    const obstacle = this.byOperator ? findObstacle(state, now) : findScheduleObstacle(state, now);
    const text = obstacle === null ? chooseText(state, now) : null;
    if (text) send(account, poster, text, 1, this.reaction);

    const [last, before] = [account.at(-1), account.at(-2)];
    if (last && before) expect(last.at - before.at).toBeGreaterThanOrEqual(cooldownMs);
    const recent = account.filter(({ at }) => poster.now - at < recentMs).map(({ text }) => text);
    expect(recent).toEqual([...new Set(recent)]);
    expect(poster.open?.attempts ?? 0).toBeLessThanOrEqual(5);
  }

  toString() {
    return `${this.minutes} minutes, ${JSON.stringify(this.reaction)}${this.readable ? '' : ', unreadable'}${this.byOperator ? ', by an operator' : ''}`;
  }
}

test('the account never shows two ads within 24 hours or a text twice in 30 days, whatever X answers', () => {
  const minutes = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 26 * 60 }));
  const silence = fc.record({ shownAfter: fc.integer({ min: 0, max: 14 }) });
  const reaction = fc.oneof(fc.constantFrom<Reaction>('posted', 'refused', 'not_taken', 'lost'), silence);
  const pass = fc
    .tuple(minutes, reaction, fc.boolean(), fc.boolean())
    .map(([minutes, reaction, readable, byOperator]) => new Pass(minutes, reaction, readable, byOperator));
  const setup = (): { model: Account; real: Poster } => ({
    model: [],
    real: { now: Date.UTC(2026, 10, 20, 7), past: [], open: null },
  });
  fc.assert(
    fc.property(fc.commands([pass], { maxCommands: 60, size: 'max' }), (sequence) => fc.modelRun(setup, sequence)),
    { numRuns: 500 },
  );
});
