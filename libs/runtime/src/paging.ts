import type { ListQuery } from '@xrp-bridge/contracts/list';
import { idPrefixesOf } from '@xrp-bridge/contracts/reference';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { provideTrigrams } from './db.ts';
import { ProblemError } from './errors.ts';

/** Sort order of rows: by a non-null column of times or integers, then by id. */
export interface Order {
  by: 'time' | 'number';
  expression: RawBuilder<unknown>;
  descending: boolean;
}

/** Returns a sort order. One index on the column serves both directions. */
export const newestFirst = (column: string): Order => ({ by: 'time', expression: sql.ref(column), descending: true });
export const oldestFirst = (column: string): Order => ({ ...newestFirst(column), descending: false });

export interface Page<Row> {
  rows: Row[];
  /** Cursor of the next page; null on the last page. */
  nextCursor: string | null;
}

/**
 * Reads one page of a list.
 * The page starts after a certain row, not after a number of rows. Therefore inserts and deletes neither repeat nor
 * hide a row, and a late page costs no more than the first.
 * @throws ProblemError `invalid_input` for an invalid cursor, or for a cursor of another sort order
 */
export async function readPage<DB, TB extends keyof DB, Row, Sort extends string>(
  select: SelectQueryBuilder<DB, TB, Row>,
  query: ListQuery<Sort>,
  about: {
    orders: Record<NoInfer<Sort>, Order>;
    id: RawBuilder<unknown>;
    /** The texts of each row that the search covers. */
    search: readonly RawBuilder<unknown>[];
    /** Additional values: a row is also found if one of its texts equals one of these values. */
    alsoFound?: readonly string[];
    /** Combines the condition of the text search with a further condition. */
    found?: (byText: RawBuilder<SqlBool>) => RawBuilder<SqlBool>;
    /** Joined rows whose texts are also searched. */
    // biome-ignore lint/suspicious/noExplicitAny: its tables also include the joined ones
    joined?: { select: SelectQueryBuilder<any, any, unknown>; search: readonly RawBuilder<unknown>[] };
  },
): Promise<Page<Row>> {
  const { by, expression, descending } = about.orders[query.sort];
  const id = sql`(${about.id})::text collate "C"`;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const key = by === 'time' ? sql`(extract(epoch from ${expression}) * 1000000)` : expression;
  const onePage = <D, T extends keyof D, R>(rows: SelectQueryBuilder<D, T, R>, found?: RawBuilder<SqlBool>) => {
    let page = rows
      .orderBy(sql`${expression} ${direction}`)
      .orderBy(sql`${id} ${direction}`)
      .limit(query.limit + 1);
    if (query.cursor !== undefined) {
      const after = readCursor(query.cursor, query.sort);
      const place =
        by === 'time'
          ? sql`timestamptz 'epoch' + ${after.key}::bigint * interval '1 microsecond'`
          : sql`${after.key}::bigint`;
      const operator = sql.raw(descending ? '<' : '>');
      page = page.where(sql<SqlBool>`(${expression}, ${id}) ${operator} (${place}, ${after.id}::text collate "C")`);
    }
    return found ? page.where(found) : page;
  };
  const { found: narrow = (byText) => byText } = about;
  let isSought = query.search ? narrow(isFound(about.search, query.search, about.alsoFound ?? [])) : undefined;
  if (query.search && about.joined && isSought) {
    // PostgreSQL cannot use an index for an `or` across two tables. So one page of ids is read from each table,
    // and the result page is selected from the union of both.
    const named = sql`${about.id}`.as('id');
    const pages = [
      onePage(select.clearSelect().select(named), isSought),
      onePage(about.joined.select.select(named), isFound(about.joined.search, query.search, [])),
    ];
    isSought = sql<SqlBool>`${about.id} in (${sql.join(pages, sql` union `)})`;
  }
  const page = onePage(
    select.select([sql<string>`${key}::bigint::text`.as('page_key'), sql<string>`${id}`.as('page_id')]),
    isSought,
  );
  const found = await page.execute();
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1) as { page_key: string; page_id: string } | undefined;
  return {
    rows: rows.map((row) => {
      const { page_key, page_id, ...rest } = row as Row & { page_key: string; page_id: string };
      return rest as Row;
    }),
    nextCursor: last && found.length > query.limit ? writeCursor(query.sort, last.page_key, last.page_id) : null,
  };
}

/**
 * Returns the condition that a row's texts contain the search.
 * The index of `addSearchIndex` serves it.
 */
function isFound(texts: readonly RawBuilder<unknown>[], search: string, alsoFound: readonly string[]) {
  const isLike = (pattern: string) => sql`${searchedText(texts)} like ${pattern.toLowerCase()}`;
  // With the collation "C", a search for ASCII text takes a third of the time.
  const isPlain = /^[\0-\x7f]*$/.test(search);
  const held = `%${escapePattern(search)}%`;
  const found = [
    isPlain ? isLike(held) : sql`${joinLines(texts)} ilike ${held}`,
    // Customers write a transfer's reference on a payment, so the search for a reference finds the transfer's id.
    ...idPrefixesOf(search).map((prefix) => isLike(`%\n${prefix}%`)),
    ...alsoFound.map((text) => isLike(`%\n${escapePattern(text)}\n%`)),
  ];
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}

/** Joins a row's texts, each on a separate line, so that one index serves all of them. */
function joinLines(texts: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  const lines = texts.map((text) => sql`coalesce((${text})::text, '') || e'\\n'`);
  return sql`(e'\\n' || ${sql.join(lines, sql` || `)})`;
}

function searchedText(texts: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  return sql`lower(${joinLines(texts)} collate "C")`;
}

/**
 * Creates the index that serves the search of `readPage` in the same columns, in the same order.
 * Only migrations call this function. A change of the expression needs a new migration and a new function once the
 * index is released.
 * @param name of the index; by default `<table>_searched`
 * @param where limits the index to these rows; `found` of `readPage` must contain the same condition
 */
export async function addSearchIndex(
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
  { name = `${table}_searched`, where }: { name?: string; where?: RawBuilder<SqlBool> } = {},
): Promise<void> {
  const operators = sql.id(await provideTrigrams(db), 'gin_trgm_ops');
  const text = searchedText(columns.map((column) => sql.ref(column)));
  // The write that fills the index's pending list must flush it, so the list is short: see pending-lists.ts.
  await sql`
    create index ${sql.id(name)} on ${sql.table(table)} using gin (${text} ${operators})
      with (gin_pending_list_limit = 1024) ${where ? sql`where ${where}` : sql``}`.execute(db);
  // The planner collects statistics for the expression of a full index, not of a partial one. Without statistics, it
  // assumes that a common text is rare and sorts all matching rows for one page.
  if (where) await sql`create statistics ${sql.id(name)} on (${text}) from ${sql.table(table)}`.execute(db);
  await sql`analyze ${sql.table(table)}`.execute(db);
}

function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Returns one page of a list that is read as a whole.
 * @throws ProblemError like `readPage`
 */
export function pageOf<Row>(
  all: readonly Row[],
  query: ListQuery,
  about: { descending: boolean; placeOf: (row: Row) => Place; textsOf: (row: Row) => readonly string[] },
): Page<Row> {
  const { descending, placeOf, textsOf } = about;
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, query.sort);
  const searched = query.search?.toLowerCase();
  const rows = all.filter((row) => {
    if (searched && !textsOf(row).some((text) => text.toLowerCase().includes(searched))) return false;
    if (!after) return true;
    const { at, id } = placeOf(row);
    const place = Date.parse(at) * 1000 - Number(after.key) || compare(id, after.id);
    return descending ? place < 0 : place > 0;
  });
  return mergePages([{ rows, nextCursor: null }], query, descending, placeOf);
}

interface Place {
  at: string;
  id: string;
}

/** Merges several services' pages of one query. Each page is sorted by time (in milliseconds) and id. */
export function mergePages<Row>(
  pages: readonly Page<Row>[],
  query: ListQuery,
  descending: boolean,
  placeOf: (row: Row) => Place,
): Page<Row> {
  const sign = descending ? -1 : 1;
  const all = pages
    .flatMap(({ rows }) => rows)
    .map((row) => ({ row, ...placeOf(row) }))
    .sort((a, b) => sign * (compare(a.at, b.at) || compare(a.id, b.id)));
  const rows = all.slice(0, query.limit);
  const more = all.length > query.limit || pages.some(({ nextCursor }) => nextCursor !== null);
  const last = rows.at(-1);
  const nextCursor = last && more ? writeCursor(query.sort, String(Date.parse(last.at) * 1000), last.id) : null;
  return { rows: rows.map(({ row }) => row), nextCursor };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function writeCursor(sort: string, key: string, id: string): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

/** Parses a cursor. A cursor contains only a position, so it needs no signature. */
function readCursor(cursor: string, sort: string): { key: string; id: string } {
  try {
    const [ofSort, key, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isPlace = typeof key === 'string' && /^-?\d{1,18}$/.test(key) && typeof id === 'string' && !id.includes('\0');
    if (ofSort === sort && isPlace && rest.length === 0) return { key, id };
  } catch {
    // The cursor is not base64url or not JSON, so it is invalid.
  }
  const message = 'This is not where a page of this list ended.';
  throw new ProblemError('invalid_input', message, {
    errors: [{ field: 'cursor', code: 'invalid_cursor', message }],
  });
}
