import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from '../ui/theme.ts';
import type { HotCoin } from './api.ts';
import { dayMs, formatDay } from './times.ts';

const height = 260;

/** Draws price and reports, for the eye alone: whoever shows it has the same as a table. */
export function PricePlot({ days }: Pick<HotCoin, 'days'>) {
  const place = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const chart = new uPlot(optionsOf(element), dataOf(days), element);
    const fit = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    fit.observe(element);
    return () => {
      fit.disconnect();
      chart.destroy();
    };
  }, [days, theme]);

  return <div ref={place} aria-hidden className="min-h-65 w-full min-w-0 overflow-hidden" />;
}

const shortPrice = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 4,
});

/** Days are counted from 1970, so that no time zone moves them. */
function dataOf(days: HotCoin['days']): uPlot.AlignedData {
  return [
    days.map(({ day }) => Date.parse(day) / dayMs),
    days.map(({ mentions }) => mentions),
    days.map(({ close }) => close),
  ];
}

function optionsOf(element: HTMLElement): uPlot.Options {
  const width = element.clientWidth;
  const { fontFamily, fontSize } = getComputedStyle(element);
  // As large as the text around it, as far as the picture has room for it.
  const text = Math.max(16, Math.min(Number.parseFloat(fontSize), width / 18));
  const colour = (name: string) => resolve(element, `var(--color-${name})`);
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
      // Below the line of the price.
      reports: { range: (_chart, _low, high) => [0, Math.max(4, high * 2)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: text * 2,
        space: text * 5,
        incrs: [1, 2, 4, 7, 14, 28],
        values: (_chart, days) => days.map((day) => formatDay(day * dayMs)),
      },
      { ...axis, size: text * 4.5, values: (_chart, prices) => prices.map((price) => shortPrice.format(price)) },
      {
        ...axis,
        scale: 'reports',
        side: 1,
        grid: { show: false },
        size: text * 2.25,
        incrs: [1, 2, 5, 10, 20, 50, 100],
      },
    ],
    series: [
      {},
      {
        scale: 'reports',
        fill: colour('heat'),
        points: { show: false },
        ...(uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.6, 12] }) } : {}),
      },
      { stroke: colour('water'), width: 2, points: { show: false } },
    ],
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
