/** A day with one value per column. */
export interface DayRow {
  id: string;
  /** The day, formatted for display. */
  day: string;
  values: readonly (string | number)[];
}

/**
 * Shows a chart's values as a table.
 * In a narrow container each value stands below the day, with its column's name.
 */
export function DayTable({
  caption,
  of = 'Day',
  columns,
  rows,
}: {
  caption: string;
  /** The heading of the first column. */
  of?: string;
  columns: readonly string[];
  rows: readonly DayRow[];
}) {
  return (
    <div className="@container">
      <table className="w-full text-left text-sm @max-tight:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-tight:hidden">
          <tr>
            {[of, ...columns].map((name) => (
              <th key={name} scope="col" className="py-1.5 font-semibold not-first:text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-tight:block">
          {rows.map(({ id, day, values }) => (
            <tr key={id} className="border-t border-line @max-tight:grid @max-tight:py-2">
              <th scope="row" className="py-1.5 font-normal">
                {day}
              </th>
              {values.map((value, index) => (
                <td
                  key={columns[index]}
                  className="py-1.5 text-right @max-tight:flex @max-tight:flex-wrap @max-tight:justify-between @max-tight:empty:hidden"
                >
                  {value !== '' && <span className="hidden pr-3 @max-tight:inline">{columns[index]}</span>}
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
