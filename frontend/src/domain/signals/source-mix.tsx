import { Bar } from '../../ui/bar.tsx';
import type { HotCoin } from './api.ts';

/** Shows the number of mentions by source, as a table whose rows are bars. */
export function SourceMix({ sources }: Pick<HotCoin, 'sources'>) {
  const most = Math.max(...sources.map(({ mentions }) => mentions));
  return (
    <div className="@container">
      <table className="w-full max-w-xl text-left @max-tight:block">
        <caption className="pb-2 text-left font-semibold @max-tight:block">
          Where it was mentioned in the last 7 days
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Source</th>
            <th scope="col">Mentions</th>
          </tr>
        </thead>
        <tbody className="@max-tight:block">
          {sources.map(({ name, mentions }) => (
            <tr key={name} className="@max-tight:grid">
              <th scope="row" className="w-2/5 py-1 pr-3 font-normal @max-tight:w-auto">
                {name}
              </th>
              <td className="py-1">
                <span className="flex items-center gap-3">
                  <b className="min-w-8 text-right">{mentions}</b>
                  <Bar share={mentions / most} className="w-0 grow text-water" />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
