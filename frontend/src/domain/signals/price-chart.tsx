import { formatDay } from '../../lib/times.ts';
import { DayTable } from '../../ui/day-table.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import type { HotCoin } from './api.ts';
import { CoinChart } from './coin-chart.tsx';
import { formatPrice } from './prices.ts';

export function PriceChart({
  coin: { coin, days, closeBefore },
  title = 'Price and news reports, day by day',
}: {
  coin: HotCoin;
  title?: string;
}) {
  return (
    <CoinChart
      title={title}
      days={days.map(({ day }) => day)}
      plotted={[
        { kind: 'bars', values: days.map(({ mentions }) => mentions) },
        { kind: 'line', values: days.map(({ close }) => close) },
      ]}
    >
      <Fold title="View as a table">
        <DayTable
          caption={`Price of ${coin}, news reports about it, and changes to its code, day by day`}
          columns={['Price', 'News reports', 'Code changes']}
          rows={[
            { id: 'before', day: 'Day before', values: [formatPrice(closeBefore), '', ''] },
            ...days.map(({ day, close, mentions, development }) => ({
              id: day,
              day: formatDay(day),
              values: [formatPrice(close), mentions, development],
            })),
          ]}
        />
      </Fold>
    </CoinChart>
  );
}
