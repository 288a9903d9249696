import { useQuery } from '@tanstack/react-query';
import { type ExchangeId, exchangeIds } from '@xrp-bridge/contracts/exchanges';
import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { type WalletId, walletIds } from '@xrp-bridge/contracts/wallets';
import { useEffect, useLayoutEffect, useState } from 'react';
import { ApiError, queryOf } from '../../lib/api/client.ts';
import { defineStored, fieldsOf } from '../../lib/storage.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { isResumed } from './resumed-mark.ts';

/** An open transfer that belongs to this browser. */
export interface OpenTransfer {
  id: string;
  paid: boolean;
  fromExchange: ExchangeId;
  toWallet: WalletId;
  /** The time (ISO) at which the customer started the transfer; missing in values of older versions. */
  startedAt?: string | undefined;
  /** The next action as the guide last showed it, such as "enter the amount (step 4)". */
  next?: string | undefined;
  /** The number of arrivals when `next` was stored. After another arrival, `next` is outdated. */
  arrivals?: number | undefined;
}

/**
 * The open transfer is stored, so that a returning customer can continue from the first paint, before
 * any response.
 */
export const openTransfer = defineStored<OpenTransfer | null>('open-transfer', parseOpen, null);

function parseOpen(value: unknown): OpenTransfer | undefined {
  const { id, paid, startedAt, next, arrivals, ...path } = fieldsOf(value);
  const fromExchange = exchangeIds.find((one) => one === path.fromExchange);
  const toWallet = walletIds.find((one) => one === path.toWallet);
  const isValid = typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) && typeof paid === 'boolean';
  if (!isValid || !fromExchange || !toWallet) return undefined;
  return {
    id,
    paid,
    fromExchange,
    toWallet,
    startedAt: typeof startedAt === 'string' && !Number.isNaN(Date.parse(startedAt)) ? startedAt : undefined,
    next: typeof next === 'string' ? next : undefined,
    arrivals: Number(arrivals) || 0,
  };
}

/**
 * Stores a transfer of this browser while the transfer is open.
 * Deletes the stored transfer when the transfer has ended or does not exist. Must be called with every response about a
 * transfer that a screen shows.
 */
export function updateOpenTransfer(id: string, transfer: Transfer | undefined, error: unknown): void {
  const over = transfer ? !openOf(transfer, null) : isGone(error);
  const stored = openTransfer.get();
  const open = transfer?.mine ? openOf(transfer, stored) : null;
  // A transfer that was opened by a link never replaces one that was started here.
  const ownIsStored = stored !== null && stored.id !== id && isResumed(id) && !isResumed(stored.id);
  if (open && !ownIsStored) openTransfer.set(open);
  else if (over && stored?.id === id) openTransfer.forget();
}

/**
 * Returns the open transfer: first the stored value, then the server's.
 * Changes by other tabs are included.
 */
export function useOpenTransfer(): OpenTransfer | null {
  // The value is null during hydration, because the prerendered page contains no transfer.
  const hydrated = useHydrated();
  const [stored, setStored] = useState(() => (hydrated ? openTransfer.get() : null));
  useLayoutEffect(() => {
    setStored(openTransfer.get());
    return openTransfer.subscribe(setStored);
  }, []);
  const { data, error } = useQuery({
    ...queryOf('GET /api/transfers/{id}', { params: { id: stored?.id ?? '' } }),
    enabled: stored !== null,
  });
  useEffect(() => {
    if (stored) updateOpenTransfer(stored.id, data, error);
  }, [stored, data, error]);
  if (!stored || isGone(error)) return null;
  return data ? openOf(data, stored) : stored;
}

function openOf(transfer: Transfer, stored: OpenTransfer | null): OpenTransfer | null {
  const { id, status, fromExchange, toWallet, createdAt: startedAt } = transfer;
  const paid = status === 'paid' || status === 'instructions_sent';
  if (!paid && status !== 'pending') return null;
  const arrivals = transfer.arrivals.length;
  const next = stored?.id === id && stored.arrivals === arrivals ? stored.next : undefined;
  return { id, paid, fromExchange, toWallet, startedAt, next, arrivals };
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
