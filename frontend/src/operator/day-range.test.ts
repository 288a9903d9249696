import { expect, test } from 'vitest';
import { lastDays, lengthOf } from './day-range.tsx';

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
