import { onlineManager, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf, ReplyOf } from '@xrp-bridge/contracts/define';
import type { CreateTransfer, UpdateTransfer } from '@xrp-bridge/contracts/public-api';
import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { request } from './client.ts';

export type { Transfer };
export type NewTransfer = BodyInputOf<typeof CreateTransfer>;
export type TransferChange = BodyInputOf<typeof UpdateTransfer>;

/** True once the guide is open. */
export function isPaid({ status }: Transfer): boolean {
  return status === 'paid' || status === 'instructions_sent' || status === 'completed';
}

const pathOf = (id: string) => `/api/transfers/${encodeURIComponent(id)}`;

export const transferQuery = (id: string) => queryOptions<Transfer>({ queryKey: [pathOf(id)] });

export function createTransfer(body: NewTransfer): Promise<ReplyOf<typeof CreateTransfer>> {
  return request('POST', '/api/transfers', { body });
}

export function updateTransfer(id: string, body: TransferChange): Promise<Transfer> {
  return request('PATCH', pathOf(id), { body });
}

/** Has the server ask the payment provider; answers the true status, whatever the browser believes. */
export function completeTransfer(id: string): Promise<Transfer> {
  return request('POST', `${pathOf(id)}/complete`);
}

export function confirmArrival(id: string): Promise<Transfer> {
  return request('POST', `${pathOf(id)}/confirm-arrival`);
}

export function requestRefund(id: string): Promise<{ requested: true }> {
  return request('POST', `${pathOf(id)}/refund-request`);
}

/** Exchanges the one-time token of a mailed link for the cookie of its transfer. */
export function resumeTransfer(token: string): Promise<Transfer> {
  return request('POST', '/api/transfers/resume', { body: { token } });
}

/** How often to ask, and to try to connect again, when the live connection is gone. */
const pollMs = 5_000;

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/**
 * A transfer that stays up to date: server-sent events, and plain asking while those do not come through.
 * `lost` is true while neither does: what is shown may be old.
 */
export function useLiveTransfer(id: string) {
  const client = useQueryClient();
  const [polling, setPolling] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const query = useQuery({ ...transferQuery(id), refetchInterval: polling && pollMs });
  const online = useSyncExternalStore(subscribeOnline, isOnline);
  const found = query.data !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a connection of its own
  useEffect(() => {
    if (!found) return;
    const source = new EventSource(`${pathOf(id)}/events`);
    source.onopen = () => {
      setPolling(false);
    };
    source.addEventListener('status', (event) => keepNewest(JSON.parse((event as MessageEvent<string>).data)));
    let again: ReturnType<typeof setTimeout> | undefined;
    source.onerror = () => {
      setPolling(true);
      // The browser reconnects by itself, but gives up on an answer that is not a stream (a server being replaced).
      if (source.readyState === EventSource.CLOSED) again = setTimeout(() => setAttempt((times) => times + 1), pollMs);
    };
    function keepNewest(next: Transfer) {
      client.setQueryData(transferQuery(id).queryKey, (known) =>
        known && known.updatedAt > next.updatedAt ? known : next,
      );
    }
    return () => {
      clearTimeout(again);
      source.close();
    };
  }, [client, id, found, attempt]);

  return { ...query, lost: !online || (polling && query.isRefetchError) };
}
