import { defineJob, type JobHandler, type Schedule, work } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { oneTry, RefreshSignals, refresh, refreshWhenDue } from './use-cases/refresh.ts';
import { writeLastWeek } from './use-cases/write-last-week.ts';
import { writeSignalsDay } from './use-cases/write-signals-day.ts';

/** The job runs every minute, so that a new or restarted installation refreshes without a long wait. */
const RefreshWhenDue = defineJob('refresh-when-due', oneTry);

/** The job runs on Monday morning. A second run in the same week changes nothing. */
const WriteLastWeek = defineJob('write-last-week', { ...oneTry, attempts: 5, backoffMs: 60_000 });

/** The job runs once each morning. */
const WriteSignalsDay = defineJob('write-signals-day', { ...oneTry, attempts: 5, backoffMs: 60_000 });

export function signalsJobs(context: Context): JobHandler[] {
  return [
    work(RefreshSignals, async (_, { signal }) => void (await refresh(context, { signal }))),
    work(RefreshWhenDue, (_, { signal }) => refreshWhenDue(context, { signal })),
    work(WriteLastWeek, () => writeLastWeek(context)),
    work(WriteSignalsDay, () => writeSignalsDay(context)),
  ];
}

export const signalsSchedules: Schedule[] = [
  { definition: RefreshWhenDue, data: {}, everyMs: 60_000 },
  { definition: WriteLastWeek, data: {}, cron: '0 7 * * 1' },
  { definition: WriteSignalsDay, data: {}, cron: '30 7 * * *' },
];
