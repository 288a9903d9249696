import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { once, RefreshSignals, refresh, refreshWhenDue } from './use-cases/refresh.ts';

/** Every minute, so that a new installation, and one that was away, need not wait. */
const RefreshWhenDue = defineJob('refresh-when-due', once);

export function signalsJobs(context: Context): JobHandler[] {
  return [
    work(RefreshSignals, async () => void (await refresh(context))),
    work(RefreshWhenDue, () => refreshWhenDue(context)),
  ];
}

export const signalsSchedules: Schedule[] = [{ definition: RefreshWhenDue, data: {}, everyMs: 60_000 }];
