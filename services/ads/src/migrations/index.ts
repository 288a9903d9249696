import type { Migrations } from '@xrp-bridge/runtime';
import * as posts from './0001-posts.ts';
import * as campaignsAndRevenue from './0002-campaigns-and-revenue.ts';
import * as whoWantedAPost from './0003-who-wanted-a-post.ts';
import * as adsOfCampaigns from './0004-ads-of-campaigns.ts';
import * as revenueSearched from './0005-revenue-searched.ts';
import * as clickEstimates from './0006-click-estimates.ts';
import * as postingTime from './0007-posting-time.ts';

export const migrations: Migrations = {
  '0001_posts': posts,
  '0002_campaigns_and_revenue': campaignsAndRevenue,
  '0003_who_wanted_a_post': whoWantedAPost,
  '0004_ads_of_campaigns': adsOfCampaigns,
  '0005_revenue_searched': revenueSearched,
  '0006_click_estimates': clickEstimates,
  '0007_posting_time': postingTime,
};
