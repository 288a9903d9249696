import { round } from './heat.ts';

/** Below this a percentage says nothing. */
const smallSample = 5;

/**
 * How much more a coin is spoken of than the day before, in percent with one digit: (last − before) / max(before, 5).
 *
 * @returns null while fewer than five were counted in both days together
 */
export function velocityOf(last24h: number, before24h: number): number | null {
  if (last24h + before24h < smallSample) return null;
  return round((100 * (last24h - before24h)) / Math.max(before24h, smallSample), 1);
}
