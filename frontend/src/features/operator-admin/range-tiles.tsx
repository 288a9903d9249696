import { Sparkline } from '../../domain/signals/sparkline.tsx';
import { queryOf, type Reply } from '../../lib/api/client.ts';
import { lengthOf, RangePicker, useDayRange } from '../../operator/day-range.tsx';
import { useLive } from '../../operator/live.ts';
import { Metric, Metrics } from '../../operator/parts.tsx';
import { describeChange, shortFormats } from './series-words.ts';

type Series = Reply<'GET /api/admin/series'>['series'][number];

/** The tiles in the order of a sale. The rate of a step refers to `of`, counted on the same days. */
const tiles: readonly { name: Series['name']; label: string; of?: { name: Series['name']; text: string } }[] = [
  { name: 'revenue', label: 'Gross sales' },
  { name: 'refunds', label: 'Refunds' },
  { name: 'started', label: 'Started' },
  { name: 'paid', label: 'Paid', of: { name: 'started', text: 'of started' } },
  { name: 'completed', label: 'XRP home', of: { name: 'paid', text: 'of paid' } },
];

/** Sales and the funnel in the page's range of days, each compared with the period before. */
export function RangeTiles() {
  const range = useDayRange();
  const { data, isLoadingError } = useLive(queryOf('GET /api/admin/series', { query: range }));
  const find = (name: Series['name'] | undefined) => data?.series.find((each) => each.name === name);
  return (
    <section aria-label="Sales and funnel" className="grid gap-4">
      <RangePicker />
      {!isLoadingError && (
        <Metrics columns={5}>
          {tiles.map(({ name, label, of }) => {
            const series = find(name);
            const whole = find(of?.name)?.sum;
            return (
              <Metric
                key={name}
                label={label}
                isNarrow
                value={series ? shortFormats[series.unit](series.sum) : data && '–'}
                note={
                  series && (
                    <>
                      {of && whole ? (
                        <span className="block">
                          {Math.round((100 * series.sum) / whole)}% {of.text}
                        </span>
                      ) : null}
                      {describeChange(series.compared, lengthOf(range))}
                      {series.days.length > 1 && (
                        <Sparkline
                          values={series.days.map(({ value }) => value)}
                          className="mt-2 block h-8 w-full text-water"
                        />
                      )}
                    </>
                  )
                }
              />
            );
          })}
        </Metrics>
      )}
    </section>
  );
}
