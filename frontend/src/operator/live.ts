import {
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Activity } from '@xrp-bridge/contracts/public-api';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { addressOf } from '../lib/api/client.ts';
import { defineStored, fieldsOf, inThisTab } from '../lib/storage.ts';
import { sessionQuery } from './session.ts';

interface Feed {
  /** Whether the server tells of things as they happen. */
  isLive: boolean;
  /** The newest first. */
  happened: readonly Activity[];
}

/** So many are kept to look at. */
const mostKept = 200;
/** However much happens, figures are read anew once in so long. */
const calmMs = 1_000;
/** How long until a connection that was refused is tried again. */
const againMs = 5_000;

const nothingYet: Feed = { isLive: false, happened: [] };
let feed = nothingYet;
const listeners = new Set<() => void>();

/** Kept for a reload of the tab; removed when the operator signs out. */
const storedActivity = defineStored<readonly Activity[]>('operator_activity', parseActivities, [], inThisTab);

function parseActivities(value: unknown): readonly Activity[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const fields = ['id', 'at', 'type', 'source', 'subject'];
  const isActivity = (each: unknown) => fields.every((field) => typeof fieldsOf(each)[field] === 'string');
  return value.every(isActivity) ? value.slice(0, mostKept) : undefined;
}

function change(next: Partial<Feed>): void {
  feed = { ...feed, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What happens, as it happens. */
export function useFeed(): Feed {
  return useSyncExternalStore(
    subscribe,
    () => feed,
    () => nothingYet,
  );
}

/** Listens for as long as an operator is here, and has all that is shown read anew when something happens. */
export function useListening(): void {
  const client = useQueryClient();
  useEffect(() => listen(client), [client]);
}

function listen(client: QueryClient): () => void {
  let source: EventSource | undefined;
  let wasAway = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let calm: ReturnType<typeof setTimeout> | undefined;
  function connect() {
    const opened = new EventSource(addressOf('GET /api/admin/activity'));
    source = opened;
    opened.onopen = () => {
      change({ isLive: true });
      // What happened meanwhile nobody tells any more.
      if (wasAway) refresh(client);
      wasAway = false;
    };
    opened.addEventListener('activity', ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as Activity;
      // The bus may deliver an event twice.
      const others = feed.happened.filter(({ id }) => id !== next.id);
      change({ happened: [next, ...others].slice(0, mostKept) });
      storedActivity.set(feed.happened);
      calm ??= setTimeout(() => {
        calm = undefined;
        refresh(client);
      }, calmMs);
    });
    opened.onerror = () => {
      wasAway = true;
      change({ isLive: false });
      // The browser connects again by itself, but gives up on an answer that is no stream: nobody may be signed in.
      if (opened.readyState !== EventSource.CLOSED) return;
      again = setTimeout(connect, againMs);
      void client.invalidateQueries(sessionQuery);
    };
  }
  function disconnect() {
    clearTimeout(again);
    source?.close();
    change({ isLive: false });
  }
  /** A browser has six connections to a server for all its tabs: one that nobody looks at holds none of them. */
  function follow() {
    disconnect();
    if (document.hidden) wasAway = true;
    else connect();
  }
  change({ happened: storedActivity.get() });
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    disconnect();
    clearTimeout(calm);
    storedActivity.forget();
    change({ happened: [] });
  };
}

/** Reads anew what is shown and may have changed. */
function refresh(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ meta }) => meta?.live === true });
}

/**
 * What is read when a page opens, anew when something happens, and every so often in any case (spec 2 §9): not all that
 * changes a figure is an event, such as a cooldown that ends.
 */
export function useLive<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>, everyMs = 30_000) {
  return useQuery({ staleTime: 0, ...query, meta: { live: true }, refetchInterval: everyMs });
}

/**
 * Something an operator does. Pressed twice, it is done once; whatever comes of it, all that is shown is read anew.
 */
export function useAct<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  about: { onDone?: (result: Result, input: Input) => void; onFailed?: (error: Error, input: Input) => void } = {},
) {
  const client = useQueryClient();
  const running = useRef(false);
  const { mutate, ...mutation } = useMutation({
    mutationFn: act,
    onSuccess: (result, input) => about.onDone?.(result, input),
    onError: (error, input) => about.onFailed?.(error, input),
    onSettled: () => {
      running.current = false;
      refresh(client);
    },
  });
  return {
    ...mutation,
    start(input: Input) {
      if (running.current) return;
      running.current = true;
      mutate(input);
    },
  };
}
