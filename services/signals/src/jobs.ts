import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { oneTry, RefreshSignals, refresh, refreshWhenDue } from './use-cases/refresh.ts';

/** Every minute, so that a new installation, and one that was away, need not wait. */
const RefreshWhenDue = defineJob('refresh-when-due', oneTry);

export function signalsJobs(context: Context): JobHandler[] {
  return [
    work(RefreshSignals, async (_, { signal }) => void (await refresh(context, { signal }))),
    work(RefreshWhenDue, (_, { signal }) => refreshWhenDue(context, { signal })),
  ];
}

export const signalsSchedules: Schedule[] = [{ definition: RefreshWhenDue, data: {}, everyMs: 60_000 }];
