import { AdPosted, AdPostFailed } from '@xrp-bridge/contracts/ads';
import type { Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import type { Outcome } from '../domain/post.ts';
import { type Post, settlePost } from '../post-store.ts';
import type { Tables } from '../store.ts';
import { countPosted } from '../variation-store.ts';

/**
 * Stores the outcome of a post, and emits an event if the outcome is final.
 * @returns the updated post; undefined if another instance has already stored an outcome
 */
export async function settle(
  { emit }: Context,
  tx: Tx<Tables>,
  post: Post,
  outcome: Outcome | { status: 'dry_run'; postedAt: Date },
): Promise<Post | undefined> {
  const settled = await settlePost(tx, post, outcome);
  if (!settled) return undefined;
  const { id, theme } = settled;
  if (outcome.status === 'posted') {
    if (settled.variationId) await countPosted(tx, settled.variationId, outcome.postedAt);
    emit(tx, AdPosted, id, { postId: id, theme, at: outcome.postedAt.toISOString() });
  }
  if (outcome.status === 'failed') emit(tx, AdPostFailed, id, { postId: id, theme, reason: outcome.why });
  return settled;
}
