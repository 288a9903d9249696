import { Suspense } from 'react';
import { formatDay } from '../times.ts';
import { DayTable } from '../ui/day-table.tsx';
import { Fold } from '../ui/disclosure.tsx';
import { later } from '../ui/later.ts';
import { Skeleton } from '../ui/state.tsx';
import type { HotCoin } from './api.ts';
import { formatPrice, shortPrice } from './prices.ts';

const DayPlot = later('The chart', async () => (await import('../ui/day-plot.tsx')).DayPlot);

/** The price of a coin and the reports about it, day by day; the same as a table below. */
export function PriceChart({ coin: { coin, days, closeBefore } }: { coin: HotCoin }) {
  return (
    <figure className="grid min-w-0 gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="font-semibold">Price and reports, day by day</span>
        <span aria-hidden className="flex flex-wrap gap-x-5 text-sm text-ink-2">
          <span className="inline-flex items-center gap-2">
            <span className="h-0.5 w-5 bg-water" /> Price, on the left
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
            { look: 'bars', values: days.map(({ mentions }) => mentions) },
            { look: 'line', values: days.map(({ close }) => close) },
          ]}
          format={shortPrice}
        />
      </Suspense>
      <Fold title="The same as a table">
        <DayTable
          caption={`Price of ${coin}, reports about it and work on its code, day by day`}
          columns={['Price', 'Reports', 'Work']}
          rows={[
            { id: 'before', day: 'Before', figures: [formatPrice(closeBefore), '', ''] },
            ...days.map(({ day, close, mentions, development }) => ({
              id: day,
              day: formatDay(day),
              figures: [formatPrice(close), mentions, development],
            })),
          ]}
        />
      </Fold>
    </figure>
  );
}
