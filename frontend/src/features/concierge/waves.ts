import type { Trend } from './api.ts';

/**
 * Returns each wave as its own line.
 * The line has the price on the wave's days and on the day before, and null on all other days. In a single line, two
 * waves with one day between them would be joined, and the day between would appear to have the waves' direction.
 */
export function waveSeries({
  days,
  waves,
}: Pick<Trend, 'days' | 'waves'>): { kind: 'up' | 'down'; values: (number | null)[] }[] {
  return waves.map(({ from, to, direction }) => {
    const first = days.findIndex(({ day }) => day >= from) - 1;
    const last = days.findLastIndex(({ day }) => day <= to);
    return {
      kind: direction,
      values: days.map(({ close }, index) => (index >= first && index <= last ? close : null)),
    };
  });
}
