import { expect, test } from 'vitest';
import { measureDeviation } from './deviation.ts';

/** Returns closing prices with these daily returns. */
function closesOf(returns: number[]): number[] {
  const closes = [100];
  for (const change of returns) closes.push((closes.at(-1) as number) * (1 + change));
  return closes;
}
const calm = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 0.01 : -0.01));

test('the deviation compares the last day’s return with the returns of the 30 days before', () => {
  const found = measureDeviation(closesOf([...calm, 0.05]));
  expect(found).toEqual({ change: 0.05, mean: 0, standardDeviation: 0.0102, sigma: 4.9, level: 'High' });
});

test.each([
  [0.0204, 'Moderate'],
  [0.0206, 'High'],
  [-0.0206, 'High'],
  [0, 'Moderate'],
])('the deviation of a day with a return of %d is %s', (change, level) => {
  expect(measureDeviation(closesOf([...calm, change]))?.level).toBe(level);
});

test('the deviation is null with too few days or a price that has never moved', () => {
  expect(measureDeviation(closesOf(calm))).toBeNull();
  expect(measureDeviation(closesOf([...calm.map(() => 0), 0.05]))).toBeNull();
});
