import type { Trend } from './api.ts';

/**
 * Returns each wave as a line of its own: the price on its days and on the day before, where it began, null on all other
 * days. Two waves in one line would be joined where a single day the other way lies between them, and that day be drawn
 * in their direction.
 */
export function drawWaves({
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
