import { onlineManager, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { addressOf, type BodyFor, call, queryOf } from '../../lib/api/client.ts';
import { sentAddress } from './last-transfer.ts';
import { rememberOpenTransfer } from './open-transfer.ts';

export type { Transfer };

export type TransferChange = BodyFor<'PATCH /api/transfers/{id}'>;

/** True once the guide is open. */
export function isPaid({ status }: Pick<Transfer, 'status'>): boolean {
  return status === 'paid' || status === 'instructions_sent' || status === 'completed';
}

/** What is paid for and not paid back, in dollars. */
export function paidAmount({ access }: Pick<Transfer, 'access'>): string {
  return formatCents(access.concierge === 'owned' ? prices.bundle : prices.guide);
}

export const transferQuery = (id: string) => queryOf('GET /api/transfers/{id}', { params: { id } });

/** Has the server ask the payment provider; answers the true status, whatever the browser believes. */
export const completeTransfer = (id: string) => call('POST /api/transfers/{id}/complete', { params: { id } });

/** Caches a transfer, whichever call answered it. The cache keeps the newest version: see `createQueryClient`. */
export function keepTransfer(client: QueryClient, next: Transfer): void {
  client.setQueryData(transferQuery(next.id).queryKey, next);
}

/** A mutation that answers the transfer as it is after it, which is then what every screen knows. */
export function useTransferMutation<Input = void>(mutationFn: (input: Input) => Promise<Transfer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (transfer) => keepTransfer(client, transfer) });
}

/** Changes address, tag or amount. The address is remembered before any screen learns of it: an unknown one is an alarm. */
export const useUpdateTransfer = (id: string) =>
  useTransferMutation(async (body: TransferChange) => {
    const changed = await call('PATCH /api/transfers/{id}', { params: { id }, body });
    if (typeof body.destinationAddress === 'string') sentAddress.set(body.destinationAddress, id);
    return changed;
  });

/** Counts that the address step was reached; nobody waits for it, and nothing depends on it. */
export function logTransferSteps({ fromExchange, toWallet }: Pick<Transfer, 'fromExchange' | 'toWallet'>): void {
  call('POST /api/log-transfer-steps', { body: { fromExchange, toWallet } }).catch((error: unknown) =>
    console.warn('The step was not counted', error),
  );
}

/** How often to ask, and to try to connect again, when the live connection is gone. */
const pollMs = 5_000;

/** A connection that has said nothing for so long may be held by a server that hangs: the page asks for itself. */
const silentMs = 30_000;

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/**
 * A transfer that stays up to date: server-sent events, and plain asking while those do not come through, or say
 * nothing for long. `lost` is true while nothing comes through: what is shown may be old.
 */
export function useLiveTransfer(id: string) {
  const client = useQueryClient();
  const [polling, setPolling] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const query = useQuery({
    ...transferQuery(id),
    refetchInterval: polling && pollMs,
    // A visitor may have opened the link of the mail in another tab meanwhile.
    refetchOnWindowFocus: ({ state }) => (state.data?.mine === false ? 'always' : false),
  });
  const online = useSyncExternalStore(subscribeOnline, isOnline, () => true);
  const mine = query.data?.mine;
  useEffect(() => rememberOpenTransfer(id, query.data, query.error), [id, query.data, query.error]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a connection of its own, and each viewer has their own
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
      keepTransfer(client, JSON.parse(data));
    });
    source.onerror = () => {
      setPolling(true);
      // The browser reconnects by itself, but gives up on an answer that is not a stream (a server being replaced).
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
