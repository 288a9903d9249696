import { mean, sampleStandardDeviation } from 'simple-statistics';
import { dailyReturns, round, usualDays } from './heat.ts';

/** The last day's return, compared with the returns of the 30 days before. */
export interface Deviation {
  /** The return as a fraction. */
  change: number;
  mean: number;
  standardDeviation: number;
  /** The deviation: (change − mean) / standardDeviation. */
  sigma: number;
  level: 'High' | 'Moderate';
}

/** A deviation above this value is high (spec 2 §9). */
const highSigma = 2;

/**
 * Measures how unusual the last completed day was.
 * @param closes at least 32 daily closing prices, oldest first
 * @returns null if there are fewer prices, or if the 30 daily returns before have no measurable spread
 */
export function measureDeviation(closes: readonly number[]): Deviation | null {
  const returns = dailyReturns(closes.slice(-(usualDays + 2)));
  if (returns.length < usualDays + 1) return null;
  const before = returns.slice(0, usualDays);
  const change = round(returns.at(-1) as number, 4);
  const usual = { mean: round(mean(before), 4), standardDeviation: round(sampleStandardDeviation(before), 4) };
  if (usual.standardDeviation === 0) return null;
  const sigma = round((change - usual.mean) / usual.standardDeviation);
  return { change, ...usual, sigma, level: Math.abs(sigma) > highSigma ? 'High' : 'Moderate' };
}
