import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Fold } from '../ui/disclosure.tsx';
import { useTheme } from '../ui/theme.ts';
import type { HotCoin } from './api.ts';

const height = 240;

/** The price of a coin and the reports about it, day by day; the same as a table below. */
export function PriceChart({ coin, days }: Pick<HotCoin, 'coin' | 'days'>) {
  const place = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const chart = new uPlot(optionsOf(element, coin), dataOf(days), element);
    const fit = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    fit.observe(element);
    return () => {
      fit.disconnect();
      chart.destroy();
    };
  }, [coin, days, theme]);

  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="font-semibold">Price and reports, day by day</figcaption>
      <div ref={place} aria-hidden className="min-h-60 w-full min-w-0 overflow-hidden" />
      <Fold title="The same as a table">
        <div className="max-h-80 overflow-y-auto">
          <table className="w-full text-left text-sm tabular">
            <caption className="sr-only">Price of {coin} and reports about it, day by day</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Price</th>
                <th scope="col">Reports</th>
                <th scope="col">Work</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, close, mentions, development }) => (
                <tr key={day}>
                  <th scope="row" className="font-normal">
                    {day}
                  </th>
                  <td>${close}</td>
                  <td>{mentions}</td>
                  <td>{development}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Fold>
    </figure>
  );
}

function dataOf(days: HotCoin['days']): uPlot.AlignedData {
  return [
    days.map(({ day }) => Date.parse(day) / 1000),
    days.map(({ close }) => close),
    days.map(({ mentions }) => mentions),
  ];
}

function optionsOf(element: HTMLElement, coin: string): uPlot.Options {
  const colours = getComputedStyle(element);
  const colour = (name: string) => resolve(element, `var(--color-${name})`);
  const axis = {
    stroke: colour('ink-2'),
    font: `16px ${colours.fontFamily}`,
    grid: { stroke: colour('line'), width: 1 },
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { reports: { range: (_chart, _low, high) => [0, Math.max(4, high * 2)] } },
    axes: [
      { ...axis, space: 90 },
      { ...axis, size: 76 },
      { ...axis, side: 1, scale: 'reports', grid: { show: false }, size: 44 },
    ],
    series: [
      {},
      { label: `Price of ${coin}`, stroke: colour('water'), width: 2 },
      {
        label: 'Reports',
        scale: 'reports',
        stroke: colour('warn'),
        fill: colour('warn-soft'),
        ...(uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.6, 12] }) } : {}),
        points: { show: false },
      },
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
