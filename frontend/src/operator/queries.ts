import { queryOf } from '../lib/api/client.ts';

/** What several of the operators' pages read. */
// The menu reads it, and the page that opens beside it: once is enough for both.
export const dashboardQuery = { ...queryOf('GET /api/admin/dashboard'), staleTime: 5_000 };
export const automationQuery = queryOf('GET /api/ad-automation-status');
export const googleCampaignsQuery = queryOf('GET /api/google-ads/campaigns');
