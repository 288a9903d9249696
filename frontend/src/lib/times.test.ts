import { expect, test, vi } from 'vitest';
import { formatDay, formatRecent, relativeDate, relativeTime } from './times.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T23:59:00Z', 'today'],
  ['2026-11-22T00:00:00Z', 'today'],
  ['2026-11-21T23:59:00Z', 'yesterday'],
  ['2026-11-20T12:00:00Z', '2 days ago'],
  ['2026-11-25T12:00:00Z', 'today'],
])('relativeDate formats %s as “%s”', (iso, text) => {
  expect(relativeDate(iso, now)).toBe(text);
});

test.each([
  ['2026-11-22T12:05:00Z', 'just now'],
  ['2026-11-22T11:59:01Z', 'just now'],
  ['2026-11-22T11:59:00Z', '1 minute ago'],
  ['2026-11-22T11:00:01Z', '59 minutes ago'],
  ['2026-11-22T11:00:00Z', '1 hour ago'],
  ['2026-11-20T12:00:01Z', '47 hours ago'],
  ['2026-11-20T12:00:00Z', '2 days ago'],
])('relativeTime formats %s as “%s”', (iso, text) => {
  expect(relativeTime(iso, now)).toBe(text);
});

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
