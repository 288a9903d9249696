import { AdPosted, AdPostFailed } from '@xrp-bridge/contracts/ads';
import { expect } from 'vitest';
import type { Context } from '../src/context.ts';
import type { Answer } from '../src/domain/post.ts';
import { postNext } from '../src/use-cases/post-next.ts';
import { useAds } from './harness.ts';

/** The ads service for the tests of a file, and its posts. */
export function usePosts() {
  const t = useAds();

  /** The service with an X that answers as it is told. */
  const answering = (answer: () => Promise<Answer>): Context => ({ ...t.context, x: { ...t.context.x, post: answer } });

  return {
    t,
    answering,
    /** The only post that we know of. */
    async onlyPost() {
      const posts = await t.posts();
      expect(posts).toHaveLength(1);
      return posts[0] as (typeof posts)[number];
    },
    /** What was told of a post to the others. */
    async toldOf(id: string) {
      const posted = (await t.events(AdPosted)).filter(({ postId }) => postId === id);
      const failed = (await t.events(AdPostFailed)).filter(({ postId }) => postId === id);
      return { posted, failed };
    },
    /** Hands a post over to X, which answers when the test says so. */
    async handOver(operator: string | null) {
      const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Answer>()];
      const slow = answering(() => {
        asked.resolve();
        return answer.promise;
      });
      const posting = postNext(slow, operator);
      await asked.promise;
      return { posting, answer: answer.resolve };
    },
  };
}
