import { Suspense } from 'react';
import { formatPrice, shortPrice } from '../../shared/signals/prices.ts';
import { formatDay } from '../../shared/times.ts';
import { DayTable } from '../../shared/ui/day-table.tsx';
import { Fold } from '../../shared/ui/disclosure.tsx';
import { later } from '../../shared/ui/later.ts';
import { Skeleton } from '../../shared/ui/state.tsx';
import type { Trend } from './api.ts';

const DayPlot = later('The chart', async () => (await import('../../shared/ui/day-plot.tsx')).DayPlot);

/** The price of each day within what was usual in the 14 days before, and how much was reported. */
export function BandChart({ trend: { coin, days } }: { trend: Trend }) {
  const outside = days.filter((day) => day.outside !== null);
  return (
    <>
      <p className="max-w-[70ch] text-ink-2">
        The band is 2 sigma wide on each side: most days lie within it. It is made of the 14 days before each day.
      </p>
      <p>
        {outside.length === 0
          ? `In the last ${days.length} days the price of ${coin} was always within its band.`
          : `In the last ${days.length} days the price of ${coin} was outside of its band on ${countDays(outside.length)}.`}
      </p>
      <figure className="grid min-w-0 gap-3">
        <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <span className="font-semibold">{coin}, day by day</span>
          <span aria-hidden className="flex flex-wrap gap-x-5 text-sm text-ink-2">
            <span className="inline-flex items-center gap-2">
              <span className="h-0.5 w-5 bg-water" /> Price, on the left
            </span>
            <span className="inline-flex items-center gap-2">
              <span className="h-4 w-5 border-y border-line-strong bg-water-soft" /> Band
            </span>
            <span className="inline-flex items-center gap-2">
              <span className="h-4 w-2.5 bg-heat" /> Reports, on the right
            </span>
          </span>
        </figcaption>
        <Suspense fallback={<Skeleton className="h-65" />}>
          <DayPlot
            days={days.map(({ day }) => day)}
            plotted={[
              { look: 'high', values: days.map(({ band }) => band?.high ?? null) },
              { look: 'low', values: days.map(({ band }) => band?.low ?? null) },
              { look: 'bars', values: days.map(({ mentions }) => mentions) },
              { look: 'line', values: days.map(({ close }) => close) },
            ]}
            format={shortPrice}
          />
        </Suspense>
        <Fold title="The same as a table">
          <DayTable
            caption={`Price of ${coin}, its band and reports about it, day by day`}
            columns={['Price', 'Band', 'Reports']}
            rows={days.map(({ day, close, band, mentions, outside: where }) => ({
              id: day,
              day: formatDay(day),
              figures: [
                where ? `${formatPrice(close)}, ${where}` : formatPrice(close),
                band ? `${formatPrice(band.low)} to ${formatPrice(band.high)}` : '',
                mentions,
              ],
            }))}
          />
        </Fold>
      </figure>
    </>
  );
}

function countDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
