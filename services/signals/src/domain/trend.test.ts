import { expect, test } from 'vitest';
import { velocityOf } from './trend.ts';

test.each([
  [12, 8, 50],
  [9, 1, 160],
  [0, 10, -100],
  [7, 3, 80],
  [5, 0, 100],
  [2, 2, null],
])('%d mentions after %d on the day before are a change of %s percent', (last, before, percent) => {
  expect(velocityOf(last, before)).toBe(percent);
});
