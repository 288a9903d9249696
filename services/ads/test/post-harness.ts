import { AdPosted, AdPostFailed } from '@xrp-bridge/contracts/ads';
import { expect } from 'vitest';
import type { Context } from '../src/context.ts';
import type { Answer } from '../src/domain/post.ts';
import { postNext } from '../src/use-cases/post-next.ts';
import { useAds } from './harness.ts';

/** Starts the ads service for a file's tests, with helpers for posts. */
export function usePosts() {
  const t = useAds();

  /** Returns a context whose X responds with `answer`. */
  const answering = (answer: () => Promise<Answer>): Context => ({ ...t.context, x: { ...t.context.x, post: answer } });

  return {
    t,
    answering,
    /** Returns the only stored post. */
    async onlyPost() {
      const posts = await t.posts();
      expect(posts).toHaveLength(1);
      return posts[0] as (typeof posts)[number];
    },
    /** Returns the emitted events of a post. */
    async eventsOf(id: string) {
      const posted = (await t.events(AdPosted)).filter(({ postId }) => postId === id);
      const failed = (await t.events(AdPostFailed)).filter(({ postId }) => postId === id);
      return { posted, failed };
    },
    /** Sends a post to an X that responds only when the test calls `answer`. */
    async startPost(operator: string | null) {
      const [sent, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Answer>()];
      const slow = answering(() => {
        sent.resolve();
        return answer.promise;
      });
      const posting = postNext(slow, operator);
      await sent.promise;
      return { posting, answer: answer.resolve };
    },
  };
}
