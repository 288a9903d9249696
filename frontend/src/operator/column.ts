import type { ReactNode } from 'react';
import type { Cell } from './csv.ts';

/** A column of a list, on the screen and in the CSV file. */
export interface Column<Row> {
  name: string;
  /** The cell on the screen. A column without `show` is only in the file. */
  show?: (row: Row) => ReactNode;
  /** The cell in the file. A column without `save` is only on the screen. */
  save?: (row: Row) => Cell;
  /** The server's sort key for this column. */
  sort?: string;
  /** True if the column contains numbers, which are aligned to the right. */
  isNumber?: boolean;
  /** True for free text: long words break, and the column has a minimum width. */
  isWritten?: boolean;
  /**
   * The cell’s line in a narrow window, where a row has two lines.
   * A column without a line is hidden there, unless no column of the list has one.
   */
  line?: 1 | 2;
  /** In a narrow window, shows the cell in full width and without the column’s name. */
  isWide?: boolean;
}

/** Returns the column that has the sort key, if any. */
export function findColumn<Row>(columns: readonly Column<Row>[], sort: string): Column<Row> | undefined {
  return columns.find((each) => each.sort === sort.replace('-', ''));
}
