import { useQuery } from '@tanstack/react-query';
import { hotMeterQuery } from '../../domain/signals/api.ts';
import { PriceChart } from '../../domain/signals/price-chart.tsx';
import { Card } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { type Dashboard, dashboardQuery } from './api.ts';

/**
 * Shows the last 24 hours in one sentence, and the chart of XRP.
 * Renders nothing without data, because the hot meter below shows the error.
 */
export function Today() {
  const day = useQuery(dashboardQuery);
  const meter = useQuery(hotMeterQuery);
  const xrp = meter.data?.coins.find(({ coin }) => coin === 'XRP');
  const summary = day.data?.summary.tokens ? day.data.summary : null;
  if (day.isPending || meter.isPending) {
    return (
      <div role="status">
        <span className="sr-only">Loading today’s market…</span>
        <Skeleton className="h-100" />
      </div>
    );
  }
  if (!summary && !xrp) return null;
  return (
    <Card
      raised
      as="section"
      aria-labelledby="today"
      className="grid min-w-0 items-start gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div className="grid gap-3">
        <h2 id="today" className="text-xl">
          Today
        </h2>
        {summary && <p className="text-lg">{sentenceOf(summary)}</p>}
      </div>
      {xrp && <PriceChart coin={xrp} title="XRP price and news reports, day by day" />}
    </Card>
  );
}

function sentenceOf({ tokens, rose, fell, unusual }: Dashboard['summary']): string {
  const unusualDays = unusual === 0 ? 'none' : unusual;
  return `${rose} of ${tokens} coins rose and ${fell} fell in the last 24 hours, and ${unusualDays} had an unusual day.`;
}
