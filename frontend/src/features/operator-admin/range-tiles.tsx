import { pages } from '@xrp-bridge/contracts/pages';
import { Sparkline } from '../../domain/signals/sparkline.tsx';
import { relativeTime } from '../../lib/ages.ts';
import { queryOf, type Reply } from '../../lib/api/client.ts';
import { lengthOf, RangePicker, useDayRange } from '../../operator/day-range.tsx';
import { useLive } from '../../operator/live.ts';
import { listNeeds } from '../../operator/needs.ts';
import { Metric, Metrics } from '../../operator/parts.tsx';
import { dashboardQuery } from '../../operator/queries.ts';
import { TextLink } from '../../ui/button.tsx';
import { describeChange, previousPeriod, shortFormats } from './series-words.ts';

type Series = Reply<'GET /api/admin/series'>['series'][number];
type Dashboard = Reply<'GET /api/admin/dashboard'>;

/** Shows the open work, and the sales and refunds of the page's range, compared with the period before. */
export function RangeTiles() {
  const range = useDayRange();
  const days = lengthOf(range);
  const { data, isLoadingError } = useLive(queryOf('GET /api/admin/series', { query: range }));
  const { data: dashboard } = useLive(dashboardQuery);
  const find = (name: Series['name']) => data && (data.series.find((series) => series.name === name) ?? null);
  return (
    <section aria-label="Open work and sales" className="grid gap-4">
      <RangePicker />
      <Metrics columns={4}>
        <OpenTasks dashboard={dashboard} />
        <System dashboard={dashboard} />
        {!isLoadingError && (
          <>
            <SumTile label="Gross sales" series={find('revenue')} days={days} />
            <SumTile label="Refunds" series={find('refunds')} days={days} />
          </>
        )}
      </Metrics>
    </section>
  );
}

/**
 * Shows the sum of a series with its change and a sparkline.
 * `series` is null if its service is unavailable.
 */
function SumTile({ label, series, days }: { label: string; series: Series | null | undefined; days: number }) {
  return (
    <Metric
      label={label}
      isNarrow
      value={series === null ? '–' : series && shortFormats[series.unit](series.sum)}
      note={
        series !== null && (
          <>
            {series ? describeChange(series.compared, days) : <Reserved>{`+10% vs. ${previousPeriod(days)}`}</Reserved>}
            {days > 1 && (
              <Sparkline
                values={series?.days.map(({ value }) => value) ?? []}
                className="mt-2 block h-8 w-full text-water"
              />
            )}
          </>
        )
      }
    />
  );
}

function OpenTasks({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { openTasks, oldestTaskAt } = dashboard ?? {};
  return (
    <Metric
      label="Open tasks"
      isNarrow
      value={openTasks === null ? '–' : openTasks}
      tone={openTasks ? 'warn' : 'plain'}
      note={
        <>
          {!dashboard && <Reserved>All clear</Reserved>}
          {oldestTaskAt ? `Oldest: ${relativeTime(oldestTaskAt, Date.now())}` : openTasks === 0 && 'All clear'}
          <TextLink to={pages.adminTasks.path} className={lineLink}>
            See tasks
          </TextLink>
        </>
      }
    />
  );
}

/** Shows the number of failures of our own system and of providers. */
function System({ dashboard }: { dashboard: Dashboard | undefined }) {
  const problems = listNeeds(dashboard).filter(({ page }) => page !== 'adminTasks');
  const count = problems.reduce((sum, need) => sum + need.count, 0);
  return (
    <Metric
      label={count === 0 ? 'System' : 'System problems'}
      isNarrow
      value={dashboard && (count === 0 ? 'All good' : count)}
      tone={count > 0 ? 'bad' : 'plain'}
      note={
        <TextLink to={problems[0]?.to ?? pages.adminProviders.path} className={lineLink}>
          See details
        </TextLink>
      }
    />
  );
}

/** Reserves the place of a text that is loading. */
function Reserved({ children }: { children: string }) {
  return <span className="invisible">{children}</span>;
}

/** Makes a link 44 px high, the minimum for touch. */
const lineLink = 'flex min-h-11 items-center wrap-anywhere';
