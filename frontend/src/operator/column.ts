import type { ReactNode } from 'react';
import type { Cell } from './csv.ts';

/** A column of a list: how a row is shown in it, and what of it is saved. */
export interface Column<Row> {
  name: string;
  /** A column without is in the file alone. */
  show?: (row: Row) => ReactNode;
  /** What the file has of it; a column without is not in the file. */
  save?: (row: Row) => Cell;
  /** The order that its heading asks the server for. */
  sort?: string;
  /** A figure: it stands at the right, under others. */
  isNumber?: boolean;
  /** What a person or a machine wrote: a word longer than the column breaks, and the column has room for usual words. */
  isWritten?: boolean;
}

/** The column that an order goes by, if it goes by one. */
export function findColumn<Row>(columns: readonly Column<Row>[], sort: string): Column<Row> | undefined {
  return columns.find((each) => each.sort === sort.replace('-', ''));
}
