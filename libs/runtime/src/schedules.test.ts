import type pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineJob } from './job.ts';
import { createSchedules, formatRhythm, nextTurnOf } from './schedules.ts';

it.each([
  [{ everyMs: 100 }, 'every 0.1 seconds'],
  [{ everyMs: 1_000 }, 'every second'],
  [{ everyMs: 90_000 }, 'every 90 seconds'],
  [{ everyMs: 60_000 }, 'every minute'],
  [{ everyMs: 900_000 }, 'every 15 minutes'],
  [{ everyMs: 3_600_000 }, 'every hour'],
  [{ everyMs: 4 * 3_600_000 }, 'every 4 hours'],
  [{ everyMs: 86_400_000 }, 'every day'],
  [{ cron: '*/5 * * * *' }, 'every 5 minutes'],
  [{ cron: '*/1 * * * *' }, 'every minute'],
  [{ cron: '37 * * * *' }, 'every hour at 37 minutes past'],
  [{ cron: '20 3 * * *' }, 'every day at 03:20 UTC'],
  [{ cron: '0 17 * * *' }, 'every day at 17:00 UTC'],
  [{ cron: '0 7 * * 1' }, 'every Monday at 07:00 UTC'],
  [{ cron: '0 7 * * 0' }, 'every Sunday at 07:00 UTC'],
  [{ cron: '0 7 1 * *' }, '0 7 1 * *'],
  [{ cron: '0 7-9 * * *' }, '0 7-9 * * *'],
  [{ cron: '0 7 * * 1-5' }, '0 7 * * 1-5'],
])('formatRhythm describes %j as “%s”', (schedule, words) => {
  expect(formatRhythm(schedule)).toBe(words);
});

const monday = '2026-11-23T07:00:00.000Z';
const nextMonday = '2026-11-30T07:00:00.000Z';

it.each([
  ['was missed because no instance ran', {}, '2026-11-22T09:00:00Z', '2026-11-16T07:00:01Z', monday],
  ['was missed before the schedule ever ran', {}, '2026-11-22T09:00:00Z', null, monday],
  ['took place', {}, '2026-11-16T09:00:00Z', '2026-11-23T07:00:01Z', nextMonday],
  ['was before the schedule was created', {}, '2026-11-23T07:00:01Z', null, nextMonday],
  ['is skipped when missed', { skipMissedTurn: true as const }, '2026-11-16T09:00:00Z', null, nextMonday],
])(
  'nextTurnOf returns the next run of a weekly schedule whose run on Monday at 07:00 %s',
  (_what, more, dueSince, lastRanAt, next) => {
    expect(nextTurn({ cron: '0 7 * * 1', ...more }, dueSince, lastRanAt)).toBe(next);
  },
);

it.each([
  ['ran', '2026-11-20T12:00:00Z', '2026-11-25T12:00:00Z', '2026-11-25T13:00:00.000Z'],
  ['never ran', '2026-11-25T11:00:00Z', null, '2026-11-25T11:00:00.000Z'],
  ['was resumed after it ran', '2026-11-25T12:30:00Z', '2026-11-20T12:00:00Z', '2026-11-25T13:30:00.000Z'],
])('nextTurnOf returns the next run of an hourly schedule that %s', (_what, dueSince, lastRanAt, next) => {
  expect(nextTurn({ everyMs: 3_600_000 }, dueSince, lastRanAt)).toBe(next);
});

function nextTurn(schedule: Parameters<typeof nextTurnOf>[0], dueSince: string, lastRanAt: string | null): string {
  const state = { paused: false, dueSince: new Date(dueSince), lastRanAt: lastRanAt ? new Date(lastRanAt) : null };
  return nextTurnOf(schedule, state, new Date('2026-11-25T13:00:00Z')).toISOString();
}

it('recordRun stores the turn of a job that an instance with a faster clock has added', async () => {
  const stored: unknown[] = [];
  const pool = {
    async query(_text: string, values: unknown[] = []) {
      stored.push(values);
      return { rows: [] };
    },
  } as unknown as pg.Pool;
  const openQueue = () => ({ add: async () => undefined });
  const schedules = createSchedules({ pool, openQueue, log: pino({ level: 'silent' }) });
  const definition = defineJob('tick', { data: z.object({}), attempts: 1, backoffMs: 1, timeoutMs: 1_000 });
  await schedules.start([{ definition, data: {}, cron: '*/5 * * * *' }]);
  const turn = new Date('2199-01-01T00:05:00Z');
  await schedules.recordRun('tick', `tick.turn-${turn.getTime()}`);
  expect(stored.at(-1)).toEqual(['tick', turn]);
  await schedules.stop();
});
