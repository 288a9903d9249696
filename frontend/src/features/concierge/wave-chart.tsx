import { CoinChart } from '../../domain/signals/coin-chart.tsx';
import { PriceChange } from '../../domain/signals/price-change.tsx';
import { formatDay } from '../../lib/times.ts';
import type { Trend } from './api.ts';
import { waveSeries } from './waves.ts';

/** Shows waves, which are runs of days with one price direction, as lines over the price and as text. */
export function WaveChart({ trend }: { trend: Trend }) {
  const { coin, days, waves } = trend;
  return (
    <>
      <p className="max-w-[70ch] text-ink-2">
        A wave is three or more days in a row when the price moved in the same direction.
      </p>
      <CoinChart
        title={`${coin} price waves`}
        days={days.map(({ day }) => day)}
        plotted={[
          { kind: 'bars', values: days.map(({ mentions }) => mentions) },
          { kind: 'line', values: days.map(({ close }) => close) },
          ...waveSeries(trend),
        ]}
      >
        {waves.length === 0 ? (
          <p>There were no waves in the last {days.length} days.</p>
        ) : (
          <ul aria-label={`${coin} price waves`} className="grid divide-y divide-line">
            {waves.map(({ from, to, direction, change }) => (
              <li key={from} className="flex flex-wrap items-center justify-between gap-x-5 py-2.5">
                <span>
                  {formatDay(from)} to {formatDay(to)}
                </span>
                <PriceChange change={`${direction === 'up' ? '+' : '-'}${Math.abs(change).toFixed(1)}%`} />
              </li>
            ))}
          </ul>
        )}
      </CoinChart>
    </>
  );
}
