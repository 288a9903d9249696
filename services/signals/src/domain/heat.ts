import { median, medianAbsoluteDeviation } from 'simple-statistics';

// The heat score asks: has more been done, and built, than is usual for this coin, while its price has not moved yet?
// Every number in between is rounded to two digits before it is used, so that whoever reads a row can work out its score
// with a pencil. The page shows the same formula (frontend: features/signals).

/** The days that count as now, and the days before them that say what is usual. */
export const recentDays = 7;
export const usualDays = 30;

/** How much each part weighs, and what makes a full ten. */
const weights = { mentions: 0.6, development: 0.4, price: 0.5 } as const;
const fullHeat = 2.5;

/** A robust standard deviation is 1.4826 times the median absolute deviation (of a normal distribution). */
const madToSigma = 1.4826;
/** Nothing counts for more than this, however unusual it is. */
const highestZ = 5;
/** So many things counted are half believed. */
const halfBelieved = 10;

/** How far something counted by day is above what is usual. */
export interface Rise {
  /** Mean of a day, of the last 7. */
  recent: number;
  /** Median of a day, of the 30 before. */
  usual: number;
  /** Their robust standard deviation, at least 1. */
  spread: number;
  /** How many were counted in all 37 days. */
  sample: number;
  /** (recent − usual) / spread × sample / (sample + 10), between 0 and 5. */
  z: number;
}

/** How far a price has moved. */
export interface Move {
  /** Over the last 7 days, as a fraction. */
  change: number;
  /** Robust standard deviation of 7 days, from the daily returns of the 30 days before; at least 0.01. */
  spread: number;
  /** |change| / spread, at most 5. */
  z: number;
}

export interface HeatInputs {
  mentions: Rise;
  development: Rise;
  price: Move;
}

export interface Heat extends HeatInputs {
  /** 0 to 10, one digit. */
  score: number;
}

/**
 * What is known of a coin, a number for each day, the oldest first. The last day of mentions is the 24 hours up to now;
 * that of development and prices is today, as far as it has gone.
 */
export interface DailyFacts {
  /** 37 days: mentions of things done. */
  mentions: readonly number[];
  /** 37 days: commits, and releases five times. */
  development: readonly number[];
  /** 38 closing prices, the last of them today's so far. */
  closes: readonly number[];
}

/**
 * How hot a coin is. Null when the prices do not reach back that far: without them nobody can say whether the price has
 * moved.
 */
export function scoreHeat({ mentions, development, closes }: DailyFacts): Heat | null {
  const price = measureMove(closes);
  if (!price) return null;
  const inputs = { mentions: measureRise(mentions), development: measureRise(development), price };
  return { ...inputs, score: combine(inputs) };
}

/** The last step, from the numbers that are shown. */
export function combine({ mentions, development, price }: { [part in keyof HeatInputs]: { z: number } }): number {
  const lift = weights.mentions * mentions.z + weights.development * development.z - weights.price * price.z;
  return round(clamp((10 * lift) / fullHeat, 0, 10), 1);
}

/** Days that are missing at the beginning count as days without. */
export function measureRise(days: readonly number[]): Rise {
  const known = days.slice(-(recentDays + usualDays));
  const all = [...Array.from({ length: recentDays + usualDays - known.length }, () => 0), ...known];
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
  const known = closes.slice(-needed);
  if (known.length < needed) return null;
  const returns = dailyReturns(known.slice(0, usualDays + 1));
  const [begin, end] = [known[usualDays], known.at(-1)] as [number, number];
  const change = round(end / begin - 1, 4);
  const daily = madToSigma * medianAbsoluteDeviation(returns);
  const spread = round(Math.max(0.01, daily * Math.sqrt(recentDays)), 4);
  return { change, spread, z: round(Math.min(Math.abs(change) / spread, highestZ)) };
}

/**
 * Whether a price has moved by more than its usual spread of that time since a day.
 *
 * @param days the oldest first, up to now
 * @param usual its spread of 7 days; that of other times goes with their square root
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

/** How the price changed from each day to the next, as fractions. */
export function dailyReturns(closes: readonly number[]): number[] {
  return closes.slice(1).map((close, index) => close / (closes[index] as number) - 1);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** To so many digits after the point, halves away from zero. */
export function round(value: number, digits = 2): number {
  const factor = 10 ** digits;
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * factor).toPrecision(12)))) / factor || 0;
}
