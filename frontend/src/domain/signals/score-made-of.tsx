import type { ReactNode } from 'react';
import { formatDay, formatTime } from '../../lib/times.ts';
import type { HotCoin } from './api.ts';

/** Shows the inputs of a score, so that readers can compute it. */
export function ScoreMadeOf({ coin }: { coin: HotCoin }) {
  const { inputs, window: days } = coin;
  const { mentions, development, price } = inputs;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">
        We looked at {formatDay(days.from)} to {formatDay(days.to)} and compared the last 7 days with the 30 days
        before. We calculated this score on {formatTime(coin.scoredAt)}.
      </p>
      <div className="grid gap-3 md:grid-cols-3">
        <Part title="Reports of completed work" z={mentions.z} rows={rowsOf(mentions)} />
        <Part title="Code changes" z={development.z} rows={rowsOf(development)} />
        <Part
          title="Price move"
          z={price.z}
          rows={[
            ['In the last 7 days', percent(price.change)],
            ['Spread', percent(price.spread)],
          ]}
        />
      </div>
      <p className="tabular">
        Score = 10 × (0.6 × {mentions.z} + 0.4 × {development.z} − 0.5 × {price.z}) ÷ 2.5 ={' '}
        <b>{coin.heatScore.toFixed(1)}</b> (at least 0, at most 10)
      </p>
    </div>
  );
}

type Rows = readonly (readonly [name: string, value: ReactNode])[];

function rowsOf({ recent, usual, spread, sample }: HotCoin['inputs']['mentions']): Rows {
  return [
    ['Recent day', recent],
    ['Usual day', usual],
    ['Spread', spread],
    ['Total', sample],
  ];
}

function Part({ title, z, rows }: { title: string; z: number; rows: Rows }) {
  return (
    <div className="rounded-md bg-sunk px-4 py-3">
      <table className="w-full text-left text-sm">
        <caption className="pb-1 text-left text-base font-semibold">{title}</caption>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row" className="py-0.5 font-normal text-ink-2">
                {name}
              </th>
              <td className="py-0.5 text-right">{value}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="pt-1 font-normal">
              Counts as
            </th>
            <td className="pt-1 text-right">
              <b>{z}</b>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Formats a fraction as a percentage with two decimals. The server rounds fractions to four decimals. */
function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)}%`;
}
