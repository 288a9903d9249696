import { queryOptions } from '@tanstack/react-query';
import { type BodyFor, call, queryOf, type Reply } from '../lib/api/client.ts';

/** Queries that several operators' pages share. */
// The menu and the page read the dashboard at the same time, so the result of one request is used for both.
export const dashboardQuery = { ...queryOf('GET /api/admin/dashboard'), staleTime: 5_000 };
export const automationQuery = queryOf('GET /api/ad-automation-status');
export const googleCampaignsQuery = queryOf('GET /api/google-ads/campaigns');

/** The search may be an e-mail address, so it is in the body and not in the URL. */
export function searchContacts(body: BodyFor<'POST /api/admin/contacts/search'>) {
  return queryOptions<Reply<'POST /api/admin/contacts/search'>>({
    queryKey: ['POST /api/admin/contacts/search', body],
    queryFn: ({ signal }) => call('POST /api/admin/contacts/search', { body, signal }),
  });
}
