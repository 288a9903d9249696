import { type ReactNode, Suspense } from 'react';
import type { Plotted } from '../../ui/day-plot.tsx';
import { later } from '../../ui/later.ts';
import { Skeleton } from '../../ui/state.tsx';
import { shortPrice } from './prices.ts';

const DayPlot = later('The chart', async () => (await import('../../ui/day-plot.tsx')).DayPlot);

/** What each look stands for, in the order of the key, with a mark that looks like it. A band is known by its upper edge. */
const keys: readonly { kind: Plotted['kind']; mark: string; name: string }[] = [
  { kind: 'line', mark: 'h-0.5 w-5 bg-water', name: 'Price, on the left' },
  { kind: 'high', mark: 'h-4 w-5 border-y border-line-strong bg-water-soft', name: 'Band' },
  { kind: 'up', mark: 'h-1.5 w-5 bg-good', name: 'Up' },
  { kind: 'down', mark: 'w-5 border-t-6 border-dashed border-bad', name: 'Down' },
  { kind: 'bars', mark: 'h-4 w-2.5 bg-heat', name: 'Reports, on the right' },
];

/** A chart of a coin's price and of the reports about it, day by day, with its title and its key. */
export function ChartFigure({
  title,
  days,
  plotted,
  children,
}: {
  title: string;
  /** As '2026-11-22', the oldest first. */
  days: readonly string[];
  /** From the back to the front. */
  plotted: readonly Plotted[];
  /** The same in words or as a table: the chart is for the eye alone. */
  children: ReactNode;
}) {
  const kinds = new Set(plotted.map(({ kind }) => kind));
  return (
    <figure className="grid min-w-0 gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="font-semibold">{title}</span>
        <span aria-hidden className="flex flex-wrap gap-x-5 text-sm text-ink-2">
          {keys
            .filter(({ kind }) => kinds.has(kind))
            .map(({ kind, mark, name }) => (
              <span key={kind} className="inline-flex items-center gap-2">
                <span className={mark} /> {name}
              </span>
            ))}
        </span>
      </figcaption>
      <Suspense fallback={<Skeleton className="h-65" />}>
        <DayPlot days={days} plotted={plotted} format={shortPrice} />
      </Suspense>
      {children}
    </figure>
  );
}
