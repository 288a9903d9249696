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

/** Ids as they were chosen: whether there still are such, the lists know. */
const remembered = defineStored<{ from?: unknown; to?: unknown }>('selection', fieldsOf, {});

function pathOf(query: URLSearchParams, last: { from?: unknown; to?: unknown }): Path {
  return {
    from: exchanges.find(({ id }) => id === (query.get('from') ?? last.from)) ?? null,
    to: wallets.find(({ id }) => id === (query.get('to') ?? last.to)) ?? null,
  };
}

/**
 * The chosen pair, and what is in view of the page where it is chosen. Both live in the address, so that they survive
 * a reload, can be sent to somebody and go with the back button; a browser that comes back without them gets the last
 * choice.
 */
export function useChosenPath() {
  const [query, setQuery] = useSearchParams();
  const path = pathOf(query, useHydrated() ? remembered.get() : {});

  // The address follows a choice a moment later: who chooses again at once adds to that choice, not to what is shown.
  const ahead = useRef<{ search: string; chosen: PathChange } | null>(null);
  const shown = query.toString();
  useLayoutEffect(() => {
    if (ahead.current?.search === shown) ahead.current = null;
  }, [shown]);

  function write(change: PathChange, view: string | null, replace: boolean) {
    // What was pressed before the scripts came is written before the last choice is shown: it adds to that one, too.
    const kept = pathOf(query, remembered.get());
    const before = { from: (path.from ?? kept.from)?.id, to: (path.to ?? kept.to)?.id };
    const { from, to } = { ...before, ...ahead.current?.chosen, ...change };
    remembered.set({ from, to });
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
    /** Looking around among the choices leaves no trail in the history. */
    choose: (change: PathChange, view: string | null = null) => write(change, view, true),
    /** Going on does. */
    show: (view: string | null, change: PathChange = {}) => write(change, view, false),
  };
}
