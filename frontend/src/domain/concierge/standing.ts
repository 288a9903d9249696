import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, queryOf, type Reply } from '../../lib/api/client.ts';
import { keptConcierge } from './kept.ts';

/** What this browser owns of the concierge, as the server says: by the state of the payments alone. */
export type ConciergeStanding = Reply<'GET /api/concierge/me'>;

export const standingQuery = queryOf('GET /api/concierge/me');

/** What this browser owns. Asked anew when the server refuses what is an owner's: it was paid back meanwhile. */
export function useStanding() {
  const client = useQueryClient();
  const query = useQuery(standingQuery);
  useKeptStanding(query.data);
  useEffect(() => {
    function look(event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) {
      if (isRefused(event)) void client.invalidateQueries(standingQuery);
    }
    const leaveQueries = client.getQueryCache().subscribe(look);
    const leaveMutations = client.getMutationCache().subscribe(look);
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

/** Keeps what the server says, for the pages that show prices. */
export function useKeptStanding(standing: ConciergeStanding | undefined): void {
  useEffect(() => {
    if (standing?.guideCredit) keptConcierge.set('with-guide');
    else if (standing?.state === 'owned') keptConcierge.set('owned');
    else if (standing) keptConcierge.forget();
  }, [standing]);
}
