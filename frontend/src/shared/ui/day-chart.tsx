import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Fold } from './disclosure.tsx';
import { useTheme } from './theme.ts';

const height = 240;

/** What is counted by day: drawn, and said in the table below. */
export interface DaySeries {
  label: string;
  values: readonly number[];
  /** `before` is what it is compared with, `bars` stand on an axis of their own, and `table` is not drawn. */
  look: 'line' | 'before' | 'bars' | 'table';
  format: (value: number) => string;
}

/** Figures day by day as lines and bars; the same as a table below, for whoever would rather read. */
export function DayChart({
  title,
  caption = title,
  days,
  series,
  aside,
}: {
  title: string;
  /** What the table is called, where the title alone would not say it. */
  caption?: string;
  /** As '2026-11-22', the oldest first. */
  days: readonly string[];
  series: readonly DaySeries[];
  /** Beside the title. */
  aside?: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  const drawn = JSON.stringify([days, series]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew for other figures, and in another theme's colours
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const chart = new uPlot(optionsOf(element, series), dataOf(days, series), element);
    const fit = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    fit.observe(element);
    return () => {
      fit.disconnect();
      chart.destroy();
    };
  }, [drawn, theme]);

  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 font-semibold">
        {title}
        {aside}
      </figcaption>
      <div ref={place} aria-hidden className="min-h-60 w-full min-w-0 overflow-hidden" />
      <Fold title="The same as a table">
        <div className="max-h-80 overflow-y-auto">
          <table className="w-full text-left text-sm tabular">
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {series.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, index) => (
                <tr key={day}>
                  <th scope="row" className="font-normal">
                    {day}
                  </th>
                  {series.map(({ label, values, format }) => (
                    <td key={label}>{format(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Fold>
    </figure>
  );
}

const isDrawn = ({ look }: DaySeries) => look !== 'table';

function dataOf(days: readonly string[], series: readonly DaySeries[]): uPlot.AlignedData {
  return [days.map((day) => Date.parse(day) / 1000), ...series.filter(isDrawn).map(({ values }) => [...values])];
}

function optionsOf(element: HTMLElement, series: readonly DaySeries[]): uPlot.Options {
  const { fontFamily } = getComputedStyle(element);
  const colour = (name: string) => resolve(element, `var(--color-${name})`);
  const axis = { stroke: colour('ink-2'), font: `16px ${fontFamily}`, grid: { stroke: colour('line'), width: 1 } };
  const main = series.find(({ look }) => look === 'line');
  const hasBars = series.some(({ look }) => look === 'bars');
  const looks: Record<Exclude<DaySeries['look'], 'table'>, Partial<uPlot.Series>> = {
    line: { stroke: colour('water'), width: 2 },
    before: { stroke: colour('line-strong'), width: 2, dash: [4, 5], points: { show: false } },
    bars: {
      scale: 'bars',
      stroke: colour('warn'),
      fill: colour('warn-soft'),
      ...(uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.6, 12] }) } : {}),
      points: { show: false },
    },
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { bars: { range: (_chart, _low, high) => [0, Math.max(4, high * 2)] } },
    axes: [
      { ...axis, space: 90 },
      { ...axis, size: 76, values: (_chart, marks) => marks.map((mark) => main?.format(mark) ?? String(mark)) },
      ...(hasBars ? [{ ...axis, side: 1 as const, scale: 'bars', grid: { show: false }, size: 44 }] : []),
    ],
    series: [{}, ...series.filter(isDrawn).map(({ label, look }) => ({ label, ...looks[look as keyof typeof looks] }))],
  };
}

/** A canvas knows no variables: what one of them is here and now. */
function resolve(element: HTMLElement, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
