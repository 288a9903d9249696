import type { adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyOf, ReplyOf } from '@xrp-bridge/contracts/define';
import type { Context } from '../context.ts';
import { findObstacle, nextPostTime } from '../domain/post.ts';
import { lockAutomation, readPostingState, readPostingTime, readTotals, updateAutomation } from '../post-store.ts';

/** Returns the settings of automatic posting, the obstacle to the next post, and totals. */
export async function viewAutomation({ db, x }: Context): Promise<ReplyOf<typeof adsApi.readAutomation>> {
  const now = await readPostingTime(db);
  const state = await readPostingState(db, x.configured, now);
  const { totalPosts, lastPost } = await readTotals(db);
  const { enabled, dryRun, dailyCap, windows } = state.automation;
  const obstacle = findObstacle(state, now);
  return {
    autoPostEnabled: enabled,
    dryRun,
    dailyCap,
    windows: [...windows],
    canPost: obstacle === null,
    whyNot: obstacle,
    nextPostTime: nextPostTime(state, now)?.toISOString() ?? null,
    totalPosts,
    adPoolSize: state.pool.length,
    lastPost: lastPost?.postedAt
      ? { ad: lastPost.text, timestamp: lastPost.postedAt.toISOString(), window: lastPost.window }
      : null,
  };
}

/**
 * Updates the settings of automatic posting.
 * A planned post is checked against the new settings before it is sent.
 */
export async function changeAutomation(
  context: Context,
  { autoPostEnabled, ...changes }: BodyOf<typeof adsApi.changeAutomation>,
): Promise<ReplyOf<typeof adsApi.changeAutomation>> {
  await context.transact(async (tx) => {
    await lockAutomation(tx);
    await updateAutomation(tx, { ...changes, enabled: autoPostEnabled });
  });
  return viewAutomation(context);
}
