import { queryOptions } from '@tanstack/react-query';
import { type BodyFor, queryOf, type Reply, request } from '../lib/api/client.ts';

/** Queries that several operators' pages share. */
// The menu and the page read the dashboard at the same time, so the result of one request is used for both.
export const dashboardQuery = { ...queryOf('GET /api/admin/dashboard'), staleTime: 5_000 };
export const automationQuery = queryOf('GET /api/ad-automation-status');
export const googleCampaignsQuery = queryOf('GET /api/google-ads/campaigns');

type PrivateSearch = 'POST /api/admin/contacts/search' | 'POST /api/admin/transfers/search';

/**
 * Returns the query of a list with the search in the body.
 * The search may be an e-mail address or an XRP address, which must not be in a URL.
 */
export function searchOf<Name extends PrivateSearch>(name: Name, body: BodyFor<Name>) {
  return queryOptions<Reply<Name>>({
    queryKey: [name, body],
    queryFn: ({ signal }) => request<Reply<Name>>('POST', name.slice('POST '.length), { body, signal }),
  });
}
