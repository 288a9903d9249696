import { onlineManager, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { addressOf, type BodyFor, call, queryOf } from '../../lib/api/client.ts';
import { sentAddress } from './last-transfer.ts';
import { updateOpenTransfer } from './open-transfer.ts';

export type { Transfer };

export type TransferChange = BodyFor<'PATCH /api/transfers/{id}'>;

/** Returns true if the payment gives access to the guide. */
export function isPaid({ status }: Pick<Transfer, 'status'>): boolean {
  return status === 'paid' || status === 'instructions_sent' || status === 'completed';
}

/** Returns the price of the guide, or of the guide with the concierge if it is owned, in dollars. */
export function paidAmount({ access }: Pick<Transfer, 'access'>): string {
  return formatCents(access.concierge === 'owned' ? prices.bundle : prices.guide);
}

export const transferQuery = (id: string) => queryOf('GET /api/transfers/{id}', { params: { id } });

/** Makes the server query the payment provider, and returns the true status. */
export const completeTransfer = (id: string) => call('POST /api/transfers/{id}/complete', { params: { id } });

/** Caches a transfer from any response. The cache retains the newest version (see `createQueryClient`). */
export function cacheTransfer(client: QueryClient, next: Transfer): void {
  client.setQueryData(transferQuery(next.id).queryKey, next);
}

/** Returns a mutation whose response is the changed transfer. The response is cached. */
export function useTransferMutation<Input = void>(mutationFn: (input: Input) => Promise<Transfer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (transfer) => cacheTransfer(client, transfer) });
}

/**
 * Updates address, tag or amount.
 * The sent address is stored before a screen renders the response, because an address that this browser did not send
 * triggers an alarm.
 */
export const useUpdateTransfer = (id: string) =>
  useTransferMutation(async (body: TransferChange) => {
    const changed = await call('PATCH /api/transfers/{id}', { params: { id }, body });
    if (typeof body.destinationAddress === 'string') sentAddress.set(body.destinationAddress, id);
    return changed;
  });

/**
 * Counts a visit to the address step.
 * Does not wait for the response. An error is only logged.
 */
export function logTransferSteps({ fromExchange, toWallet }: Pick<Transfer, 'fromExchange' | 'toWallet'>): void {
  call('POST /api/log-transfer-steps', { body: { fromExchange, toWallet } }).catch((error: unknown) =>
    console.warn('The step was not counted', error),
  );
}

/** The interval of polling, and of attempts to reconnect, while the live connection is lost. */
const pollMs = 5_000;

/**
 * The time without an event after which the page fetches the transfer.
 * A server may hang while its connection stays open.
 */
const silentMs = 30_000;

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/**
 * Returns a transfer that server-sent events update.
 * If the events fail or are silent for long, the page polls. `lost` is true while neither works, so that the transfer
 * may be outdated.
 */
export function useLiveTransfer(id: string) {
  const client = useQueryClient();
  const [polling, setPolling] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const query = useQuery({
    ...transferQuery(id),
    refetchInterval: polling && pollMs,
    // A visitor may have opened the mail's link in another tab, which makes this browser an owner.
    refetchOnWindowFocus: ({ state }) => (state.data?.mine === false ? 'always' : false),
  });
  const online = useSyncExternalStore(subscribeOnline, isOnline, () => true);
  const mine = query.data?.mine;
  // Before all other effects: a guide whose steps are in the page stores its next action with the open transfer.
  useLayoutEffect(() => updateOpenTransfer(id, query.data, query.error), [id, query.data, query.error]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt and each viewer needs a new connection
  useEffect(() => {
    if (mine === undefined) return;
    const source = new EventSource(addressOf('GET /api/transfers/{id}/events', { params: { id } }));
    let again: ReturnType<typeof setTimeout> | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    function listen() {
      clearTimeout(silence);
      silence = setTimeout(() => {
        void client.invalidateQueries(transferQuery(id));
        listen();
      }, silentMs);
    }
    listen();
    source.onopen = () => setPolling(false);
    source.addEventListener('status', ({ data }: MessageEvent<string>) => {
      listen();
      cacheTransfer(client, JSON.parse(data));
    });
    source.onerror = () => {
      setPolling(true);
      // The browser reconnects automatically, except after a response that is not a stream, for example while the
      // server is being replaced.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(() => setAttempt((times) => times + 1), pollMs);
    };
    return () => {
      clearTimeout(again);
      clearTimeout(silence);
      source.close();
    };
  }, [client, id, mine, attempt]);

  return { ...query, lost: !online || query.isRefetchError };
}
