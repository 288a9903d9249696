import { expect, test } from 'vitest';
import { relativeDate, relativeTime } from './ages.ts';

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
