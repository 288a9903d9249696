import type { Context } from '../context.ts';
import { findNearDuplicate } from '../domain/check-text.ts';
import { afterFailedLookUp, afterLookUp, type Outcome } from '../domain/post.ts';
import { type Post, readPostingTime } from '../post-store.ts';
import type { OwnPost } from '../x.ts';
import { settle } from './settle-post.ts';

/** The database's clock and X's may differ so much. */
const skewMs = 5 * 60_000;

/**
 * Looks on our own account for a post whose answer got lost. It counts as not there only a quarter of an hour after it
 * was sent, and only if the account could be read; then it is tried again.
 */
export async function lookUpUnclear(context: Context, post: Post): Promise<void> {
  const { db, log, transact, x } = context;
  const sent = { sentAt: post.sentAt ?? post.plannedAt, attempts: post.attempts, why: post.why ?? '' };
  let outcome: Outcome;
  try {
    const own = await x.readOwnPosts(new Date(post.plannedAt.getTime() - skewMs));
    outcome = afterLookUp(findIn(own, post.text), sent, await readPostingTime(db));
  } catch (error) {
    log.warn({ post: post.id, reason: (error as Error).message }, 'an unclear post cannot be looked up');
    outcome = afterFailedLookUp(sent, await readPostingTime(db));
  }
  await transact((tx) => settle(context, tx, post, outcome));
}

/** X shortens links, and nothing alike is posted within a month: what is nearly the same is it. */
function findIn(own: readonly OwnPost[], text: string): OwnPost | null {
  return findNearDuplicate(text, own) ?? null;
}
