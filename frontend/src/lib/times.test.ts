import { expect, test, vi } from 'vitest';
import { formatDay, formatRecent } from './times.ts';

test.each([
  ['2026-11-22T08:00:00', 'today'],
  ['2026-11-21T20:00:00', 'Saturday'],
  ['2026-11-17T08:00:00', 'Tuesday'],
  ['2026-11-03T08:00:00', 'Nov 3'],
])('formatRecent formats %s as “%s”', (iso, text) => {
  vi.setSystemTime('2026-11-22T12:00:00');
  expect(formatRecent(iso)).toBe(text);
  vi.useRealTimers();
});

test('formatDay returns the same day in every time zone', () => {
  expect(formatDay('2026-11-01')).toBe('Nov 1');
});
