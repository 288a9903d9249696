import type { Context } from '../context.ts';
import { findNearDuplicate } from '../domain/check-text.ts';
import { afterFailedLookUp, afterLookUp, type Outcome } from '../domain/post.ts';
import { type Post, readPostingTime } from '../post-store.ts';
import type { OwnPost } from '../x.ts';
import { settle } from './settle-post.ts';

/** Allowed difference between the database's clock and X's. */
const skewMs = 5 * 60_000;

/**
 * Searches our account for a post whose response was lost.
 * The post counts as missing only 15 minutes after it was sent, and only if the account could be read. A missing post
 * is sent again.
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

/**
 * Finds a text among our posts.
 * Accepts near duplicates, because X shortens links.
 * A match is the same post, because no similar text is posted within 30 days.
 */
function findIn(own: readonly OwnPost[], text: string): OwnPost | null {
  return findNearDuplicate(text, own) ?? null;
}
