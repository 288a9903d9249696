import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from './context.ts';
import { postWhenDue } from './use-cases/post-next.ts';

/** One attempt: the next run is a minute away, and a post has tries of its own. */
export const PostWhenDue = defineJob('post-when-due', {
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  timeoutMs: 60_000,
});

export function adsJobs(context: Context): JobHandler[] {
  return [work(PostWhenDue, () => postWhenDue(context))];
}

export function adsSchedules(): Schedule[] {
  return [{ definition: PostWhenDue, data: {}, everyMs: 60_000 }];
}
