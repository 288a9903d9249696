import { queryOf, type Reply } from '../api/client.ts';

/** What this browser owns of the concierge, as the server says: by the state of the payments alone. */
export type ConciergeStanding = Reply<'GET /api/concierge/me'>;

export const standingQuery = queryOf('GET /api/concierge/me');
