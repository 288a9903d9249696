import { expect, it } from 'vitest';
import { missedIntervalOf, missedTurnOf, sayRhythm } from './schedules.ts';

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
])('%j is said as “%s”', (schedule, words) => {
  expect(sayRhythm(schedule)).toBe(words);
});

it.each([
  ['passed while nothing ran', '2026-11-22T09:00:00Z', '2026-11-16T07:00:01Z', '2026-11-23T07:00:00.000Z'],
  ['passed before the first run', '2026-11-22T09:00:00Z', null, '2026-11-23T07:00:00.000Z'],
  ['ran', '2026-11-16T09:00:00Z', '2026-11-23T07:00:00Z', undefined],
  ['was before the first start', '2026-11-23T07:00:01Z', null, undefined],
])('a turn on Monday at 07:00 that %s', (_what, dueSince, lastRanAt, missed) => {
  const state = {
    paused: false,
    dueSince: new Date(dueSince),
    lastRanAt: lastRanAt === null ? null : new Date(lastRanAt),
  };
  const now = new Date('2026-11-25T13:00:00Z');
  expect(missedTurnOf('0 7 * * 1', state, now)?.toISOString()).toBe(missed);
  expect(missedTurnOf('0 7 * * 1', { ...state, paused: true }, now)).toBeNull();
});

it.each([
  ['ran an hour ago', '2026-11-20T12:00:00Z', '2026-11-25T12:00:00Z', '2026-11-25T13:00:00.000Z'],
  ['never ran', '2026-11-25T11:00:00Z', null, '2026-11-25T12:00:00.000Z'],
  ['ran less than an hour ago', '2026-11-20T12:00:00Z', '2026-11-25T12:00:01Z', undefined],
  ['was resumed less than an hour ago', '2026-11-25T12:30:00Z', '2026-11-20T12:00:00Z', undefined],
])('an hourly schedule that %s', (_what, dueSince, lastRanAt, missed) => {
  const state = {
    paused: false,
    dueSince: new Date(dueSince),
    lastRanAt: lastRanAt === null ? null : new Date(lastRanAt),
  };
  const now = new Date('2026-11-25T13:00:00Z');
  expect(missedIntervalOf(3_600_000, state, now)?.toISOString()).toBe(missed);
  expect(missedIntervalOf(3_600_000, { ...state, paused: true }, now)).toBeNull();
});
