import type { adsApi } from '@xrp-bridge/contracts/ads';
import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { Context } from '../context.ts';
import {
  afterAnswer,
  chooseText,
  cooldownEnd,
  findObstacle,
  findScheduleObstacle,
  isDayFull,
  lookUpAt,
  type PostingState,
  type ScheduleObstacle,
  windowAt,
} from '../domain/post.ts';
import {
  byHand,
  claimPost,
  findDue,
  insertPost,
  lockAutomation,
  type Post,
  readPast,
  readPostingState,
  readPostingTime,
} from '../post-store.ts';
import { readPool } from '../variation-store.ts';
import { lookUpUnclear } from './look-up-unclear.ts';
import { settle } from './settle-post.ts';

/**
 * Retries or looks up a due open post; otherwise posts the next ad if the schedule allows it.
 * Any number of instances may run this function at once, because only one of them sends each post.
 */
export async function postWhenDue(context: Context): Promise<void> {
  const { db, x } = context;
  const now = await readPostingTime(db);
  const due = await findDue(db, now);
  if (due?.status === 'unclear') return lookUpUnclear(context, due);
  if (due) return void (await send(context, due));
  const state = await readPostingState(db, x.configured, now);
  if (!findScheduleObstacle(state, now)) await postNext(context, null);
}

/**
 * Posts the next ad if the rules allow it.
 * @param operator the operator who triggers the post, at any hour; null for the schedule, which has posting hours
 */
export async function postNext(context: Context, operator: string | null): Promise<ReplyOf<typeof adsApi.postNext>> {
  const planned = await plan(context, operator);
  if ('obstacle' in planned) return { success: false, message: planned.message };
  return report(await send(context, planned));
}

/** Returns the text that would be posted next, or null if no text may be posted. */
export async function previewNext({ db, x }: Context): Promise<{ theme: string; message: string } | null> {
  const now = await readPostingTime(db);
  const next = chooseText(await readPostingState(db, x.configured, now), now);
  return next && { theme: next.theme, message: next.text };
}

async function plan(
  { transact, x }: Context,
  operator: string | null,
): Promise<Post | { obstacle: ScheduleObstacle; message: string }> {
  return transact(async (tx) => {
    await lockAutomation(tx);
    const now = await readPostingTime(tx);
    const state = await readPostingState(tx, x.configured, now);
    const obstacle = operator === null ? findScheduleObstacle(state, now) : findObstacle(state, now);
    const text = chooseText(state, now);
    if (obstacle || !text) {
      const why = obstacle ?? 'empty_pool';
      return { obstacle: why, message: describe(why, state) };
    }
    const window = windowAt(state.automation.windows, now)?.name ?? byHand;
    return insertPost(tx, text, { operator, window, plannedAt: now });
  });
}

/** Sends a planned post to X, unless another instance sends it or the rules now forbid it. */
async function send(context: Context, planned: Post): Promise<Post> {
  const { db, transact, x } = context;
  const claimed = (await transact((tx) => claim(context, tx, planned))) ?? planned;
  if (claimed.status !== 'unclear') return claimed;
  const answer = await x.post(claimed.text);
  const outcome = afterAnswer(answer, claimed.attempts, await readPostingTime(db));
  return (await transact((tx) => settle(context, tx, claimed, outcome))) ?? claimed;
}

/** Claims a planned post if it still follows the rules, which an operator may have changed. */
async function claim(
  context: Context,
  tx: Parameters<typeof lockAutomation>[0],
  post: Post,
): Promise<Post | undefined> {
  const automation = await lockAutomation(tx);
  const { enabled, dryRun, windows } = automation;
  const now = await readPostingTime(tx);
  const fail = (why: string) => settle(context, tx, post, { status: 'failed', why });
  if (!enabled) return fail('Auto-posting was turned off before this post was sent.');
  const pool = await readPool(tx);
  if (!pool.some(({ id, text }) => id === post.variationId && text === post.text))
    return fail('The text was retired or changed before we could post it.');
  if (dryRun) return settle(context, tx, post, { status: 'dry_run', postedAt: now });
  if (post.trigger === 'schedule' && !windowAt(windows, now))
    return fail(`${post.why ?? ''} Then posting hours ended.`.trim());
  if (isDayFull({ automation, past: await readPast(tx, now) }, now)) return fail(explanations.daily_cap);
  return claimPost(tx, post.id, { sentAt: now, nextTryAt: lookUpAt(now) });
}

const explanations: Record<Exclude<ScheduleObstacle, 'cooldown'>, string> = {
  not_connected: 'X isn’t connected because its API keys aren’t set up.',
  switched_off: 'Auto-posting is off.',
  on_its_way: 'A post is already on its way.',
  unclear: 'X hasn’t confirmed the last post. We’ll check before posting again.',
  daily_cap: 'You’ve reached today’s post limit. It resets at midnight UTC.',
  empty_pool: 'No ad in the pool is ready to post. Add one or restore one.',
  outside_window: 'It’s outside posting hours.',
  after_failure: 'The last post failed less than an hour ago.',
};

function describe(obstacle: ScheduleObstacle, state: PostingState): string {
  if (obstacle !== 'cooldown') return explanations[obstacle];
  const at = cooldownEnd(state).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `Ads have to be 24 hours apart. The next one can go out on ${at} UTC.`;
}

function report({ status, theme, text, why }: Post): ReplyOf<typeof adsApi.postNext> {
  switch (status) {
    case 'posted':
      return { success: true, message: `The ad about “${theme}” is on X.` };
    case 'dry_run':
      return { success: true, message: `This was a dry run, so nothing was posted. We would have posted: ${text}` };
    case 'planned':
      return {
        success: false,
        message: `${why ?? 'Another process is sending this post.'} We’ll try again automatically.`,
      };
    case 'unclear':
      return { success: false, message: `${why} We’ll check if the ad is on X before posting again.` };
    case 'failed':
      return { success: false, message: why ?? 'The ad wasn’t posted.' };
  }
}
