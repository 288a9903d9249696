import { queryOf } from '../lib/api/client.ts';

/** Queries that several operators' pages share. */
// The menu and the page read the dashboard at the same time, so the result of one request is used for both.
export const dashboardQuery = { ...queryOf('GET /api/admin/dashboard'), staleTime: 5_000 };
export const automationQuery = queryOf('GET /api/ad-automation-status');
export const googleCampaignsQuery = queryOf('GET /api/google-ads/campaigns');
