import { expect, test } from 'vitest';
import { backTest, describeBackTest, type Series } from './back-test.ts';

/**
 * Returns a calm coin.
 * With `burst`, many achievements precede day 45, and the price changes by the factor `answer` on day 45.
 */
function seriesOf({ burst = 0, answer = 1 }: { burst?: number; answer?: number } = {}): Series {
  return Array.from({ length: 60 }, (_, day) => ({
    mentions: day >= 38 && day < 45 ? burst : day % 2,
    development: 0,
    close: (day >= 45 ? answer : 1) * (100 + (day % 2)),
  }));
}

test('the back-test finds no hot day for a calm coin', () => {
  const { hot, base } = backTest([seriesOf()]);
  expect(hot).toEqual({ moved: 0, of: 0 });
  expect(base.of).toBe(60 - 38 - 7 + 1);
});

test('the back-test counts the moves after hot days and after all days', () => {
  const { hot, base } = backTest([seriesOf({ burst: 30, answer: 1.2 })]);
  expect(hot.of).toBeGreaterThan(0);
  expect(hot.moved).toBe(hot.of);
  expect(base.moved).toBeLessThan(base.of);
});

test('the text of a back-test covers hot days without a move, and a period without a hot day', () => {
  const found = backTest([seriesOf({ burst: 30 })]);
  expect(found.hot).toMatchObject({ moved: 0 });
  expect(describeBackTest(found)).toMatch(/after a score of 8 or more: 0\.0% \(0 of \d+ days\)/);
  expect(describeBackTest({ hot: { moved: 0, of: 0 }, base: { moved: 1, of: 4 } })).toBe(
    'How often the price moved by more than 1 sigma within 7 days\n  after a score of 8 or more: no such day\n  after any day:              25.0% (1 of 4 days)',
  );
});
