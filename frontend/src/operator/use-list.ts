import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { fieldsOf } from '../lib/storage.ts';
import { useLive } from './live.ts';

/** The query parameters of every list. */
export interface ListRequest<Sort extends string> {
  limit: number;
  sort: Sort;
  search?: string;
  cursor?: string;
}

const pageSize = 50;
/** The server's maximum page size. */
export const longestPage = 200;
/** The maximum number of rows in a file. */
export const mostSaved = 10_000;

/** A page of a list, with its search, order and neighbouring pages. */
export interface List<Row> {
  query: Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'isPending' | 'isPlaceholderData' | 'refetch'>;
  /** Undefined until the rows are loaded. */
  rows: readonly Row[] | undefined;
  /** Services that did not respond, so their rows are missing. */
  away: readonly string[];
  search: string;
  setSearch: (search: string) => void;
  sort: string;
  sorts: readonly string[];
  setSort: (sort: string) => void;
  page: number;
  /** Opens the next page; null on the last page. */
  next: (() => void) | null;
  previous: (() => void) | null;
  /** Fetches all rows that match, page by page, up to `mostSaved`. */
  readAll: () => Promise<Row[]>;
}

/**
 * Returns a list that the server searches, sorts and pages.
 * The search is in the URL, so that links and the back button restore it, unless it is private.
 */
export function useList<const Sorts extends readonly [string, ...string[]], Answer, Key extends QueryKey, Row>({
  name = '',
  isPrivate = false,
  sorts,
  read,
  rowsOf,
}: {
  /** The prefix of the query parameters, for a second list on a page. */
  name?: string;
  /** True if the search may be an e-mail address or other personal data, which must not be in a URL. */
  isPrivate?: boolean;
  /** The available orders; the first is the default. */
  sorts: Sorts;
  read: (request: ListRequest<Sorts[number]>) => UseQueryOptions<Answer, Error, Answer, Key>;
  rowsOf: (answer: Answer) => readonly Row[];
}): List<Row> {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const keys = { search: `${name}q`, sort: `${name}sort` };
  // The palette passes a search in the state of the navigation, which is not in the URL.
  const { key, state } = useLocation();
  const passed = isPrivate ? String(fieldsOf(state).search ?? '') : '';
  const [privateSearch, setPrivateSearch] = useState({ key, search: passed });
  if (passed && privateSearch.key !== key) setPrivateSearch({ key, search: passed });
  const search = isPrivate ? privateSearch.search : (params.get(keys.search) ?? '');
  const sort = sorts.find((each) => each === params.get(keys.sort)) ?? sorts[0];
  // The cursors of the previous pages are valid only for the same query. A new query starts at its first page.
  const question = JSON.stringify(read({ limit: pageSize, sort, search }).queryKey);
  const [place, setPlace] = useState<{ question: string; cursors: readonly string[] }>({ question, cursors: [] });
  const cursors = place.question === question ? place.cursors : [];
  const cursor = cursors.at(-1);
  const pageQuery = (limit: number, from: string | undefined) =>
    read({ limit, sort, ...(search ? { search } : {}), ...(from ? { cursor: from } : {}) });
  const query = useLive({ ...pageQuery(pageSize, cursor), placeholderData: keepPreviousData });
  const nextCursor = nextOf(query.data);

  function change(key: string, value: string) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(key, value);
        else next.delete(key);
        return next;
      },
      { replace: true },
    );
  }

  function searchPrivately(value: string) {
    setPrivateSearch({ key, search: value });
    // Removes the passed search from the history, or a reload would restore it.
    if (passed) setParams((same) => same, { replace: true });
  }

  return {
    query,
    rows: query.data === undefined ? undefined : rowsOf(query.data),
    away: awayOf(query.data),
    search,
    setSearch: (value: string) => (isPrivate ? searchPrivately(value.trim()) : change(keys.search, value.trim())),
    sort,
    sorts,
    setSort: (value: string) => change(keys.sort, value === sorts[0] ? '' : value),
    page: cursors.length + 1,
    next: nextCursor === null ? null : () => setPlace({ question, cursors: [...cursors, nextCursor] }),
    previous: cursors.length === 0 ? null : () => setPlace({ question, cursors: cursors.slice(0, -1) }),
    async readAll() {
      const all: Row[] = [];
      let from: string | undefined;
      do {
        const answer = await client.fetchQuery({ ...pageQuery(longestPage, from), staleTime: 0, gcTime: 0 });
        all.push(...rowsOf(answer));
        from = nextOf(answer) ?? undefined;
      } while (from !== undefined && all.length < mostSaved);
      return all.slice(0, mostSaved);
    },
  };
}

function awayOf(answer: unknown): readonly string[] {
  return (answer as { away?: readonly string[] } | undefined)?.away ?? [];
}

function nextOf(answer: unknown): string | null {
  return (answer as { nextCursor: string | null } | undefined)?.nextCursor ?? null;
}
