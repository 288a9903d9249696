import { useQuery } from '@tanstack/react-query';
import { type ExchangeId, exchangeIds } from '@xrp-bridge/contracts/exchanges';
import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { type WalletId, walletIds } from '@xrp-bridge/contracts/wallets';
import { useEffect, useLayoutEffect, useState } from 'react';
import { ApiError, queryOf } from '../../lib/api/client.ts';
import { defineStored, fieldsOf } from '../../lib/storage.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { isResumed } from './resumed-mark.ts';

/** A transfer of this browser's own that is not at its end. */
export interface OpenTransfer {
  id: string;
  paid: boolean;
  fromExchange: ExchangeId;
  toWallet: WalletId;
}

/** Kept, so that whoever comes back is led on at the first paint, before any server was asked. */
export const openTransfer = defineStored<OpenTransfer | null>('open-transfer', parseOpen, null);

function parseOpen(value: unknown): OpenTransfer | undefined {
  const { id, paid, ...path } = fieldsOf(value);
  const fromExchange = exchangeIds.find((one) => one === path.fromExchange);
  const toWallet = walletIds.find((one) => one === path.toWallet);
  const known = typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) && typeof paid === 'boolean';
  return known && fromExchange && toWallet ? { id, paid, fromExchange, toWallet } : undefined;
}

/**
 * Keeps a transfer of one's own while it is open, and forgets it at its end, or once there is none of this id.
 * To be told of every answer about a transfer that a screen shows.
 */
export function rememberOpenTransfer(id: string, transfer: Transfer | undefined, error: unknown): void {
  const over = transfer ? !openOf(transfer) : isGone(error);
  const open = transfer?.mine ? openOf(transfer) : null;
  const kept = openTransfer.get();
  // One that a link opened never takes the place of one that was begun here.
  const keepsOwn = kept !== null && kept.id !== id && isResumed(id) && !isResumed(kept.id);
  if (open && !keepsOwn) openTransfer.set(open);
  else if (over && kept?.id === id) openTransfer.forget();
}

/** The transfer that waits for this person: at once as it was kept, then as the server says; also one of another tab. */
export function useOpenTransfer(): OpenTransfer | null {
  // What a page that the server drew is taken over with is what the server knew: nothing.
  const hydrated = useHydrated();
  const [kept, setKept] = useState(() => (hydrated ? openTransfer.get() : null));
  useLayoutEffect(() => {
    setKept(openTransfer.get());
    return openTransfer.subscribe(setKept);
  }, []);
  const { data, error } = useQuery({
    ...queryOf('GET /api/transfers/{id}', { params: { id: kept?.id ?? '' } }),
    enabled: kept !== null,
  });
  useEffect(() => {
    if (kept) rememberOpenTransfer(kept.id, data, error);
  }, [kept, data, error]);
  if (!kept || isGone(error)) return null;
  return data ? openOf(data) : kept;
}

function openOf({ id, status, fromExchange, toWallet }: Transfer): OpenTransfer | null {
  const paid = status === 'paid' || status === 'instructions_sent';
  return paid || status === 'pending' ? { id, paid, fromExchange, toWallet } : null;
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
