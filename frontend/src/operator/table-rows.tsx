import { formatWord } from '@xrp-bridge/contracts/words';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { cx } from '../ui/cx.ts';
import { SelectField } from '../ui/field.tsx';
import { type Column, findColumn } from './column.ts';
import type { List } from './use-list.ts';

/** A row of two lines in a narrow container; a pseudo-element breaks the line. */
const linesClass =
  '@max-3xl:flex @max-3xl:flex-wrap @max-3xl:items-center @max-3xl:gap-x-3 @max-3xl:py-1 @max-3xl:before:order-2 @max-3xl:before:w-full @max-3xl:before:content-[""]';

function lineClass(line: 1 | 2 | undefined, isNumber: boolean | undefined): string {
  if (!line) return '@max-3xl:hidden';
  return cx(line === 1 ? '@max-3xl:order-1' : '@max-3xl:order-3 @max-3xl:text-ink-2', isNumber && '@max-3xl:ml-auto');
}

/**
 * Shows rows as a table.
 * In a narrow container each row has two lines, or is a card with labelled cells.
 */
export function TableRows<Row extends { id: string }>({
  title,
  rows,
  columns,
  list,
  isOld,
  isCompact,
}: {
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  list: List<Row>;
  isOld: boolean;
  isCompact: boolean;
}) {
  const hasLines = columns.some(({ line }) => line);
  const hasHeadings = list.sorts.every((sort) => findColumn(columns, sort));
  return (
    <div aria-busy={isOld} className={cx('@container grid min-w-0 gap-3', isOld && 'rounded-md bg-sunk')}>
      <OrderField className={hasHeadings ? '@3xl:hidden' : 'max-w-80'} list={list} columns={columns} />
      <table className="w-full text-left text-sm tabular @max-3xl:block">
        <caption className="sr-only">{title}</caption>
        <thead className="@max-3xl:hidden">
          <tr>
            {columns.map((column) => (
              <Heading key={column.name} column={column} list={list} />
            ))}
          </tr>
        </thead>
        <tbody className={cx('@max-3xl:grid', !hasLines && '@max-3xl:gap-3')}>
          {rows.map((row) => (
            <tr
              key={row.id}
              // A link may cover the row, so buttons and times (with a tooltip) are placed above the link.
              className={cx(
                'relative border-t border-line hover:bg-sunk/50 [&_:is(button,time)]:relative [&_:is(button,time)]:z-1',
                hasLines
                  ? linesClass
                  : '@max-3xl:grid @max-3xl:gap-1.5 @max-3xl:rounded-md @max-3xl:border @max-3xl:p-3.5',
                isCompact && 'pointer-fine:[&_:is(a,button)]:min-h-8',
              )}
            >
              {columns.map(({ name, show, isNumber, isWritten, isWide, line }) => (
                <td
                  key={name}
                  className={cx(
                    'min-w-0 pr-4 align-middle last:pr-0 @max-3xl:p-0',
                    isCompact ? 'py-0.5' : 'py-1.5',
                    hasLines
                      ? lineClass(line, isNumber)
                      : '@max-3xl:grid @max-3xl:items-baseline @max-3xl:gap-x-3 @max-tight:grid-cols-1',
                    !hasLines && !isWide && '@max-3xl:grid-cols-[minmax(6rem,1fr)_minmax(0,2fr)]',
                    // The checkbox of a card is in the corner.
                    !hasLines &&
                      '@max-3xl:has-[input]:absolute @max-3xl:has-[input]:top-1 @max-3xl:has-[input]:right-1',
                    isNumber && '@3xl:text-right @3xl:whitespace-nowrap',
                    isWritten ? 'wrap-anywhere' : 'wrap-break-word',
                  )}
                >
                  <span className={cx('text-ink-2 @3xl:hidden', (isWide || hasLines) && 'sr-only')}>{name}</span>
                  <div className={cx('min-w-0', isWritten && '@3xl:min-w-32')}>{show?.(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Shows a select for the sort order, for narrow windows without headings and for sort keys without a
 * column.
 */
function OrderField<Row>({
  list,
  columns,
  className,
}: {
  list: List<Row>;
  columns: readonly Column<Row>[];
  className: string;
}) {
  return (
    <SelectField
      small
      label="Sort by"
      className={className}
      value={list.sort}
      onChange={(event) => list.setSort(event.target.value)}
    >
      {list.sorts.map((sort) => {
        const column = findColumn(columns, sort);
        return (
          <option key={sort} value={sort}>
            {column
              ? `${column.name}, ${sort.startsWith('-') ? 'latest' : 'earliest'} first`
              : `${formatWord(sort)} first`}
          </option>
        );
      })}
    </SelectField>
  );
}

function Heading<Row>({ column, list }: { column: Column<Row>; list: List<Row> }) {
  const { name, sort, isNumber } = column;
  const down = `-${sort}`;
  const now = list.sort === sort ? 'ascending' : list.sort === down ? 'descending' : 'none';
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[now];
  return (
    <th
      scope="col"
      aria-sort={sort ? now : undefined}
      className={cx('py-1 pr-4 font-semibold text-ink-2 last:pr-0', isNumber && 'text-right')}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => list.setSort(now === 'descending' ? sort : down)}
          className="inline-flex min-h-11 items-center gap-1.5"
        >
          {name}
          <Icon aria-hidden className="size-4.5" />
        </button>
      ) : (
        name
      )}
    </th>
  );
}
