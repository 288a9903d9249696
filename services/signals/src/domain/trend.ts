import { round } from './heat.ts';

/** Minimum sample, because fewer mentions give no meaningful percentage. */
const smallSample = 5;

/**
 * Returns the change of mentions in percent with one decimal: (last − before) / max(before, 5).
 * @returns null if both days together have fewer than five mentions
 */
export function velocityOf(last24h: number, before24h: number): number | null {
  if (last24h + before24h < smallSample) return null;
  return round((100 * (last24h - before24h)) / Math.max(before24h, smallSample), 1);
}
