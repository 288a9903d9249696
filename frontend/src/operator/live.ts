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
  /** True while the stream of server-sent events is open. */
  isLive: boolean;
  /** The activities, newest first. */
  happened: readonly Activity[];
}

/** The maximum number of activities in memory and in storage. */
const maxActivities = 200;
/** The minimum interval between two refetches that events cause. */
const calmMs = 1_000;
/** The delay before a refused connection is opened again. */
const againMs = 5_000;

const nothingYet: Feed = { isLive: false, happened: [] };
let feed = nothingYet;
const listeners = new Set<() => void>();

/** The activities survive a reload of the tab. They are deleted when the operator signs out. */
const storedActivity = defineStored<readonly Activity[]>('operator_activity', parseActivities, [], inThisTab);

function parseActivities(value: unknown): readonly Activity[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const fields = ['id', 'at', 'type', 'source', 'subject'];
  const isActivity = (each: unknown) => fields.every((field) => typeof fieldsOf(each)[field] === 'string');
  return value.every(isActivity) ? value.slice(0, maxActivities) : undefined;
}

function change(next: Partial<Feed>): void {
  feed = { ...feed, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the latest activities and the state of the stream. */
export function useFeed(): Feed {
  return useSyncExternalStore(
    subscribe,
    () => feed,
    () => nothingYet,
  );
}

/** Subscribes to server-sent events while mounted, and refetches live queries after events. */
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
      // The events during the interruption are lost, so live queries are refetched.
      if (wasAway) refresh(client);
      wasAway = false;
    };
    opened.addEventListener('activity', ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as Activity;
      // The bus may deliver an event twice.
      const others = feed.happened.filter(({ id }) => id !== next.id);
      change({ happened: [next, ...others].slice(0, maxActivities) });
      storedActivity.set(feed.happened);
      calm ??= setTimeout(() => {
        calm = undefined;
        refresh(client);
      }, calmMs);
    });
    opened.onerror = () => {
      wasAway = true;
      change({ isLive: false });
      // The browser reconnects automatically, except after a response that is not a stream. Then the session may have
      // ended.
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
  /**
   * Opens the stream only in a visible tab, because a browser opens at most six connections to a server
   * for all its tabs.
   */
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

/**
 * Refetches all mounted live queries.
 * The query's own `meta` is not reliable: it comes from the last component that used the query.
 */
function refresh(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ observers }) => observers.some(({ options }) => options.meta?.live === true),
  });
}

/**
 * Uses a query that is refetched when the page opens, after events and every `everyMs` (spec 2 §9).
 * Some values change without an event, for example when a cooldown ends.
 */
export function useLive<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>, everyMs = 30_000) {
  return useQuery({ staleTime: 0, ...query, meta: { live: true }, refetchInterval: everyMs });
}

/**
 * Returns an operator's mutation.
 * `start` ignores a second button press while the mutation runs. Afterwards, live queries are refetched.
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
