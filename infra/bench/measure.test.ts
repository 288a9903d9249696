import { expect, test } from 'vitest';
import { cumulativeShift, median, quantiles, totalBlockingTime } from './measure.ts';

test('the median is the one in the middle, whatever their order', () => {
  expect(median([30, 1, 2])).toBe(2);
});

test('quantiles are those of the durations in order, and the longest of them', () => {
  const durations = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(quantiles(durations)).toEqual({ p50: 101, p99: 199, max: 200 });
});

test('CLS is the worst burst of shifts: a second without one ends it, and so do five in all', () => {
  const shift = (at: number, value = 0.25) => ({ at, value });
  expect(cumulativeShift([])).toBe(0);
  expect(cumulativeShift([shift(0), shift(999), shift(1_999, 0.125)])).toBe(0.5);
  expect(cumulativeShift([0, 900, 1_800, 2_700, 3_600, 4_500, 5_000].map((at) => shift(at)))).toBe(1.5);
});

test('TBT is what tasks took beyond 50 ms each, counted from the first paint', () => {
  const seen = { fcp: 1_000, lcp: 1_000, shifts: [] };
  const task = (at: number, duration: number) => ({ at, duration });
  expect(totalBlockingTime({ ...seen, longTasks: [task(500, 400), task(2_000, 50)] })).toBe(0);
  expect(totalBlockingTime({ ...seen, longTasks: [task(900, 200), task(2_000, 80), task(3_000, 150)] })).toBe(180);
});
