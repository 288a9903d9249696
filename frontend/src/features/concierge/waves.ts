import type { Trend } from './api.ts';

/**
 * The price on the days of the waves in one direction, and on the day before each, where it began; on all other days
 * there is none, so that a line along it has gaps there.
 */
export function drawWaves(
  { days, waves }: Pick<Trend, 'days' | 'waves'>,
  direction: Trend['waves'][number]['direction'],
): (number | null)[] {
  const runs = waves
    .filter((wave) => wave.direction === direction)
    .map(({ from, to }) => ({
      first: days.findIndex(({ day }) => day >= from) - 1,
      last: days.findLastIndex(({ day }) => day <= to),
    }));
  return days.map(({ close }, index) =>
    runs.some(({ first, last }) => index >= first && index <= last) ? close : null,
  );
}
