import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ownershipQuery } from '../../domain/concierge/ownership.ts';
import { lastTransfer } from '../../domain/transfer/last-transfer.ts';
import { transferQuery } from '../../domain/transfer/transfers.ts';
import { ApiError, type BodyFor, call, queryOf, type Reply } from '../../lib/api/client.ts';
import { transferIdFrom } from '../../lib/paths.ts';

export type Dashboard = Reply<'GET /api/concierge/dashboard'>;
export type Token = Dashboard['stable'][number];
export type Alert = Dashboard['alerts'][number];
export type Trend = Reply<'GET /api/concierge/trends'>['trends'][number];
export type Newsletters = Reply<'GET /api/concierge/newsletters'>;
export type Balance = Reply<'POST /api/concierge/portfolio'>;

export const dashboardQuery = queryOf('GET /api/concierge/dashboard');

/** The interval at which the page polls until there are trends. */
const firstTrendsPollMs = 15_000;

/** Fetches the trends of all coins. Fetches again while the server computes the first trends. */
export const trendsQuery = queryOptions({
  ...queryOf('GET /api/concierge/trends'),
  refetchInterval: ({ state: { data } }) => data?.trends.length === 0 && firstTrendsPollMs,
});
export const analysisQuery = queryOf('GET /api/concierge/analysis');
export const newslettersQuery = queryOf('GET /api/concierge/newsletters');

/** The time for which a balance is cached, because the server limits these calls per minute. */
const balanceMs = 5 * 60_000;

/**
 * Fetches the balance of an address on the XRP Ledger.
 * The address is in the request's body, never in a URL.
 */
export const balanceQuery = (address: string) =>
  queryOptions({
    queryKey: ['balance', address],
    queryFn: ({ signal }) => call('POST /api/concierge/portfolio', { body: { address }, signal }),
    staleTime: balanceMs,
    gcTime: balanceMs,
  });

/**
 * Makes the server check the payment with the provider.
 * The return from the provider's page proves nothing.
 */
export const settledQuery = queryOptions({
  queryKey: ['concierge-settled'],
  queryFn: () => call('POST /api/concierge/complete'),
  gcTime: 0,
});

/** Creates the card payment of the upgrade. After a reload, the server returns the same payment. */
export const upgradePaymentQuery = (transferId: string) =>
  queryOptions({
    queryKey: ['concierge-payment', transferId],
    queryFn: ({ signal }) => call('POST /api/create-concierge-payment', { body: { transferId }, signal }),
    gcTime: 0,
  });

/**
 * Returns the customer's transfer that the concierge is bought for: the transfer in the URL, or else
 * the last one.
 */
export function useOwnTransfer() {
  const [search] = useSearchParams();
  const [last] = useState(() => lastTransfer.get());
  const id = transferIdFrom(search) ?? last;
  const query = useQuery({ ...transferQuery(id ?? ''), enabled: id !== null });
  const { data, error, isPending } = query;
  const isOver = data?.status === 'refunded' || data?.status === 'expired';
  const isGone = error instanceof ApiError && error.status === 404;
  return {
    transfer: data?.mine && !isOver ? data : null,
    isLoading: id !== null && isPending,
    /** The error if the transfer could not be loaded. The price is uncertain then. */
    unknown: data || isGone ? null : error,
    again: () => void query.refetch(),
  };
}

/**
 * Opens the provider's own page for the payment.
 * Nothing is charged before the customer enters a card there.
 */
export function useHostedCheckout() {
  const client = useQueryClient();
  const { reset, ...checkout } = useMutation({
    mutationFn: (body: BodyFor<'POST /api/concierge-checkout'>) => call('POST /api/concierge-checkout', { body }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      if (isOwnedAlready(error)) void client.invalidateQueries(ownershipQuery);
    },
  });
  useEffect(() => {
    // The browser's back button may restore this page with its button still busy, so the mutation is reset.
    const showAgain = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener('pageshow', showAgain);
    return () => removeEventListener('pageshow', showAgain);
  }, [reset]);
  return { ...checkout, busy: checkout.isPending || checkout.isSuccess };
}

/** Returns true if the server refused to charge a second time. */
export function isOwnedAlready(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'already_owned';
}
