import { Suspense } from 'react';
import { PriceChange } from '../../shared/signals/price-change.tsx';
import { shortPrice } from '../../shared/signals/prices.ts';
import { formatDay } from '../../shared/times.ts';
import { later } from '../../shared/ui/later.ts';
import { Skeleton } from '../../shared/ui/state.tsx';
import type { Trend } from './api.ts';
import { drawWaves } from './waves.ts';

const DayPlot = later('The chart', async () => (await import('../../shared/ui/day-plot.tsx')).DayPlot);

/** The runs of days in one direction, drawn along the price, and each in words. */
export function WaveChart({ trend }: { trend: Trend }) {
  const { coin, days, waves } = trend;
  return (
    <>
      <p className="max-w-[70ch] text-ink-2">
        A wave is three days or more in a row on which the price went the same way.
      </p>
      <figure className="grid min-w-0 gap-3">
        <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <span className="font-semibold">Waves of {coin}</span>
          <span aria-hidden className="flex flex-wrap gap-x-5 text-sm text-ink-2">
            <span className="inline-flex items-center gap-2">
              <span className="h-0.5 w-5 bg-water" /> Price, on the left
            </span>
            <span className="inline-flex items-center gap-2">
              <span className="h-1.5 w-5 bg-good" /> Up
            </span>
            <span className="inline-flex items-center gap-2">
              <span className="w-5 border-t-6 border-dashed border-bad" /> Down
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
              { look: 'up', values: drawWaves(trend, 'up') },
              { look: 'down', values: drawWaves(trend, 'down') },
              { look: 'line', values: days.map(({ close }) => close) },
            ]}
            format={shortPrice}
          />
        </Suspense>
        {waves.length === 0 ? (
          <p>There was no wave in the last {days.length} days.</p>
        ) : (
          <ul aria-label={`Waves of ${coin}`} className="grid divide-y divide-line">
            {waves.map(({ from, to, direction, change }) => (
              <li key={from} className="flex flex-wrap items-center justify-between gap-x-5 py-2.5">
                <span>
                  {formatDay(from)} to {formatDay(to)}
                </span>
                <PriceChange change={`${direction === 'up' ? '+' : '-'}${Math.abs(change).toFixed(1)} %`} />
              </li>
            ))}
          </ul>
        )}
      </figure>
    </>
  );
}
