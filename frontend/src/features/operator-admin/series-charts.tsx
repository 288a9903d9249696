import { Suspense, useEffect, useState } from 'react';
import { queryOf, type Reply } from '../../lib/api/client.ts';
import { formatDay } from '../../lib/times.ts';
import { Away } from '../../operator/away.tsx';
import { saveCsv, toCsv } from '../../operator/csv.ts';
import { type DayRange, lengthOf, useDayRange } from '../../operator/day-range.tsx';
import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { Panel } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { DayTable } from '../../ui/day-table.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { SelectField } from '../../ui/field.tsx';
import { later } from '../../ui/later.ts';
import { Skeleton } from '../../ui/state.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { describeChange, dollars, formats, previousPeriod } from './series-words.ts';

const loadPlot = () => import('../../ui/day-plot.tsx');
const DayPlot = later(async () => (await loadPlot()).DayPlot);

type Series = Reply<'GET /api/admin/series'>['series'][number];

const titles: Record<Series['name'], string> = {
  revenue: 'Gross sales',
  refunds: 'Refunds',
  started: 'Transfers started',
  paid: 'Transfers paid for',
  completed: 'Transfers completed',
  clicks: 'Ad clicks',
  mentions: 'Coin mentions',
};
const names = Object.keys(titles) as Series['name'][];

/**
 * Formats short labels for an axis.
 * Whole dollars have no cents, and counts have no labels at fractions.
 */
const axisFormats = {
  usd: (value: number) => value.toLocaleString('en-US', { ...dollars, trailingZeroDisplay: 'stripIfInteger' }),
  count: (value: number) => (Number.isInteger(value) ? formats.count(value) : ''),
} as const;

/**
 * Shows daily charts of money, the funnel, clicks and mentions, compared with the previous period.
 * The layout does not change when the data and the charts' file load.
 */
export function SeriesCharts() {
  const range = useDayRange();
  const series = useLive(queryOf('GET /api/admin/series', { query: range }));
  const { data } = series;
  const days = lengthOf(range);
  const [at, setAt] = useState<number | null>(null);
  const isWide = useIsWide();
  const [chosen, setChosen] = useState<Series['name']>('revenue');
  const isShown = (name: Series['name']) => isWide || name === chosen;
  // The charts' file loads while the data loads. If the file fails, `DayPlot` loads the file again.
  useEffect(() => void loadPlot().catch(() => {}), []);
  return (
    <Panel
      title="Day by day"
      aside={
        <SmallButton disabled={!data} onClick={() => data && save(data.series, range)}>
          CSV
        </SmallButton>
      }
    >
      <p className="min-h-[1lh] text-sm text-ink-2">
        {(!data || data.series.some(({ compared }) => compared)) && `Dotted line: ${previousPeriod(days)}`}
      </p>
      <NotRead title="We couldn’t load the charts" query={series} />
      <Away services={data?.away} />
      {!isWide && !series.isLoadingError && (
        <SelectField
          label="Chart"
          value={chosen}
          onChange={({ target: { value } }) => setChosen(value as Series['name'])}
        >
          {(data?.series.map(({ name }) => name) ?? names).map((name) => (
            <option key={name} value={name}>
              {titles[name]}
            </option>
          ))}
        </SelectField>
      )}
      <div aria-busy={series.isPending} className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        {series.isPending && names.filter(isShown).map((name) => <ChartSkeleton key={name} title={titles[name]} />)}
        {data?.series
          .filter(({ name }) => isShown(name))
          .map((each) => (
            <SeriesChart key={each.name} series={each} days={days} at={at} onPoint={setAt} />
          ))}
      </div>
    </Panel>
  );
}

const chartClass = 'grid min-w-0 content-start gap-3 md:last:odd:col-span-2';
// On a phone the field above shows the title.
const titleClass = 'font-semibold max-md:sr-only';

/** Reserves the place of a chart. */
function ChartSkeleton({ title }: { title: string }) {
  return (
    <div className={chartClass}>
      <div className="grid gap-0.5">
        <span className={titleClass}>{title}</span>
        <div className="text-sm">
          <Skeleton className="h-[1lh] w-48" />
        </div>
      </div>
      <Skeleton className="h-65" />
      <div className="h-11.5 sm:h-14" />
    </div>
  );
}

function SeriesChart({
  series,
  days,
  at,
  onPoint,
}: {
  series: Series;
  days: number;
  /** The index of the day that the reader points at. All charts share it. */
  at: number | null;
  onPoint: (at: number | null) => void;
}) {
  const format = formats[series.unit];
  const title = titles[series.name];
  const describe = (index: number): string => {
    const day = series.days[index];
    if (!day) return '';
    const before =
      day.before === null ? '' : ` (${days === 1 ? '1 day' : `${days} days`} earlier: ${format(day.before)})`;
    return `${formatDay(day.day)}: ${format(day.value)}${before}`;
  };
  return (
    <figure className={chartClass}>
      <figcaption className="grid gap-0.5">
        <span className={titleClass}>{title}</span>
        {at === null ? (
          <Change series={series} days={days} />
        ) : (
          <span className="text-sm text-ink-2 tabular">{describe(at)}</span>
        )}
      </figcaption>
      <Suspense fallback={<Skeleton className="h-65" />}>
        <DayPlot
          days={series.days.map(({ day }) => day)}
          plotted={[
            { kind: 'before', values: series.days.map(({ before }) => before) },
            { kind: 'line', values: series.days.map(({ value }) => value) },
          ]}
          format={axisFormats[series.unit]}
          pointer={{ at, onPoint, label: `${title}, by day`, describe }}
        />
      </Suspense>
      <Fold title="View as a table">
        <DayTable
          caption={`${titles[series.name]}, compared with the ${previousPeriod(days)}`}
          columns={['That day', days === 1 ? '1 day earlier' : `${days} days earlier`]}
          rows={series.days.map(({ day, value, before }) => ({
            id: day,
            day: formatDay(day),
            values: [format(value), before === null ? 'no data' : format(before)],
          }))}
        />
      </Fold>
    </figure>
  );
}

/** Shows the sum and its change from the previous period. Days without data in that period are ignored. */
function Change({ series: { sum, compared, unit }, days }: { series: Series; days: number }) {
  return (
    <span className="text-sm text-ink-2 tabular">
      <b className="text-ink">{formats[unit](sum)}</b>, {describeChange(compared, days)}
    </span>
  );
}

function save(series: readonly Series[], { from, to }: DayRange): void {
  const [first] = series;
  if (!first) return;
  saveCsv(
    `days-${from}-${to}`,
    toCsv(
      ['Day', ...series.flatMap(({ name }) => [name, `${name} before`])],
      first.days.map(({ day }, index) => [
        day,
        ...series.flatMap(({ days }) => [days[index]?.value ?? 0, days[index]?.before ?? '']),
      ]),
    ),
  );
}
