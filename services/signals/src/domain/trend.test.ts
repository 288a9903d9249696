import { expect, test } from 'vitest';
import { velocityOf } from './trend.ts';

test.each([
  [12, 8, 50],
  [9, 1, 160],
  [0, 10, -100],
  [7, 3, 80],
  [5, 0, 100],
  [2, 2, null],
])('velocityOf returns $2 for $0 mentions after $1 mentions on the day before', (last, before, percent) => {
  expect(velocityOf(last, before)).toBe(percent);
});
