import { Suspense } from 'react';
import { Fold } from '../ui/disclosure.tsx';
import { later } from '../ui/later.ts';
import { Skeleton } from '../ui/state.tsx';
import type { HotCoin } from './api.ts';
import { formatDay } from './times.ts';

const PricePlot = later('The chart', async () => (await import('./price-plot.tsx')).PricePlot);

/** The price of a coin and the reports about it, day by day; the same as a table below. */
export function PriceChart({ coin }: { coin: HotCoin }) {
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
        <PricePlot days={coin.days} />
      </Suspense>
      <Fold title="The same as a table">
        <DayTable coin={coin} />
      </Fold>
    </figure>
  );
}

const columns = ['Day', 'Price', 'Reports', 'Work'] as const;

/** In large text on a phone there is no room beside each other: each number then says what it is. */
function DayTable({ coin: { coin, days, closeBefore } }: { coin: HotCoin }) {
  return (
    <div className="@container">
      <table className="w-full text-left text-sm @max-tight:block">
        <caption className="sr-only">Price of {coin}, reports about it and work on its code, day by day</caption>
        <thead className="@max-tight:hidden">
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="py-1.5 font-semibold not-first:text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-tight:block">
          <DayRow day="Before" figures={[formatPrice(closeBefore), '', '']} />
          {days.map(({ day, close, mentions, development }) => (
            <DayRow key={day} day={formatDay(day)} figures={[formatPrice(close), mentions, development]} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayRow({ day, figures }: { day: string; figures: readonly (string | number)[] }) {
  return (
    <tr className="border-t border-line @max-tight:grid @max-tight:py-2">
      <th scope="row" className="py-1.5 font-normal">
        {day}
      </th>
      {figures.map((figure, index) => (
        <td
          key={columns[index + 1]}
          className="py-1.5 text-right @max-tight:flex @max-tight:flex-wrap @max-tight:justify-between @max-tight:empty:hidden"
        >
          {figure !== '' && <span className="hidden pr-3 @max-tight:inline">{columns[index + 1]}</span>}
          {figure}
        </td>
      ))}
    </tr>
  );
}

function formatPrice(dollars: number): string {
  return `$${dollars.toLocaleString('en-US', { maximumSignificantDigits: 6 })}`;
}
