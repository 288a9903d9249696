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
export const trendsQuery = queryOf('GET /api/concierge/trends');
export const analysisQuery = queryOf('GET /api/concierge/analysis');
export const newslettersQuery = queryOf('GET /api/concierge/newsletters');

/** For how long a balance is shown again without asking: the server takes few of these calls in a minute. */
const balanceMs = 5 * 60_000;

/** What the XRP Ledger says of an address, which goes to the server in the body of the call and into no address bar. */
export const balanceQuery = (address: string) =>
  queryOptions({
    queryKey: ['balance', address],
    queryFn: ({ signal }) => call('POST /api/concierge/portfolio', { body: { address }, signal }),
    staleTime: balanceMs,
    gcTime: balanceMs,
  });

/** What the payment provider says, asked by the server; that somebody came back from its page proves nothing. */
export const settledQuery = queryOptions({
  queryKey: ['concierge-settled'],
  queryFn: () => call('POST /api/concierge/complete'),
  gcTime: 0,
});

/** The card payment of the upgrade: opened once, and the open one again after a reload. */
export const upgradePaymentQuery = (transferId: string) =>
  queryOptions({
    queryKey: ['concierge-payment', transferId],
    queryFn: ({ signal }) => call('POST /api/create-concierge-payment', { body: { transferId }, signal }),
    gcTime: 0,
  });

/** The transfer of this browser's own that the concierge is bought for: that of the address, else the last one. */
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
    /** Why nobody knows what is paid already: no price can be named. */
    unknown: data || isGone ? null : error,
    again: () => void query.refetch(),
  };
}

/** Goes to the provider's own page to pay. Nothing is charged before something is entered there. */
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
    // "Back" may show this page as it was left: with a button that is busy.
    const showAgain = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener('pageshow', showAgain);
    return () => removeEventListener('pageshow', showAgain);
  }, [reset]);
  return { ...checkout, busy: checkout.isPending || checkout.isSuccess };
}

/** Whether the server refuses to charge somebody twice. */
export function isOwnedAlready(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'already_owned';
}
