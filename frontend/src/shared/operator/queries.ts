import { queryOf } from '../api/client.ts';

/** What several of the operators' pages read. */
export const dashboardQuery = queryOf('GET /api/admin/dashboard');
export const automationQuery = queryOf('GET /api/ad-automation-status');
export const googleCampaignsQuery = queryOf('GET /api/google-ads/campaigns');
