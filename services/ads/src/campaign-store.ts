import type { adsApi, CampaignStatus } from '@xrp-bridge/contracts/ads';
import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { Tx } from '@xrp-bridge/runtime';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { type Selectable, sql } from 'kysely';
import type { Campaign, CampaignPlan, PerformanceReport } from './domain/campaign.ts';
import { createId, type Db, type Tables } from './store.ts';
import type { CampaignTable } from './tables.ts';

/** Inserts a campaign. @returns null, without inserting a row, if its idempotency key is taken */
export async function insertCampaign(
  tx: Tx<Tables>,
  plan: CampaignPlan,
  given: { status: CampaignStatus; at: Date; idempotencyKey?: string },
): Promise<Campaign | null> {
  const row = await tx
    .insertInto('campaign')
    .values({
      id: createId('campaign'),
      platform: plan.platform,
      name: plan.name,
      status: given.status,
      budget_cents: plan.budgetCents,
      keywords: JSON.stringify(plan.keywords),
      ad_message: plan.adMessage,
      target_audience: plan.targetAudience,
      idempotency_key: given.idempotencyKey ?? null,
      created_at: given.at,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

export async function findCampaign(db: Db, id: string): Promise<Campaign | null> {
  const row = await db.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? fromRow(row) : null;
}

export async function findCampaignByKey(db: Db, idempotencyKey: string): Promise<Campaign | null> {
  const row = await db
    .selectFrom('campaign')
    .selectAll()
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

export async function listCampaigns(db: Db, query: QueryOf<typeof adsApi.listCampaigns>): Promise<Page<Campaign>> {
  const all = db.selectFrom('campaign').selectAll();
  const { rows, nextCursor } = await readPage(
    query.platform ? all.where('platform', '=', query.platform) : all,
    query,
    {
      orders: { '-createdAt': newestFirst('created_at'), createdAt: oldestFirst('created_at') },
      id: sql.ref('id'),
      search: ['id', 'platform', 'name', 'status', 'ad_message', 'target_audience', 'provider_id'].map((name) =>
        sql.ref(name),
      ),
    },
  );
  return { rows: rows.map(fromRow), nextCursor };
}

/** Returns the campaigns in one of these states, oldest first. */
export async function findCampaignsIn(db: Db, statuses: readonly CampaignStatus[]): Promise<Campaign[]> {
  const rows = await db
    .selectFrom('campaign')
    .selectAll()
    .where('status', 'in', statuses)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

export async function countActive(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('campaign')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Updates a draft. @returns false when the campaign is no longer a draft */
export async function updateDraft(
  db: Db,
  id: string,
  changes: { sentAt?: Date | null; problem?: string | null; hasAd?: true; status?: 'paused' | 'ended' },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('campaign')
    .set({ sent_at: changes.sentAt, problem: changes.problem, has_ad: changes.hasAd, status: changes.status })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Claims a draft: stores the time of the request, and the campaign's id at the platform.
 * The row must be unchanged since the caller read it, so that only one instance sends the request.
 * @returns false if another instance has claimed the draft
 */
export async function claimDraft(
  db: Db,
  { id, sentAt, providerId }: Pick<Campaign, 'id' | 'sentAt' | 'providerId'>,
  now: { sentAt: Date; providerId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('campaign')
    .set({ sent_at: now.sentAt, provider_id: now.providerId })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('sent_at', 'is not distinct from', sentAt)
    .where('provider_id', 'is not distinct from', providerId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Updates a campaign's status and clears its problem. @returns false when the campaign has ended */
export async function setCampaignStatus(db: Db, id: string, status: CampaignStatus): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('campaign')
    .set({ status, problem: null })
    .where('id', '=', id)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores the problem of a campaign that has not ended, or clears it with null. */
export async function updateProblem(db: Db, id: string, problem: string | null): Promise<void> {
  await db.updateTable('campaign').set({ problem }).where('id', '=', id).where('status', '<>', 'ended').execute();
}

export async function updatePerformance(db: Db, id: string, report: PerformanceReport): Promise<void> {
  await db
    .updateTable('campaign')
    .set({
      spend_cents: String(report.spendCents),
      impressions: String(report.impressions),
      clicks: String(report.clicks),
      performance_at: report.at,
    })
    .where('id', '=', id)
    .execute();
}

/** Inserts the allocations of a reinvestment and adds them to the campaigns' totals. */
export async function addAllocations(
  tx: Tx<Tables>,
  reinvestmentId: string,
  allocations: readonly { campaignId: string; cents: number }[],
): Promise<void> {
  for (const { campaignId, cents } of allocations) {
    await tx
      .insertInto('allocation')
      .values({ reinvestment_id: reinvestmentId, campaign_id: campaignId, amount_cents: String(cents) })
      .execute();
    await tx
      .updateTable('campaign')
      .set({ allocated_cents: sql`allocated_cents + ${cents}` })
      .where('id', '=', campaignId)
      .execute();
  }
}

function fromRow(row: Selectable<CampaignTable>): Campaign {
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    status: row.status,
    budgetCents: row.budget_cents,
    allocatedCents: Number(row.allocated_cents),
    keywords: row.keywords,
    adMessage: row.ad_message,
    targetAudience: row.target_audience,
    providerId: row.provider_id,
    hasAd: row.has_ad,
    sentAt: row.sent_at,
    problem: row.problem,
    performance: row.performance_at && {
      spendCents: Number(row.spend_cents),
      impressions: Number(row.impressions),
      clicks: Number(row.clicks),
      at: row.performance_at,
    },
    createdAt: row.created_at,
  };
}
