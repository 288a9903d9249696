import { expect, test, vi } from 'vitest';
import { formatRecent } from './format-recent.ts';

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
