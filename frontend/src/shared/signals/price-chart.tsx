import { DayChart } from '../ui/day-chart.tsx';
import type { HotCoin } from './api.ts';

/** The price of a coin and the reports about it, day by day. */
export function PriceChart({ coin, days }: Pick<HotCoin, 'coin' | 'days'>) {
  return (
    <DayChart
      title="Price and reports, day by day"
      caption={`Price of ${coin} and reports about it, day by day`}
      days={days.map(({ day }) => day)}
      series={[
        { label: 'Price', look: 'line', values: days.map(({ close }) => close), format: (price) => `$${price}` },
        { label: 'Reports', look: 'bars', values: days.map(({ mentions }) => mentions), format: String },
        { label: 'Work', look: 'table', values: days.map(({ development }) => development), format: String },
      ]}
    />
  );
}
