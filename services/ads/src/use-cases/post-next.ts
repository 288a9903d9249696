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
  type ScheduleObstacle,
  type Standing,
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
  readPostingTime,
  readStanding,
} from '../post-store.ts';
import { readPool } from '../variation-store.ts';
import { lookUpUnclear } from './look-up-unclear.ts';
import { settle } from './settle-post.ts';

/**
 * Looks after the post that is open, if there is one; else posts the next one if its time has come. However many
 * instances do this at once, each post is sent by one of them.
 */
export async function postWhenDue(context: Context): Promise<void> {
  const { db, x } = context;
  const now = await readPostingTime(db);
  const due = await findDue(db, now);
  if (due?.status === 'unclear') return lookUpUnclear(context, due);
  if (due) return void (await send(context, due));
  const standing = await readStanding(db, x.configured, now);
  if (!findScheduleObstacle(standing, now)) await postNext(context, null);
}

/**
 * Posts the next ad, as far as the rules allow it.
 * @param operator who wants it now, at any hour; null for the schedule, which keeps the posting hours
 */
export async function postNext(context: Context, operator: string | null): Promise<ReplyOf<typeof adsApi.postNext>> {
  const planned = await plan(context, operator);
  if ('obstacle' in planned) return { success: false, message: planned.message };
  return report(await send(context, planned));
}

/** What would be posted next; null while no text is fresh. */
export async function previewNext({ db, x }: Context): Promise<{ theme: string; message: string } | null> {
  const now = await readPostingTime(db);
  const next = chooseText(await readStanding(db, x.configured, now), now);
  return next && { theme: next.theme, message: next.text };
}

async function plan(
  { transact, x }: Context,
  operator: string | null,
): Promise<Post | { obstacle: ScheduleObstacle; message: string }> {
  return transact(async (tx) => {
    await lockAutomation(tx);
    const now = await readPostingTime(tx);
    const standing = await readStanding(tx, x.configured, now);
    const obstacle = operator === null ? findScheduleObstacle(standing, now) : findObstacle(standing, now);
    const text = chooseText(standing, now);
    if (obstacle || !text) {
      const why = obstacle ?? 'empty_pool';
      return { obstacle: why, message: describe(why, standing) };
    }
    const window = windowAt(standing.automation.windows, now)?.name ?? byHand;
    return insertPost(tx, text, { operator, window, plannedAt: now });
  });
}

/** Hands a planned post to X, unless somebody else does, or it must not go out any more. */
async function send(context: Context, planned: Post): Promise<Post> {
  const { db, transact, x } = context;
  const claimed = (await transact((tx) => claim(context, tx, planned))) ?? planned;
  if (claimed.status !== 'unclear') return claimed;
  const answer = await x.post(claimed.text);
  const outcome = afterAnswer(answer, claimed.attempts, await readPostingTime(db));
  return (await transact((tx) => settle(context, tx, claimed, outcome))) ?? claimed;
}

/** What an operator may have changed or done meanwhile is looked at once more, at the last moment. */
async function claim(
  context: Context,
  tx: Parameters<typeof lockAutomation>[0],
  post: Post,
): Promise<Post | undefined> {
  const automation = await lockAutomation(tx);
  const { enabled, dryRun, windows } = automation;
  const now = await readPostingTime(tx);
  const fail = (why: string) => settle(context, tx, post, { status: 'failed', why });
  if (!enabled) return fail('Automatic posting was switched off before it was sent.');
  const pool = await readPool(tx);
  if (!pool.some(({ id, text }) => id === post.variationId && text === post.text))
    return fail('Its text was retired or changed before it was sent.');
  if (dryRun) return settle(context, tx, post, { status: 'dry_run', postedAt: now });
  if (post.trigger === 'schedule' && !windowAt(windows, now))
    return fail(`${post.why ?? ''} Then the posting hours were over.`.trim());
  if (isDayFull({ automation, past: await readPast(tx, now) }, now)) return fail(explanations.daily_cap);
  return claimPost(tx, post.id, { sentAt: now, nextTryAt: lookUpAt(now) });
}

const explanations: Record<Exclude<ScheduleObstacle, 'cooldown'>, string> = {
  not_connected: 'X is not connected: its keys are not set.',
  switched_off: 'Automatic posting is switched off.',
  on_its_way: 'A post is on its way already.',
  unclear: 'X did not answer the last post. It is looked up there before anything else goes out.',
  daily_cap: 'Today’s posts are used up (UTC).',
  empty_pool: 'No text of the pool is fresh. Add one, or take one back.',
  outside_window: 'It is outside the posting hours.',
  after_failure: 'The last post failed less than an hour ago.',
};

function describe(obstacle: ScheduleObstacle, standing: Standing): string {
  if (obstacle !== 'cooldown') return explanations[obstacle];
  const at = cooldownEnd(standing).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `24 hours must lie between two ads. The next one can go out on ${at} UTC.`;
}

function report({ status, theme, text, why }: Post): ReplyOf<typeof adsApi.postNext> {
  switch (status) {
    case 'posted':
      return { success: true, message: `The ad about “${theme}” is on X.` };
    case 'dry_run':
      return { success: true, message: `Dry run, nothing was sent. This would have gone out: ${text}` };
    case 'planned':
      return { success: false, message: `${why ?? 'Somebody else is sending it.'} It is tried again by itself.` };
    case 'unclear':
      return { success: false, message: `${why} The ad is looked up there before anything else goes out.` };
    case 'failed':
      return { success: false, message: why ?? 'The ad was not posted.' };
  }
}
