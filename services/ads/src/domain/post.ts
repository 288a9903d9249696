import type { Obstacle, PostingWindow, PostStatus } from '@xrp-bridge/contracts/ads';
import { checkText, findNearDuplicate } from './check-text.ts';

/** So long after a post nothing is posted (DESIGN §4.10). */
export const cooldownMs = 24 * 3_600_000;
/** What was posted so recently is not said again, nor anything like it. */
export const recentMs = 30 * 86_400_000;
/** After a failure the schedule waits: what is wrong is mostly not mended within minutes. */
const pauseMs = 3_600_000;
/** An answer that is still under way is waited for: the gateway gives up much sooner. */
const answerMs = 60_000;
/** A post that its account does not show after so long is not there. */
const shownMs = 15 * 60_000;
const mostAttempts = 5;
const firstRetryMs = 60_000;

export interface Automation {
  enabled: boolean;
  dryRun: boolean;
  dailyCap: number;
  windows: readonly PostingWindow[];
}

/** A text of the pool. */
export interface PoolText {
  id: string;
  theme: string;
  text: string;
  lastPostedAt: Date | null;
}

/** A post that was made, or failed; `at` is when. */
export interface PastPost {
  /** An operator’s try of the connection: no ad, but a post all the same. */
  isTest: boolean;
  theme: string;
  text: string;
  status: PostStatus;
  at: Date;
}

/** All that is looked at before anything is posted. */
export interface Standing {
  connected: boolean;
  automation: Automation;
  /** What is being sent, or was sent and not answered. */
  open: 'planned' | 'unclear' | null;
  /** The posts of the last 30 days, and the last one however long ago, newest first. */
  past: readonly PastPost[];
  /** What is not retired. */
  pool: readonly PoolText[];
}

/** The schedule keeps hours, and pauses after a failure; an operator who asks for a post now does not. */
export type ScheduleObstacle = Obstacle | 'outside_window' | 'after_failure';

/** What keeps a post from going out now, if an operator asks for it. */
export function findObstacle(standing: Standing, now: Date): Obstacle | null {
  const { automation, connected, open } = standing;
  if (!automation.enabled) return 'switched_off';
  if (!connected && !automation.dryRun) return 'not_connected';
  if (open) return open === 'unclear' ? 'unclear' : 'on_its_way';
  if (now < cooldownEnd(standing)) return 'cooldown';
  if (isDayFull(standing, now)) return 'daily_cap';
  return chooseText(standing, now) ? null : 'empty_pool';
}

/** What keeps the schedule from posting now. */
export function findScheduleObstacle(standing: Standing, now: Date): ScheduleObstacle | null {
  const obstacle = findObstacle(standing, now);
  if (obstacle) return obstacle;
  if (!windowAt(standing.automation.windows, now)) return 'outside_window';
  return now < pauseEnd(standing) ? 'after_failure' : null;
}

/** When the schedule posts next; null while it cannot, whatever time it is. */
export function nextPostTime(standing: Standing, now: Date): Date | null {
  const { automation, connected, open } = standing;
  if (!automation.enabled || !(connected || automation.dryRun) || open) return null;
  let at = new Date(Math.max(now.getTime(), cooldownEnd(standing).getTime(), pauseEnd(standing).getTime()));
  if (isDayFull(standing, at)) at = nextDay(at);
  if (!chooseText(standing, at)) return null;
  for (let hours = 0; hours <= 24; hours++) {
    if (windowAt(automation.windows, at)) return at;
    at = new Date((Math.floor(at.getTime() / 3_600_000) + 1) * 3_600_000);
  }
  return null;
}

/** The window that a time is in. One that ends at its first hour, or before, goes over midnight. */
export function windowAt(windows: readonly PostingWindow[], at: Date): PostingWindow | undefined {
  const hour = at.getUTCHours();
  return windows.find(({ fromHour, toHour }) =>
    fromHour < toHour ? hour >= fromHour && hour < toHour : hour >= fromHour || hour < toHour,
  );
}

/**
 * The text to post next: of the theme that was not heard for longest, never of the last one; the one in it that was not
 * used for longest. What was said in the last 30 days is not said again, nor what failed a day ago, nor what our own
 * rules no longer allow.
 */
export function chooseText(standing: Standing, now: Date): PoolText | null {
  const made = standing.past.filter((post) => counts(standing, post));
  const lastTheme = made[0]?.theme;
  const avoided = standing.past.filter(({ status, at }) => {
    const age = now.getTime() - at.getTime();
    return status === 'failed' ? age < cooldownMs : age < recentMs;
  });
  const heardAt = (theme: string) => made.find((post) => post.theme === theme)?.at.getTime() ?? 0;
  const usedAt = ({ lastPostedAt }: PoolText) => lastPostedAt?.getTime() ?? 0;
  const inTurn = standing.pool
    .filter(({ theme }) => theme !== lastTheme)
    .sort(
      (one, other) =>
        heardAt(one.theme) - heardAt(other.theme) || usedAt(one) - usedAt(other) || (one.id < other.id ? -1 : 1),
    );
  return inTurn.find(({ text }) => checkText(text).length === 0 && !findNearDuplicate(text, avoided)) ?? null;
}

/** What X said to a post, or did not say. */
export type Answer =
  | { kind: 'posted'; providerId: string; at: Date }
  /** It says no, and would say it again. */
  | { kind: 'refused'; why: string }
  /** It has certainly not taken it, and may later. */
  | { kind: 'not_taken'; why: string; notBefore: Date | null }
  /** It may have taken it. */
  | { kind: 'unclear'; why: string };

/** What becomes of a post. */
export type Outcome =
  | { status: 'posted'; providerId: string; postedAt: Date }
  | { status: 'failed'; why: string }
  | { status: 'planned' | 'unclear'; why: string; nextTryAt: Date };

/** What becomes of a post that was handed to X for the so-manyth time. */
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

/** When a post that is handed to X is looked up if nobody says what became of it: its sender has died. */
export function lookUpAt(sentAt: Date): Date {
  return later(sentAt, answerMs);
}

/**
 * What becomes of a post whose answer got lost, once its account was looked at.
 * @param found how it stands there, or null if it does not
 */
export function afterLookUp(
  found: { providerId: string; at: Date } | null,
  post: { sentAt: Date; attempts: number; why: string },
  now: Date,
): Outcome {
  if (found) return { status: 'posted', providerId: found.providerId, postedAt: found.at };
  const { sentAt, attempts, why } = post;
  if (now.getTime() - sentAt.getTime() < shownMs) return { status: 'unclear', why, nextTryAt: later(now, answerMs) };
  return tryAgain(`${why} It is not on the account.`, attempts, now, null);
}

/** What becomes of it where the account could not be looked at: it waits, for as long as that takes. */
export function afterFailedLookUp(post: { sentAt: Date; why: string }, now: Date): Outcome {
  const waited = now.getTime() - post.sentAt.getTime();
  return { status: 'unclear', why: post.why, nextTryAt: later(now, Math.min(Math.max(answerMs, waited), shownMs)) };
}

function tryAgain(why: string, attempts: number, now: Date, notBefore: Date | null): Outcome {
  if (attempts >= mostAttempts) return { status: 'failed', why };
  const backOff = later(now, firstRetryMs * 2 ** (attempts - 1));
  return { status: 'planned', why, nextTryAt: notBefore && notBefore > backOff ? notBefore : backOff };
}

/** Whether as many posts as may be have gone out on the day (UTC) of a time, tries of the connection among them. */
export function isDayFull({ past, automation }: Pick<Standing, 'past' | 'automation'>, at: Date): boolean {
  const day = dayOf(at);
  return past.filter((post) => isMade(post, automation) && dayOf(post.at) === day).length >= automation.dailyCap;
}

/** A dry run counts while runs are dry, so that it shows what would happen. */
function isMade({ status }: PastPost, { dryRun }: Automation): boolean {
  return status === 'posted' || (dryRun && status === 'dry_run');
}

/** The ads among what was made. */
function counts({ automation }: Standing, post: PastPost): boolean {
  return !post.isTest && isMade(post, automation);
}

/** Until when nothing may be posted after the last one. */
export function cooldownEnd(standing: Standing): Date {
  const last = standing.past.find((post) => counts(standing, post));
  return last ? later(last.at, cooldownMs) : new Date(0);
}

/** A failure before the last post is forgotten. */
function pauseEnd(standing: Standing): Date {
  const last = standing.past.find((post) => !post.isTest && (post.status === 'failed' || counts(standing, post)));
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
