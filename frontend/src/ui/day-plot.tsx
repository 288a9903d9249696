import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { dayMs, formatDay } from '../lib/times.ts';
import { useTheme } from './theme.ts';

const height = 260;

/**
 * Figures of each day, as they are drawn: `before` is what a line is compared with, `high` and `low` are the edges of a
 * band, `up` and `down` parts of a line that went there; bars have an axis of their own. A day without a figure is a gap.
 */
export interface Plotted {
  look: 'line' | 'before' | 'bars' | 'high' | 'low' | 'up' | 'down';
  values: readonly (number | null)[];
}

/** Draws figures day by day, for the eye alone: whoever shows it has the same as a table. */
export function DayPlot({
  days,
  plotted,
  format,
}: {
  /** As '2026-11-22', the oldest first. */
  days: readonly string[];
  /** From the back to the front. */
  plotted: readonly Plotted[];
  /** What the axis of the lines says. */
  format: (value: number) => string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  const drawn = JSON.stringify([days, plotted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other figures, and another theme's colours, are drawn anew
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
  }, [drawn, theme]);

  return <div ref={place} aria-hidden className="min-h-65 w-full min-w-0 overflow-hidden" />;
}

/** Days are counted from 1970, so that no time zone moves them. */
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
  // As large as the text around it, as far as the picture has room for it.
  const text = Math.max(16, Math.min(Number.parseFloat(fontSize), width / 18));
  const colour = (name: string) => resolve(element, `var(--color-${name})`);
  const hasBars = plotted.some(({ look }) => look === 'bars');
  const edge = { stroke: colour('line-strong'), width: 1, points: { show: false } };
  const wave = { width: 5, points: { show: false } };
  const looks: Record<Plotted['look'], uPlot.Series> = {
    high: edge,
    low: edge,
    up: { ...wave, stroke: colour('good') },
    down: { ...wave, stroke: colour('bad'), dash: [10, 4] },
    line: { stroke: colour('water'), width: 2, points: { show: false } },
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
      // Half a day more at each end: a bar is as wide.
      x: { time: false, range: (_chart, first, last) => [first - 0.5, last + 0.5] },
      // A price begins where it is; what is counted begins at nothing.
      ...(hasBars ? {} : { y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.1)] } }),
      // Below the line.
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
    series: [{}, ...plotted.map(({ look }) => looks[look])],
    bands: bandsOf(plotted).map((series) => ({ series, fill: colour('water-soft') })),
  };
}

/** Between which series there is a band: the days are the first one. */
function bandsOf(plotted: readonly Plotted[]): uPlot.Band.Bounds[] {
  const [high, low] = (['high', 'low'] as const).map((edge) => 1 + plotted.findIndex(({ look }) => look === edge));
  return high && low ? [[high, low]] : [];
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
