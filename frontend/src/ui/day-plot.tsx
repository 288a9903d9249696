import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { dayMs, formatDay } from '../lib/times.ts';
import { useTheme } from './theme.ts';

const height = 260;

/**
 * One series of daily values; null is a gap.
 * `before` is the line to compare with, `high` and `low` are the edges of a band, `up` and `down` are rising and
 * falling parts of a line. `bars` have their own axis.
 */
export interface Plotted {
  kind: 'line' | 'before' | 'bars' | 'high' | 'low' | 'up' | 'down';
  values: readonly (number | null)[];
}

/** Plots daily values. It is `aria-hidden`: the caller also shows the values as a table. */
export function DayPlot({
  days,
  plotted,
  format,
}: {
  /** As `YYYY-MM-DD`, oldest first. */
  days: readonly string[];
  /** In drawing order, back to front. */
  plotted: readonly Plotted[];
  /** Formats the labels of the lines' axis. */
  format: (value: number) => string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  const plotKey = JSON.stringify([days, plotted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new values and a new theme need a new chart
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const chart = new uPlot(optionsOf(element, plotted, format), dataOf(days, plotted), element);
    const fit = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    fit.observe(element);
    return () => {
      fit.disconnect();
      chart.destroy();
    };
  }, [plotKey, theme]);

  return <div ref={place} aria-hidden className="min-h-65 w-full min-w-0 overflow-hidden" />;
}

/** Counts days from 1970-01-01, so that the time zone does not shift them. */
function dataOf(days: readonly string[], plotted: readonly Plotted[]): uPlot.AlignedData {
  return [days.map((day) => Date.parse(day) / dayMs), ...plotted.map(({ values }) => [...values])];
}

function optionsOf(
  element: HTMLElement,
  plotted: readonly Plotted[],
  format: (value: number) => string,
): uPlot.Options {
  const width = element.clientWidth;
  const { fontFamily, fontSize } = getComputedStyle(element);
  // The surrounding text's size, limited by the plot's width.
  const text = Math.max(16, Math.min(Number.parseFloat(fontSize), width / 18));
  const colour = (name: string) => resolve(element, `var(--color-${name})`);
  const hasBars = plotted.some(({ kind }) => kind === 'bars');
  const isOneDay = plotted.every(({ values }) => values.length === 1);
  const edge = { stroke: colour('line-strong'), width: 1, points: { show: false } };
  const wave = { width: 5, points: { show: false } };
  const seriesOf: Record<Plotted['kind'], uPlot.Series> = {
    high: edge,
    low: edge,
    up: { ...wave, stroke: colour('good') },
    down: { ...wave, stroke: colour('bad'), dash: [10, 4] },
    // A single day has no line to draw.
    line: { stroke: colour('water'), width: 2, points: { show: isOneDay, size: 9, fill: colour('water') } },
    before: { stroke: colour('line-strong'), width: 2, dash: [4, 5], points: { show: false } },
    bars: {
      scale: 'bars',
      fill: colour('heat'),
      points: { show: false },
      ...(uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.6, 12] }) } : {}),
    },
  };
  const axis = {
    stroke: colour('ink-2'),
    font: `${text}px ${fontFamily}`,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      // Room for a bar's width at both ends.
      x: { time: false, range: (_chart, first, last) => [first - 0.5, last + 0.5] },
      // A plot with bars has a line of prices, whose axis need not begin at 0.
      ...(hasBars ? {} : { y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.1)] } }),
      // Twice the maximum: the bars stay in the lower half, below the line.
      bars: { range: (_chart, _low, high) => [0, Math.max(4, high * 2)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: text * 2,
        space: text * 5,
        incrs: [1, 2, 4, 7, 14, 28, 91, 182],
        values: (_chart, marks) => marks.map((day) => formatDay(day * dayMs)),
      },
      { ...axis, size: text * 4.5, values: (_chart, marks) => marks.map(format) },
      ...(hasBars
        ? [
            {
              ...axis,
              scale: 'bars',
              side: 1 as const,
              grid: { show: false },
              size: text * 2.25,
              incrs: [1, 2, 5, 10, 20, 50, 100],
            },
          ]
        : []),
    ],
    series: [{}, ...plotted.map(({ kind }) => seriesOf[kind])],
    bands: bandsOf(plotted).map((series) => ({ series, fill: colour('water-soft') })),
  };
}

/** Returns the band between `high` and `low`. The index starts at 1, because series 0 holds the days. */
function bandsOf(plotted: readonly Plotted[]): uPlot.Band.Bounds[] {
  const [high, low] = (['high', 'low'] as const).map((edge) => 1 + plotted.findIndex(({ kind }) => kind === edge));
  return high && low ? [[high, low]] : [];
}

/** Resolves a CSS variable to its current colour, because a canvas does not support variables. */
function resolve(element: HTMLElement, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
