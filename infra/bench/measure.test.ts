import { expect, test } from 'vitest';
import { cumulativeShift, quantiles, totalBlockingTime } from './measure.ts';

test('quantiles returns the median, the 99th percentile and the longest of unsorted durations', () => {
  const durations = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(quantiles(durations)).toEqual({ p50: 101, p99: 199, max: 200 });
});

test('CLS is the largest sum of shifts in a burst, and a burst ends after 1 s without a shift, or after 5 s', () => {
  const shift = (at: number, value = 0.25) => ({ at, value });
  expect(cumulativeShift([])).toBe(0);
  expect(cumulativeShift([shift(0), shift(999), shift(1_999, 0.125)])).toBe(0.5);
  expect(cumulativeShift([0, 900, 1_800, 2_700, 3_600, 4_500, 5_000].map((at) => shift(at)))).toBe(1.5);
});

test('TBT sums the time beyond 50 ms of each task, and ignores the time before the first paint', () => {
  const seen = { fcp: 1_000, lcp: 1_000, shifts: [] };
  const task = (at: number, duration: number) => ({ at, duration });
  expect(totalBlockingTime({ ...seen, longTasks: [task(500, 400), task(2_000, 50)] })).toBe(0);
  expect(totalBlockingTime({ ...seen, longTasks: [task(900, 200), task(2_000, 80), task(3_000, 150)] })).toBe(180);
});
