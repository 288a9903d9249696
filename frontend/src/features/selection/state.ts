import { type Exchange, type ExchangeId, exchanges } from '@xrp-bridge/contracts/exchanges';
import { type Wallet, type WalletId, wallets } from '@xrp-bridge/contracts/wallets';
import { useSearchParams } from 'react-router-dom';
import { defineStored, fieldsOf } from '../../shared/storage.ts';

export interface PathSelection {
  from: Exchange | null;
  to: Wallet | null;
}

/** Ids as they were chosen: whether there still are such, the lists know. */
const remembered = defineStored<{ from?: unknown; to?: unknown }>('selection', fieldsOf, {});

/**
 * The chosen pair. It lives in the address, so that it survives a reload, can be sent to somebody and goes with the
 * back button; a browser that comes back without it gets the last choice.
 */
export function useSelection() {
  const [query, setQuery] = useSearchParams();
  const last = remembered.get();
  const selection: PathSelection = {
    from: exchanges.find(({ id }) => id === (query.get('from') ?? last.from)) ?? null,
    to: wallets.find(({ id }) => id === (query.get('to') ?? last.to)) ?? null,
  };
  const confirming = query.get('view') === 'confirm' && selection.from !== null && selection.to !== null;

  function write(change: { from?: ExchangeId; to?: WalletId; view?: 'confirm' | null }) {
    const next = { from: change.from ?? selection.from?.id, to: change.to ?? selection.to?.id };
    remembered.set(next);
    const search = new URLSearchParams();
    if (next.from) search.set('from', next.from);
    if (next.to) search.set('to', next.to);
    if (change.view === 'confirm') search.set('view', 'confirm');
    // Looking around among the choices leaves no trail in the history; going on does.
    const moves = change.view !== undefined;
    setQuery(search, { replace: !moves, preventScrollReset: !moves });
  }

  return {
    ...selection,
    confirming,
    choose: (change: { from?: ExchangeId; to?: WalletId }) => write(change),
    confirm: (change: { from?: ExchangeId; to?: WalletId } = {}) => write({ ...change, view: 'confirm' }),
    changeSelection: () => write({ view: null }),
  };
}
