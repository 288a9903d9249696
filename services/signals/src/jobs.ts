import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from './context.ts';
import { refresh, refreshWhenDue } from './use-cases/refresh.ts';

/** One attempt: what failed is asked for again by the next run, and every source has its own tries. */
const once = { data: z.object({}), attempts: 1, backoffMs: 1_000, timeoutMs: 20 * 60_000 };

/** An operator wants it now. */
export const RefreshSignals = defineJob('refresh-signals', once);

/** Every minute, so that a new installation, and one that was away, need not wait. */
const RefreshWhenDue = defineJob('refresh-when-due', once);

export function signalsJobs(context: Context): JobHandler[] {
  return [
    work(RefreshSignals, () => refresh(context)),
    work(RefreshWhenDue, () => refreshWhenDue(context)),
  ];
}

export const signalsSchedules: Schedule[] = [{ definition: RefreshWhenDue, data: {}, everyMs: 60_000 }];
