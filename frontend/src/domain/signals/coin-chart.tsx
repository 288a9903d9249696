import { type ReactNode, Suspense } from 'react';
import type { Plotted } from '../../ui/day-plot.tsx';
import { later } from '../../ui/later.ts';
import { Skeleton } from '../../ui/state.tsx';
import { shortPrice } from './prices.ts';

const DayPlot = later(async () => (await import('../../ui/day-plot.tsx')).DayPlot);

/** The entries of the legend, in order, each with a sample. The entry `high` stands for the whole band. */
const keys: readonly { kind: Plotted['kind']; sample: string; name: string }[] = [
  { kind: 'line', sample: 'h-0.5 w-5 bg-water', name: 'Price (left)' },
  { kind: 'high', sample: 'h-4 w-5 border-y border-line-strong bg-water-soft', name: 'Band' },
  { kind: 'up', sample: 'h-1.5 w-5 bg-good', name: 'Up' },
  { kind: 'down', sample: 'w-5 border-t-6 border-dashed border-bad', name: 'Down' },
  { kind: 'bars', sample: 'h-4 w-2.5 bg-heat', name: 'News reports (right)' },
];

/** Shows a chart of a coin's daily price and reports, with its title and legend. */
export function CoinChart({
  title,
  days,
  plotted,
  children,
}: {
  title: string;
  /** The days as `YYYY-MM-DD`, oldest first. */
  days: readonly string[];
  /** The series in drawing order, back to front. */
  plotted: readonly Plotted[];
  /** The same content as text or as a table, because the chart itself is hidden from screen readers. */
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
            .map(({ kind, sample, name }) => (
              <span key={kind} className="inline-flex items-center gap-2">
                <span className={sample} /> {name}
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
