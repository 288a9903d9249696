import {
  adsApi,
  type Campaign as PublicCampaign,
  platformOf,
  type revenueRecordSchema,
} from '@xrp-bridge/contracts/ads';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import type { z } from 'zod';
import { countActive, listCampaigns } from './campaign-store.ts';
import type { Context } from './context.ts';
import { findAdProblem } from './domain/ad.ts';
import type { Campaign, CampaignPlan } from './domain/campaign.ts';
import { adAccounts } from './domain/reinvestment.ts';
import { centsOf } from './domain/revenue.ts';
import { findPicture } from './network-store.ts';
import { pickAds } from './networks/slots.ts';
import { listRevenue, type RevenueRecord, readTotals, sumEntries, sumEstimates } from './revenue-store.ts';
import { confirmRevenue } from './use-cases/confirm-revenue.ts';
import { initializeAdvertising, initializeRobinhood, isAdvertisingInitialized } from './use-cases/initialize.ts';
import { changeCampaign, createCampaign } from './use-cases/make-campaign.ts';
import { recordClick } from './use-cases/record-click.ts';
import { recordRevenue } from './use-cases/record-revenue.ts';
import { previewReinvestment, reinvest, shouldReinvest } from './use-cases/reinvest.ts';

/** Routes of campaigns, ad revenue, and the ads on our own pages. */
export function moneyRoutes(context: Context): RouteHandler[] {
  const { db } = context;

  return [
    handle(adsApi.listCampaigns, async ({ query }) => {
      const { rows, nextCursor } = await listCampaigns(db, query);
      return { campaigns: rows.map(toPublicCampaign), nextCursor };
    }),
    handle(adsApi.createCampaign, async ({ body }) => {
      const { platform, campaignName, budget, keywords, adMessage, targetAudience, key } = body;
      const plan: CampaignPlan = {
        platform: platformOf(platform),
        name: campaignName,
        budgetCents: centsOf(budget),
        keywords,
        adMessage,
        targetAudience,
      };
      const wrong = findAdProblem(plan.platform, adMessage);
      if (wrong) throw new ProblemError('invalid_input', wrong.message, { errors: [{ field: 'adMessage', ...wrong }] });
      return toPublicCampaign(await createCampaign(context, plan, key));
    }),
    handle(adsApi.changeCampaign, async ({ params, body }) =>
      toPublicCampaign(await changeCampaign(context, params.id, body.status)),
    ),
    handle(adsApi.initializeRobinhood, () => initializeRobinhood(context)),
    handle(adsApi.initializeAdvertising, () => initializeAdvertising(context)),

    handle(adsApi.recordClick, async ({ body }) => ({ counted: await recordClick(context, body) })),
    handle(adsApi.recordRevenue, async ({ body }) => toPublicRecord(await recordRevenue(context, body))),
    handle(adsApi.listRevenue, async ({ query }) => {
      const { rows, nextCursor } = await listRevenue(db, query);
      return { revenue: rows.map(toPublicRecord), nextCursor };
    }),
    handle(adsApi.previewReinvestment, ({ query }) => previewReinvestment(context, query.recordId)),
    handle(adsApi.reinvest, ({ body }) => reinvest(context, body.operator, body.recordId)),
    handle(adsApi.readEstimates, async () => {
      const { records, totalCents } = await sumEstimates(db);
      return { records, total: formatCents(totalCents) };
    }),
    handle(adsApi.confirmRevenue, () => confirmRevenue(context)),
    handle(adsApi.readAccounting, async () => {
      const { totals, unbalancedCents } = await sumEntries(db);
      const accounts = adAccounts.map((account) => [account, formatCents(totals[account] ?? 0)]);
      return { balanced: unbalancedCents === 0, accounts: Object.fromEntries(accounts) };
    }),
    handle(adsApi.readAdTotals, async () => {
      const totals = await readTotals(db);
      return {
        adRevenueCents: totals.totalCents,
        unreinvestedCents: totals.waitingCents,
        activeCampaigns: await countActive(db),
        shouldReinvest: shouldReinvest(totals),
        advertisingInitialized: await isAdvertisingInitialized(context),
      };
    }),

    handle(adsApi.pickAds, async ({ params }) => ({ ads: await pickAds(context, params.placement) })),
    handle(adsApi.readPicture, async ({ params }) => {
      const bytes = await findPicture(db, params.id);
      if (!bytes) throw new ProblemError('ad_not_found');
      return { webp: bytes.toString('base64') };
    }),
  ];
}

function toPublicCampaign(campaign: Campaign): PublicCampaign {
  const { performance } = campaign;
  return {
    id: campaign.id,
    platform: campaign.platform,
    name: campaign.name,
    status: campaign.status,
    budget: { amount: formatCents(campaign.budgetCents) },
    allocated: formatCents(campaign.allocatedCents),
    keywords: campaign.keywords,
    adMessage: campaign.adMessage,
    targetAudience: campaign.targetAudience,
    providerId: campaign.providerId,
    hasAd: campaign.hasAd,
    performance: performance && {
      spend: formatCents(performance.spendCents),
      impressions: performance.impressions,
      clicks: performance.clicks,
      ctr: performance.impressions === 0 ? 0 : performance.clicks / performance.impressions,
      at: performance.at.toISOString(),
    },
    problem: campaign.problem,
    createdAt: campaign.createdAt.toISOString(),
  };
}

function toPublicRecord(record: RevenueRecord): z.infer<typeof revenueRecordSchema> {
  return {
    id: record.id,
    source: record.source,
    amount: formatCents(record.amount_cents),
    currency: 'USD',
    adNetwork: record.ad_network,
    campaignId: record.campaign_id,
    kind: record.kind,
    state: record.confirmed_at ? 'confirmed' : record.replaced_at ? 'replaced' : 'estimate',
    at: record.at.toISOString(),
    reinvestedAt: record.reinvested_at?.toISOString() ?? null,
  };
}
