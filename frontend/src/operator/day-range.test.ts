import { expect, test } from 'vitest';
import { lastDays, lengthOf, rangeOf } from './day-range.tsx';

test.each([
  [7, '2026-11-16'],
  [30, '2026-10-24'],
  [1, '2026-11-22'],
])('the last %d days start on %s, and end today', (days, from) => {
  for (const now of ['2026-11-22T00:00:00Z', '2026-11-22T23:59:59Z']) {
    const range = lastDays(days, Date.parse(now));
    expect(range).toEqual({ from, to: '2026-11-22' });
    expect(lengthOf(range)).toBe(days);
  }
});

test.each([
  ['', '30', '2026-10-24', '2026-11-22'],
  ['days=today', 'today', '2026-11-22', '2026-11-22'],
  ['days=yesterday', 'yesterday', '2026-11-21', '2026-11-21'],
  ['days=7', '7', '2026-11-16', '2026-11-22'],
  ['days=own', '30', '2026-10-24', '2026-11-22'],
  ['from=2026-11-01&to=2026-11-03', 'own', '2026-11-01', '2026-11-03'],
  ['from=2026-11-03&to=2026-11-01', '30', '2026-10-24', '2026-11-22'],
  ['from=2026-13-41&to=2026-99-99', '30', '2026-10-24', '2026-11-22'],
])('the URL query “%s” selects the range “%s”, from %s to %s', (query, length, from, to) => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(rangeOf(new URLSearchParams(query), now)).toEqual({ length, range: { from, to } });
});
