import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf, type Reply } from '../api/client.ts';
import { keptConcierge } from './kept.ts';

/** What this browser owns of the concierge, as the server says: by the state of the payments alone. */
export type ConciergeStanding = Reply<'GET /api/concierge/me'>;

export const standingQuery = queryOf('GET /api/concierge/me');

export function useStanding() {
  const query = useQuery(standingQuery);
  useKeptStanding(query.data);
  return query;
}

/** Keeps what the server says, for the pages that show prices. */
export function useKeptStanding(standing: ConciergeStanding | undefined): void {
  useEffect(() => {
    if (standing?.guideCredit) keptConcierge.set('with-guide');
    else if (standing?.state === 'owned') keptConcierge.set('owned');
    else if (standing) keptConcierge.forget();
  }, [standing]);
}
