/** A day, and a figure of it for each column. */
export interface DayFigures {
  id: string;
  /** As people say it. */
  day: string;
  figures: readonly (string | number)[];
}

/** What a chart draws, as a table. In large text on a phone there is no room beside each other: each number then says what it is. */
export function DayTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  /** What the figures are. */
  columns: readonly string[];
  rows: readonly DayFigures[];
}) {
  return (
    <div className="@container">
      <table className="w-full text-left text-sm @max-tight:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-tight:hidden">
          <tr>
            {['Day', ...columns].map((name) => (
              <th key={name} scope="col" className="py-1.5 font-semibold not-first:text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-tight:block">
          {rows.map(({ id, day, figures }) => (
            <tr key={id} className="border-t border-line @max-tight:grid @max-tight:py-2">
              <th scope="row" className="py-1.5 font-normal">
                {day}
              </th>
              {figures.map((figure, index) => (
                <td
                  key={columns[index]}
                  className="py-1.5 text-right @max-tight:flex @max-tight:flex-wrap @max-tight:justify-between @max-tight:empty:hidden"
                >
                  {figure !== '' && <span className="hidden pr-3 @max-tight:inline">{columns[index]}</span>}
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
