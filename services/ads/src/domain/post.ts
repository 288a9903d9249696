import type { Obstacle, PostingWindow, PostStatus } from '@xrp-bridge/contracts/ads';
import { checkText, findNearDuplicate } from './check-text.ts';

/** Minimum time between two ads, so that X does not treat the account as a spammer. */
export const cooldownMs = 24 * 3_600_000;
/** Time for which a posted text and its near duplicates are not posted again. */
export const recentMs = 30 * 86_400_000;
/** Pause of the schedule after a failure, because most failures last longer than minutes. */
const pauseMs = 3_600_000;
/**
 * Time after which a post without a response is looked up on the account.
 * The timeout of a request to X is much shorter.
 */
const answerMs = 60_000;
/** A post that is not on the account after this time was not posted. */
const shownMs = 15 * 60_000;
const mostAttempts = 5;
const firstRetryMs = 60_000;

export interface Automation {
  enabled: boolean;
  dryRun: boolean;
  dailyCap: number;
  windows: readonly PostingWindow[];
}

/** A prepared text for posts on X, from the pool that operators edit. */
export interface PoolText {
  id: string;
  theme: string;
  text: string;
  lastPostedAt: Date | null;
}

/** A post that was sent (also as a dry run) or failed. */
export interface PastPost {
  /** True for an operator's test of the connection, which is a post but not an ad. */
  isTest: boolean;
  theme: string;
  text: string;
  status: PostStatus;
  /** Time at which the post was sent or failed. */
  at: Date;
}

/** The input of the posting rules. */
export interface PostingState {
  connected: boolean;
  automation: Automation;
  /** State of the open post: being sent, or sent without a response. */
  open: 'planned' | 'unclear' | null;
  /** The posts of the last 30 days and the last ad of any age, newest first. */
  past: readonly PastPost[];
  /** The texts that are not retired. */
  pool: readonly PoolText[];
}

/**
 * Obstacles to a scheduled post.
 * Posting hours and the pause after a failure apply only to the schedule.
 */
export type ScheduleObstacle = Obstacle | 'outside_window' | 'after_failure';

/** Returns the reason why an operator cannot post now, or null. */
export function findObstacle(state: PostingState, now: Date): Obstacle | null {
  const { automation, connected, open } = state;
  if (!automation.enabled) return 'switched_off';
  if (!connected && !automation.dryRun) return 'not_connected';
  if (open) return open === 'unclear' ? 'unclear' : 'on_its_way';
  if (now < cooldownEnd(state)) return 'cooldown';
  if (isDayFull(state, now)) return 'daily_cap';
  return chooseText(state, now) ? null : 'empty_pool';
}

/** Returns the reason why the schedule cannot post now, or null. */
export function findScheduleObstacle(state: PostingState, now: Date): ScheduleObstacle | null {
  const obstacle = findObstacle(state, now);
  if (obstacle) return obstacle;
  if (!windowAt(state.automation.windows, now)) return 'outside_window';
  return now < pauseEnd(state) ? 'after_failure' : null;
}

/** Returns the time of the schedule's next post, or null if no post is possible at any time. */
export function nextPostTime(state: PostingState, now: Date): Date | null {
  const { automation, connected, open } = state;
  if (!automation.enabled || !(connected || automation.dryRun) || open) return null;
  let at = new Date(Math.max(now.getTime(), cooldownEnd(state).getTime(), pauseEnd(state).getTime()));
  if (isDayFull(state, at)) at = nextDay(at);
  if (!chooseText(state, at)) return null;
  for (let hours = 0; hours <= 24; hours++) {
    if (windowAt(automation.windows, at)) return at;
    at = new Date((Math.floor(at.getTime() / 3_600_000) + 1) * 3_600_000);
  }
  return null;
}

/** Returns the window that contains a time. A window with `toHour` <= `fromHour` spans midnight. */
export function windowAt(windows: readonly PostingWindow[], at: Date): PostingWindow | undefined {
  const hour = at.getUTCHours();
  return windows.find(({ fromHour, toHour }) =>
    fromHour < toHour ? hour >= fromHour && hour < toHour : hour >= fromHour || hour < toHour,
  );
}

/**
 * Returns the next text, or null if no text may be posted.
 * The text is the least recently used text of the least recently posted theme, and never of the theme of the last ad.
 * The search skips near duplicates of posts of the last 30 days and of failures of the last day, and texts that break
 * our rules.
 */
export function chooseText(state: PostingState, now: Date): PoolText | null {
  const posted = state.past.filter((post) => isPostedAd(state, post));
  const lastTheme = posted[0]?.theme;
  const avoided = state.past.filter(({ status, at }) => {
    const age = now.getTime() - at.getTime();
    return status === 'failed' ? age < cooldownMs : age < recentMs;
  });
  const themePostedAt = (theme: string) => posted.find((post) => post.theme === theme)?.at.getTime() ?? 0;
  const usedAt = ({ lastPostedAt }: PoolText) => lastPostedAt?.getTime() ?? 0;
  const inTurn = state.pool
    .filter(({ theme }) => theme !== lastTheme)
    .sort(
      (one, other) =>
        themePostedAt(one.theme) - themePostedAt(other.theme) ||
        usedAt(one) - usedAt(other) ||
        (one.id < other.id ? -1 : 1),
    );
  return inTurn.find(({ text }) => checkText(text).length === 0 && !findNearDuplicate(text, avoided)) ?? null;
}

/** The result of sending a post to X. */
export type Answer =
  | { kind: 'posted'; providerId: string; at: Date }
  /** X refused the post, and would also refuse a retry. */
  | { kind: 'refused'; why: string }
  /** X did not accept the post, but a retry may succeed. */
  | { kind: 'not_taken'; why: string; notBefore: Date | null }
  /** X may have accepted the post. */
  | { kind: 'unclear'; why: string };

/** The next state of a post. */
export type Outcome =
  | { status: 'posted'; providerId: string; postedAt: Date }
  | { status: 'failed'; why: string }
  | { status: 'planned' | 'unclear'; why: string; nextTryAt: Date };

/** Returns the next state of a post after its attempt number `attempts`. */
export function afterAnswer(answer: Answer, attempts: number, now: Date): Outcome {
  switch (answer.kind) {
    case 'posted':
      return { status: 'posted', providerId: answer.providerId, postedAt: answer.at };
    case 'refused':
      return { status: 'failed', why: answer.why };
    case 'not_taken':
      return tryAgain(answer.why, attempts, now, answer.notBefore);
    case 'unclear':
      return { status: 'unclear', why: answer.why, nextTryAt: later(now, answerMs) };
  }
}

/** Returns the time at which a sent post is looked up, in case its sender has crashed. */
export function lookUpAt(sentAt: Date): Date {
  return later(sentAt, answerMs);
}

/**
 * Returns the next state of an unclear post after a look-up on the account.
 * @param found the post on the account, or null if it is not there
 */
export function afterLookUp(
  found: { providerId: string; at: Date } | null,
  post: { sentAt: Date; attempts: number; why: string },
  now: Date,
): Outcome {
  if (found) return { status: 'posted', providerId: found.providerId, postedAt: found.at };
  const { sentAt, attempts, why } = post;
  if (now.getTime() - sentAt.getTime() < shownMs) return { status: 'unclear', why, nextTryAt: later(now, answerMs) };
  return tryAgain(`${why} The post isn’t on our X account.`, attempts, now, null);
}

/** Returns the next state after a failed look-up. The post stays unclear, and the intervals grow. */
export function afterFailedLookUp(post: { sentAt: Date; why: string }, now: Date): Outcome {
  const waited = now.getTime() - post.sentAt.getTime();
  return { status: 'unclear', why: post.why, nextTryAt: later(now, Math.min(Math.max(answerMs, waited), shownMs)) };
}

function tryAgain(why: string, attempts: number, now: Date, notBefore: Date | null): Outcome {
  if (attempts >= mostAttempts) return { status: 'failed', why };
  const backOff = later(now, firstRetryMs * 2 ** (attempts - 1));
  return { status: 'planned', why, nextTryAt: notBefore && notBefore > backOff ? notBefore : backOff };
}

/** Returns true if the daily cap is reached on the day (UTC) of a time. Connection tests count too. */
export function isDayFull({ past, automation }: Pick<PostingState, 'past' | 'automation'>, at: Date): boolean {
  const day = dayOf(at);
  return past.filter((post) => isPosted(post, automation) && dayOf(post.at) === day).length >= automation.dailyCap;
}

/** A dry run counts as posted while `dryRun` is on, so that dry runs follow the same rules as posts. */
function isPosted({ status }: PastPost, { dryRun }: Automation): boolean {
  return status === 'posted' || (dryRun && status === 'dry_run');
}

function isPostedAd({ automation }: PostingState, post: PastPost): boolean {
  return !post.isTest && isPosted(post, automation);
}

/** Returns the end of the cooldown after the last ad. */
export function cooldownEnd(state: PostingState): Date {
  const last = state.past.find((post) => isPostedAd(state, post));
  return last ? later(last.at, cooldownMs) : new Date(0);
}

/** Returns the end of the pause after a failure. A failure before the last posted ad has no effect. */
function pauseEnd(state: PostingState): Date {
  const last = state.past.find((post) => !post.isTest && (post.status === 'failed' || isPostedAd(state, post)));
  return last?.status === 'failed' ? later(last.at, pauseMs) : new Date(0);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function nextDay(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
