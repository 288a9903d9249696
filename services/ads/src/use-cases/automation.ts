import type { adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyOf, ReplyOf } from '@xrp-bridge/contracts/define';
import type { Context } from '../context.ts';
import { findObstacle, nextPostTime } from '../domain/post.ts';
import { lockAutomation, readPostingTime, readStanding, readTotals, updateAutomation } from '../post-store.ts';

/** Whether a post can go out, and what has gone out. */
export async function viewAutomation({ db, x }: Context): Promise<ReplyOf<typeof adsApi.readAutomation>> {
  const now = await readPostingTime(db);
  const standing = await readStanding(db, x.configured, now);
  const { totalPosts, lastPost } = await readTotals(db);
  const { enabled, dryRun, dailyCap, windows } = standing.automation;
  const obstacle = findObstacle(standing, now);
  return {
    autoPostEnabled: enabled,
    dryRun,
    dailyCap,
    windows: [...windows],
    canPost: obstacle === null,
    whyNot: obstacle,
    nextPostTime: nextPostTime(standing, now)?.toISOString() ?? null,
    totalPosts,
    adPoolSize: standing.pool.length,
    lastPost: lastPost?.postedAt
      ? { ad: lastPost.text, timestamp: lastPost.postedAt.toISOString(), window: lastPost.window }
      : null,
  };
}

/** Changes who posts, when and how much. What is planned already is looked at once more before it is sent. */
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
