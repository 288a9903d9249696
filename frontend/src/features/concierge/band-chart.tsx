import { CoinChart } from '../../domain/signals/coin-chart.tsx';
import { formatPrice } from '../../domain/signals/prices.ts';
import { formatDay } from '../../lib/times.ts';
import { DayTable } from '../../ui/day-table.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import type { Trend } from './api.ts';

/** Shows the daily price, its usual band (from the 14 days before) and the number of reports. */
export function BandChart({ trend: { coin, days } }: { trend: Trend }) {
  // The first days have no band, because too few earlier prices are available.
  const banded = days.filter(({ band }) => band !== null);
  const outside = days.filter((day) => day.outside !== null);
  return (
    <>
      <p className="max-w-[70ch] text-ink-2">
        The band shows a coin’s usual price range, based on the 14 days before each day. Most days fall inside it.
      </p>
      {banded.length > 0 && (
        <p>
          {outside.length === 0
            ? `In the last ${banded.length} days, the price of ${coin} stayed within its band.`
            : `In the last ${banded.length} days, the price of ${coin} was outside its band on ${countDays(outside.length)}.`}
        </p>
      )}
      <CoinChart
        title={`${coin} price and news reports, day by day`}
        days={days.map(({ day }) => day)}
        plotted={[
          { kind: 'high', values: days.map(({ band }) => band?.high ?? null) },
          { kind: 'low', values: days.map(({ band }) => band?.low ?? null) },
          { kind: 'bars', values: days.map(({ mentions }) => mentions) },
          { kind: 'line', values: days.map(({ close }) => close) },
        ]}
      >
        <Fold title="View as a table">
          <DayTable
            caption={`Price of ${coin}, its band, and news reports about it, day by day`}
            columns={['Price', 'Band', 'News reports']}
            rows={days.map(({ day, close, band, mentions, outside: where }) => ({
              id: day,
              day: formatDay(day),
              values: [
                where ? `${formatPrice(close)}, ${where}` : formatPrice(close),
                band ? `${formatPrice(band.low)} to ${formatPrice(band.high)}` : '',
                mentions,
              ],
            }))}
          />
        </Fold>
      </CoinChart>
    </>
  );
}

function countDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
