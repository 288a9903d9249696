import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, queryOf, type Reply } from '../../lib/api/client.ts';
import { storedConcierge } from './stored-concierge.ts';

/**
 * The ownership of the concierge in this browser.
 * The server derives it from the state of the payments.
 */
export type ConciergeOwnership = Reply<'GET /api/concierge/me'>;

export const ownershipQuery = queryOf('GET /api/concierge/me');

/**
 * Returns the ownership.
 * The ownership is refetched when the server refuses a request that is for owners only, which happens after a refund.
 */
export function useOwnership() {
  const client = useQueryClient();
  const query = useQuery(ownershipQuery);
  useStoredOwnership(query.data);
  useEffect(() => {
    function onEvent(event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) {
      if (isRefused(event)) void client.invalidateQueries(ownershipQuery);
    }
    const leaveQueries = client.getQueryCache().subscribe(onEvent);
    const leaveMutations = client.getMutationCache().subscribe(onEvent);
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [client]);
  return query;
}

function isRefused(event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): boolean {
  if (event.type !== 'updated' || event.action.type !== 'error') return false;
  const error: unknown = event.action.error;
  return error instanceof ApiError && error.problem?.code === 'concierge_required';
}

/** Stores the ownership for the pages that show prices. */
export function useStoredOwnership(ownership: ConciergeOwnership | undefined): void {
  useEffect(() => {
    if (ownership?.guideCredit) storedConcierge.set('with-guide');
    else if (ownership?.state === 'owned') storedConcierge.set('owned');
    else if (ownership) storedConcierge.forget();
  }, [ownership]);
}
