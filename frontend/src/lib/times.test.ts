import { expect, test } from 'vitest';
import { formatDay } from './times.ts';

test('formatDay returns the same day in every time zone', () => {
  expect(formatDay('2026-11-01')).toBe('Nov 1');
});
