import { type Exchange, type ExchangeId, exchanges } from '@xrp-bridge/contracts/exchanges';
import { type Wallet, type WalletId, wallets } from '@xrp-bridge/contracts/wallets';
import { useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { defineStored, fieldsOf } from '../../lib/storage.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';

export interface Path {
  from: Exchange | null;
  to: Wallet | null;
}

export interface PathChange {
  from?: ExchangeId;
  to?: WalletId;
}

/** The last chosen ids. They may no longer exist, so `pathOf` looks them up in the lists. */
const storedSelection = defineStored<{ from?: unknown; to?: unknown }>('selection', fieldsOf, {});

function pathOf(query: URLSearchParams, last: { from?: unknown; to?: unknown }): Path {
  return {
    from: exchanges.find(({ id }) => id === (query.get('from') ?? last.from)) ?? null,
    to: wallets.find(({ id }) => id === (query.get('to') ?? last.to)) ?? null,
  };
}

/**
 * Returns the chosen pair and the current view of the page.
 * Both are in the URL, so that they survive a reload, can be shared and follow the back button. If the URL contains no
 * choice, the last stored choice applies.
 */
export function useChosenPath() {
  const [query, setQuery] = useSearchParams();
  const path = pathOf(query, useHydrated() ? storedSelection.get() : {});

  // The URL changes a moment after a choice. Until then, a second choice must extend the first one.
  const ahead = useRef<{ search: string; chosen: PathChange } | null>(null);
  const shown = query.toString();
  useLayoutEffect(() => {
    if (ahead.current?.search === shown) ahead.current = null;
  }, [shown]);

  function write(change: PathChange, view: string | null, replace: boolean) {
    // Before hydration, `path` does not include the stored choice. A choice that is made then must extend the stored
    // choice, not replace it.
    const last = pathOf(query, storedSelection.get());
    const before = { from: (path.from ?? last.from)?.id, to: (path.to ?? last.to)?.id };
    const { from, to } = { ...before, ...ahead.current?.chosen, ...change };
    storedSelection.set({ from, to });
    const search = new URLSearchParams();
    if (from) search.set('from', from);
    if (to) search.set('to', to);
    if (view) search.set('view', view);
    ahead.current = { search: search.toString(), chosen: { ...(from && { from }), ...(to && { to }) } };
    setQuery(search, { replace, preventScrollReset: replace });
  }

  return {
    ...path,
    view: query.get('view'),
    /** Replaces the entry in the history, so that “back” does not step through single choices. */
    choose: (change: PathChange, view: string | null = null) => write(change, view, true),
    /** Adds an entry to the history. */
    show: (view: string | null, change: PathChange = {}) => write(change, view, false),
  };
}
