import { median, medianAbsoluteDeviation } from 'simple-statistics';

// The heat score is high when a coin has more reported achievements and development than usual, while its price has not
// moved yet. Every intermediate value is rounded to two decimals before it is used, so that a reader can recompute the
// score by hand. The page shows the same formula (frontend: features/signals).

/** Lengths in days of the recent period, and of the earlier period that defines the usual level. */
export const recentDays = 7;
export const usualDays = 30;

/** Weights of the components, and the weighted sum that gives a score of ten. */
const weights = { mentions: 0.6, development: 0.4, price: 0.5 } as const;
const fullHeat = 2.5;

/** Factor from the median absolute deviation to the standard deviation of a normal distribution. */
const madToSigma = 1.4826;
/** Upper limit of every z value. */
const highestZ = 5;
/** Sample size at which the z value is halved. */
const halfBelieved = 10;

/** A daily count, compared with its usual level. */
export interface Rise {
  /** Daily mean of the last 7 days. */
  recent: number;
  /** Daily median of the 30 days before. */
  usual: number;
  /** Robust standard deviation of those 30 days, at least 1. */
  spread: number;
  /** Sum over all 37 days. */
  sample: number;
  /** (recent − usual) / spread × sample / (sample + 10), between 0 and 5. */
  z: number;
}

/** A price change, compared with its usual spread. */
export interface Move {
  /** The change over the last 7 days, as a fraction. */
  change: number;
  /** Robust standard deviation of a 7-day change, from the daily returns of the 30 days before; ≥ 0.01. */
  spread: number;
  /** The change divided by the spread, at most 5. */
  z: number;
}

export interface HeatInputs {
  mentions: Rise;
  development: Rise;
  price: Move;
}

export interface Heat extends HeatInputs {
  /** The score from 0 to 10, with one decimal. */
  score: number;
}

/**
 * A coin's daily values, oldest first.
 * The last day of mentions is the 24 hours up to now; the last day of development activity and prices is the current
 * day up to now.
 */
export interface DailyFacts {
  /** Reported achievements of 37 days. */
  mentions: readonly number[];
  /** Development activity of 37 days: commits plus five times the releases. */
  development: readonly number[];
  /** Closing prices of 38 days; the last one is today's price so far. */
  closes: readonly number[];
}

/** Computes a coin's heat. Returns null if there are too few prices to measure a move. */
export function scoreHeat({ mentions, development, closes }: DailyFacts): Heat | null {
  const price = measureMove(closes);
  if (!price) return null;
  const inputs = { mentions: measureRise(mentions), development: measureRise(development), price };
  return { ...inputs, score: combine(inputs) };
}

/** Computes the score from the values that the page shows. */
export function combine({ mentions, development, price }: { [part in keyof HeatInputs]: { z: number } }): number {
  const lift = weights.mentions * mentions.z + weights.development * development.z - weights.price * price.z;
  return round(clamp((10 * lift) / fullHeat, 0, 10), 1);
}

/** Measures a rise. Missing days at the beginning count as zero. */
export function measureRise(days: readonly number[]): Rise {
  const window = days.slice(-(recentDays + usualDays));
  const all = [...Array.from({ length: recentDays + usualDays - window.length }, () => 0), ...window];
  const before = all.slice(0, usualDays);
  const recent = round(sumOf(all.slice(usualDays)) / recentDays);
  const usual = round(median(before));
  const spread = round(Math.max(1, madToSigma * medianAbsoluteDeviation(before)));
  const sample = sumOf(all);
  const z = round(clamp((((recent - usual) / spread) * sample) / (sample + halfBelieved), 0, highestZ));
  return { recent, usual, spread, sample, z };
}

function measureMove(closes: readonly number[]): Move | null {
  const needed = recentDays + usualDays + 1;
  const window = closes.slice(-needed);
  if (window.length < needed) return null;
  const returns = dailyReturns(window.slice(0, usualDays + 1));
  const [begin, end] = [window[usualDays], window.at(-1)] as [number, number];
  const change = round(end / begin - 1, 4);
  const daily = madToSigma * medianAbsoluteDeviation(returns);
  const spread = round(Math.max(0.01, daily * Math.sqrt(recentDays)), 4);
  return { change, spread, z: round(Math.min(Math.abs(change) / spread, highestZ)) };
}

/**
 * Returns true if a price has moved since the day `since` by more than its usual spread.
 * The spread of 7 days is scaled to the period by the square root of time.
 * @param days oldest first, up to now
 */
export function hasMoved(
  days: readonly { day: string; close: number }[],
  since: string,
  { spread }: Pick<Move, 'spread'>,
): boolean {
  const from = days.findIndex(({ day }) => day >= since);
  const [begin, end] = [days[from], days.at(-1)];
  if (!begin || !end || begin === end) return false;
  const change = round(end.close / begin.close - 1, 4);
  return Math.abs(change) > spread * Math.sqrt((days.length - 1 - from) / recentDays);
}

/** Returns the change from each day to the next, as fractions. */
export function dailyReturns(closes: readonly number[]): number[] {
  return closes.slice(1).map((close, index) => close / (closes[index] as number) - 1);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Rounds to `digits` decimals. Halves are rounded away from zero. */
export function round(value: number, digits = 2): number {
  const factor = 10 ** digits;
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * factor).toPrecision(12)))) / factor || 0;
}
