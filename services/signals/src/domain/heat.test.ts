import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combine, measureRise, recentDays, round, scoreHeat, usualDays } from './heat.ts';

const days = recentDays + usualDays;
const flat = (value: number, length = days) => Array.from({ length }, () => value);
/** Returns values that alternate around `value`, so that the spread is not zero. */
const around = (value: number, by: number, length: number) =>
  Array.from({ length }, (_, index) => value + (index % 2 === 0 ? by : -by));
const steady = { mentions: flat(0), development: flat(0), closes: around(100, 1, days + 1) };

describe('the heat of a coin', () => {
  it('is computed from the rounded numbers that the page shows', () => {
    const mentions = [...around(4, 2, usualDays), ...flat(16, recentDays)];
    const heat = scoreHeat({ ...steady, mentions });
    // The median is 4 and the median absolute deviation 2, so the spread is 2.97; the sample is 232.
    expect(heat?.mentions).toEqual({ recent: 16, usual: 4, spread: 2.97, sample: 232, z: 3.87 });
    expect(heat?.price).toEqual({ change: -0.0198, spread: 0.0785, z: 0.25 });
    expect(heat?.score).toBe(round((10 * (0.6 * 3.87 + 0.4 * 0 - 0.5 * 0.25)) / 2.5, 1));
    expect(heat?.score).toBe(8.8);
  });

  it('is 0 without a rise, and at most 10', () => {
    expect(scoreHeat(steady)?.score).toBe(0);
    const much = [...flat(0, usualDays), ...flat(1_000, recentDays)];
    expect(scoreHeat({ ...steady, mentions: much, development: much, closes: flat(1, days + 1) })?.score).toBe(10);
  });

  it('gives a small sample little weight', () => {
    const z = (count: number) => measureRise([...flat(0, usualDays), count, ...flat(0, recentDays - 1)]).z;
    expect(z(7)).toBeLessThan(z(70) / 10);
    expect(z(7)).toBe(round((1 * 7) / 17));
  });

  it('is lower when the price has moved already', () => {
    const mentions = [...around(4, 2, usualDays), ...flat(16, recentDays)];
    const closes = [...around(100, 1, usualDays + 1), ...flat(130, recentDays)];
    const still = scoreHeat({ ...steady, mentions })?.score ?? 0;
    expect(scoreHeat({ ...steady, mentions, closes })?.score).toBeLessThan(still);
  });

  it('is null when a closing price is missing', () => {
    expect(scoreHeat({ ...steady, closes: steady.closes.slice(1) })).toBeNull();
  });

  it('counts missing days at the beginning as days without reports', () => {
    expect(measureRise([3])).toEqual(measureRise([...flat(0, days - 1), 3]));
  });

  it('is between 0 and 10 with one decimal for all inputs, and never falls when mentions rise', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: days, maxLength: days });
    const closes = fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), {
      minLength: days + 1,
      maxLength: days + 1,
    });
    fc.assert(
      fc.property(counts, counts, closes, (mentions, development, prices) => {
        const heat = scoreHeat({ mentions, development, closes: prices });
        expect(heat?.score).toBeGreaterThanOrEqual(0);
        expect(heat?.score).toBeLessThanOrEqual(10);
        expect(heat?.score).toBe(heat && round(heat.score, 1));
        expect(heat?.score).toBe(heat && combine(heat));
      }),
      { numRuns: 500 },
    );
    const z = fc.double({ min: 0, max: 5, noNaN: true });
    fc.assert(
      fc.property(z, z, z, z, (a, b, development, price) => {
        const at = (mentions: number) =>
          combine({ mentions: { z: mentions }, development: { z: development }, price: { z: price } });
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
      }),
      { numRuns: 500 },
    );
  });
});
