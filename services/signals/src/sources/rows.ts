import { z } from 'zod';
import type { Candle } from '../domain/findings.ts';
import { BadAnswer } from './web.ts';

// Sources send numbers as strings, NaN as a word, and times in the future. These schemas accept usable values and
// reject all other values.

/** A number above 0, or a string of such a number. */
export const amount = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d+(\.\d+)?(e[+-]?\d+)?$/i)
      .transform(Number),
  ])
  .pipe(z.number().positive().finite().max(1e18));

/** A number of any sign, or a string of such a number; at most 10,000 percent. */
export const percent = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i)
      .transform(Number),
  ])
  .pipe(z.number().finite().min(-10_000).max(10_000));

/**
 * Parses the rows of a list one by one, and counts the rows that do not fit.
 * @throws BadAnswer if no row fits
 */
export function rowsOf<Row>(list: readonly unknown[], schema: z.ZodType<Row>): { rows: Row[]; refused: number } {
  const rows: Row[] = [];
  for (const one of list) {
    const parsed = schema.safeParse(one);
    if (parsed.success) rows.push(parsed.data);
  }
  if (rows.length === 0 && list.length > 0)
    throw new BadAnswer(`We can’t read any rows in the source’s response (rows: ${list.length}).`);
  return { rows, refused: list.length - rows.length };
}

/** Allowed difference between clocks. */
const toleranceMs = 10 * 60_000;

export function isPast(time: Date, now: Date): boolean {
  return !Number.isNaN(time.getTime()) && time.getTime() <= now.getTime() + toleranceMs;
}

/** Returns the candles of completed days, and the number of candles of future days as `refused`. */
export function finishedOf(candles: readonly Candle[], now: Date): { candles: Candle[]; refused: number } {
  const today = dayOf(now);
  return {
    candles: candles.filter(({ day }) => day < today),
    refused: candles.filter(({ day }) => day > today).length,
  };
}

/** Formats a time as YYYY-MM-DD in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
