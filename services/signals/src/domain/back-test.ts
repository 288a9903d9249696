import { sampleStandardDeviation } from 'simple-statistics';
import { type DailyFacts, dailyReturns, recentDays, scoreHeat, usualDays } from './heat.ts';

/** A coin's daily values, oldest first. */
export type Series = readonly { mentions: number; development: number; close: number }[];

/** Number of days after which the price moved (`moved`), out of `of` days. */
export interface Rate {
  moved: number;
  of: number;
}

export interface BackTest {
  /** Rate of price moves after days with a heat score of 8 or more. */
  hot: Rate;
  /** The baseline: rate of price moves after all scored days, whatever their heat. */
  base: Rate;
}

const hotFrom = 8;
/** Number of days after a scored day in which a move counts. */
const withinDays = 7;
/**
 * Minimum size of a move, in standard deviations.
 * The deviation is that of the daily returns before the scored day, scaled to `withinDays`.
 */
const sigmas = 1;
/** Number of days that one score covers. */
const scoredDays = recentDays + usualDays + 1;
/** Number of days needed to test one day: the days of its score, and the days in which a move counts. */
export const daysToTry = scoredDays + withinDays;

/**
 * Scores every past day from the values available on that day, and counts the price moves that
 * followed.
 * A move is a change within 7 days by more than one standard deviation of 7 days, computed from the 30 days before.
 */
export function backTest(all: readonly Series[]): BackTest {
  const result: BackTest = { hot: { moved: 0, of: 0 }, base: { moved: 0, of: 0 } };
  for (const days of all) {
    for (let end = scoredDays; end + withinDays <= days.length; end++) {
      const heat = scoreHeat(factsOf(days.slice(end - scoredDays, end)));
      if (!heat) continue;
      const moved = hasMoved(days.slice(end - usualDays - 1, end + withinDays).map(({ close }) => close));
      count(result.base, moved);
      if (heat.score >= hotFrom) count(result.hot, moved);
    }
  }
  return result;
}

function factsOf(days: Series): DailyFacts {
  return {
    mentions: days.slice(1).map(({ mentions }) => mentions),
    development: days.slice(1).map(({ development }) => development),
    closes: days.map(({ close }) => close),
  };
}

/**
 * Returns whether the price moved after the scored day.
 * @param closes 31 days up to the scored day, and the 7 days after it
 */
function hasMoved(closes: readonly number[]): boolean {
  const before = dailyReturns(closes.slice(0, usualDays + 1));
  const spread = sampleStandardDeviation(before) * Math.sqrt(withinDays);
  const begin = closes[usualDays] as number;
  return closes.slice(usualDays + 1).some((close) => Math.abs(close / begin - 1) > sigmas * spread);
}

function count(rate: Rate, moved: boolean): void {
  rate.of++;
  if (moved) rate.moved++;
}

/** Formats the result in words. */
export function describeBackTest({ hot, base }: BackTest): string {
  const percent = ({ moved, of }: Rate) =>
    of === 0 ? 'no such day' : `${((100 * moved) / of).toFixed(1)}% (${moved} of ${of} days)`;
  return [
    'How often the price moved by more than 1 sigma within 7 days',
    `  after a score of 8 or more: ${percent(hot)}`,
    `  after any day:              ${percent(base)}`,
  ].join('\n');
}
