import { useEffect, useEffectEvent, useRef } from 'react';
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

/** The day that the reader selects, by pointer or by arrow keys, and its setter. */
export interface DayPointer {
  /** The index of the day; null if no day is selected. */
  at: number | null;
  onPoint: (at: number | null) => void;
  label: string;
  /** Returns the values of a day as text, for screen readers. */
  describe: (at: number) => string;
}

/**
 * Plots daily values.
 * Without `pointer`, the plot is `aria-hidden`, and the caller also shows the values as a table.
 */
export function DayPlot({
  days,
  plotted,
  format,
  pointer,
}: {
  /** The days as `YYYY-MM-DD`, oldest first. */
  days: readonly string[];
  /** The series in drawing order, back to front. */
  plotted: readonly Plotted[];
  /** Formats the labels of the lines' axis. */
  format: (value: number) => string;
  pointer?: DayPointer;
}) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<uPlot>(null);
  const point = useEffectEvent((at: number | null) => pointer?.onPoint(at));
  const isPointed = pointer !== undefined;
  const [theme] = useTheme();
  const plotKey = JSON.stringify([days, plotted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new values and a new theme need a new chart
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const options = optionsOf(element, plotted, format);
    if (isPointed) options.hooks = { ...options.hooks, setCursor: [({ cursor }) => point(cursor.idx ?? null)] };
    const chart = new uPlot({ ...options, cursor: cursorOf(isPointed) }, dataOf(days, plotted), element);
    shown.current = chart;
    const fit = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    fit.observe(element);
    return () => {
      fit.disconnect();
      chart.destroy();
    };
  }, [plotKey, theme, isPointed]);

  const at = pointer?.at ?? null;
  useEffect(() => {
    const chart = shown.current;
    if (!chart || (chart.cursor.idx ?? null) === at) return;
    const day = at === null ? undefined : chart.data[0][at];
    chart.setCursor({ left: day === undefined ? -10 : chart.valToPos(day, 'x'), top: height / 2 });
  }, [at]);

  const size = 'min-h-65 w-full min-w-0 overflow-hidden';
  if (!pointer) return <div ref={place} aria-hidden className={size} />;
  const last = days.length - 1;
  return (
    <div
      ref={place}
      role="slider"
      tabIndex={0}
      aria-label={pointer.label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={pointer.describe(at ?? last)}
      onKeyDown={(event) => {
        const next = nextDay(event.key, at, last);
        if (next === undefined) return;
        event.preventDefault();
        pointer.onPoint(next);
      }}
      onBlur={() => pointer.onPoint(null)}
      className={size}
    />
  );
}

/** Returns the day that a key selects, null for no day, or undefined for any other key. */
function nextDay(key: string, at: number | null, last: number): number | null | undefined {
  if (key === 'ArrowLeft') return Math.max(0, (at ?? last + 1) - 1);
  if (key === 'ArrowRight') return Math.min(last, (at ?? last) + 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return key === 'Escape' ? null : undefined;
}

function cursorOf(isPointed: boolean): uPlot.Cursor {
  return isPointed ? { y: false, drag: { x: false, y: false }, points: { size: 9 } } : { show: false };
}

/** Returns uPlot's data. Days are counted from 1970-01-01, so that the time zone does not shift them. */
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
  // The size of the surrounding text, but at least 16 px and not too large for the plot's width.
  const text = Math.max(16, Math.min(Number.parseFloat(fontSize), width / 18));
  const colour = (name: string) => resolve(element, `var(--color-${name})`);
  const hasBars = plotted.some(({ kind }) => kind === 'bars');
  const isCompared = plotted.some(({ kind }) => kind === 'before');
  const isOneDay = plotted.every(({ values }) => values.length === 1);
  const edge = { stroke: colour('line-strong'), width: 1, points: { show: false } };
  const wave = { width: 5, points: { show: false } };
  const seriesOf: Record<Plotted['kind'], uPlot.Series> = {
    high: edge,
    low: edge,
    up: { ...wave, stroke: colour('good') },
    down: { ...wave, stroke: colour('bad'), dash: [10, 4] },
    // A single day has no line to draw, so it gets a point.
    line: {
      stroke: colour('water'),
      width: 2,
      points: { show: isOneDay, size: 9, fill: colour('water') },
      ...(isCompared ? { fill: colour('water-soft') } : {}),
    },
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
    scales: {
      // The axis leaves room for half a bar at both ends.
      x: { time: false, range: (_chart, first, last) => [first - 0.5, last + 0.5] },
      // A plot with bars has a line of prices, whose axis need not begin at 0.
      ...(hasBars ? {} : { y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.1)] } }),
      // The axis ends at twice the maximum, so that the bars stay in the lower half, below the line.
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
    hooks: isCompared ? { draw: [(chart) => labelEnd(chart, plotted, format, axis.font, colour('ink'))] } : {},
  };
}

/** Writes the last value above the end of the line. */
function labelEnd(
  chart: uPlot,
  plotted: readonly Plotted[],
  format: (value: number) => string,
  font: string,
  colour: string,
): void {
  const index = plotted.findIndex(({ kind }) => kind === 'line');
  const value = plotted[index]?.values.at(-1);
  const day = chart.data[0].at(-1);
  if (value === undefined || value === null || day === undefined) return;
  const { ctx } = chart;
  ctx.save();
  ctx.font = font.replace(/^([\d.]+)px/, (_size, px: string) => `bold ${Number(px) * devicePixelRatio}px`);
  ctx.fillStyle = colour;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  const top = chart.valToPos(value, 'y', true) - 6 * devicePixelRatio;
  ctx.fillText(
    format(value),
    chart.bbox.left + chart.bbox.width,
    Math.max(top, chart.bbox.top + 16 * devicePixelRatio),
  );
  ctx.restore();
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
