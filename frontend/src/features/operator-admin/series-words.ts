import type { Reply } from '../../lib/api/client.ts';

type Series = Reply<'GET /api/admin/series'>['series'][number];

export const dollars = { style: 'currency', currency: 'USD' } as const;

export const formats = {
  usd: (value: number) => value.toLocaleString('en-US', dollars),
  count: (value: number) => value.toLocaleString('en-US'),
} as const;

/** The formats for narrow tiles: amounts of $1,000 and more have no cents. The charts show the cents. */
export const shortFormats = {
  ...formats,
  usd: (value: number) =>
    value.toLocaleString('en-US', { ...dollars, ...(value >= 1000 ? { maximumFractionDigits: 0 } : {}) }),
} as const;

/** Formats the change against the previous period. Only days that have data in both periods count. */
export function describeChange(compared: Series['compared'], days: number): string {
  if (!compared) return 'no earlier data';
  const { before, sum } = compared;
  const isWhole = compared.days === days;
  const part = isWhole ? '' : `last ${compared.days === 1 ? 'day' : `${compared.days} days`}: `;
  if (before === 0) return `${part}none ${isWhole ? duringPreviousPeriod(days) : `${days} days earlier`}`;
  const change = Math.round((100 * (sum - before)) / before);
  return `${part}${change > 0 ? '+' : ''}${change}% vs. ${isWhole ? previousPeriod(days) : `${days} days earlier`}`;
}

/** Returns the time of the previous period, for example 'in the previous 30 days'. */
export function duringPreviousPeriod(days: number): string {
  return `${days === 1 ? 'on' : 'in'} the ${previousPeriod(days)}`;
}

/** Returns the name of the previous period, for example 'previous 30 days'. */
export function previousPeriod(days: number): string {
  return days === 1 ? 'previous day' : `previous ${days} days`;
}
