import { queryOf } from '../lib/api/client.ts';

/** Queries that several operators' pages share. */
// The menu and the page read it at the same time; one request is enough.
export const dashboardQuery = { ...queryOf('GET /api/admin/dashboard'), staleTime: 5_000 };
export const automationQuery = queryOf('GET /api/ad-automation-status');
export const googleCampaignsQuery = queryOf('GET /api/google-ads/campaigns');
