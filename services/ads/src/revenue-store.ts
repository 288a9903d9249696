import type { adsApi } from '@xrp-bridge/contracts/ads';
import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { Tx } from '@xrp-bridge/runtime';
import { openAccounting } from '@xrp-bridge/runtime/accounting';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { type Selectable, sql } from 'kysely';
import type { AdAccount } from './domain/reinvestment.ts';
import type { PayingNetwork } from './domain/revenue.ts';
import type { Db, Tables } from './store.ts';
import type { BookingKind, RevenueTable } from './tables.ts';

export type RevenueRecord = Selectable<RevenueTable>;

export const { bookEntries, sumEntries } = openAccounting<AdAccount, BookingKind, { about_id: string }>();

/** Inserts a record. @returns null, without inserting a row, if its key already exists */
export async function insertRevenue(
  tx: Tx<Tables>,
  record: Pick<
    RevenueTable,
    'id' | 'kind' | 'key' | 'source' | 'amount_cents' | 'ad_network' | 'campaign_id' | 'at' | 'confirmed_at'
  >,
): Promise<RevenueRecord | null> {
  const row = await tx
    .insertInto('revenue_record')
    .values(record)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function findRevenue(db: Db, by: { id: string } | { key: string }): Promise<RevenueRecord | null> {
  const [[column, value]] = Object.entries(by) as [['id' | 'key', string]];
  const row = await db.selectFrom('revenue_record').selectAll().where(column, '=', value).executeTakeFirst();
  return row ?? null;
}

export async function listRevenue(db: Db, query: QueryOf<typeof adsApi.listRevenue>): Promise<Page<RevenueRecord>> {
  const all = db.selectFrom('revenue_record').selectAll();
  const { unreinvested } = query;
  const confirmed = unreinvested === undefined ? all : all.where('confirmed_at', 'is not', null);
  const some =
    unreinvested === undefined ? all : confirmed.where('reinvested_at', unreinvested ? 'is' : 'is not', null);
  return readPage(some, query, {
    orders: { '-at': newestFirst('at'), at: oldestFirst('at') },
    id: sql.ref('id'),
    search: ['id', 'kind', 'source', 'ad_network', 'campaign_id'].map((name) => sql.ref(name)),
  });
}

/** Totals of confirmed ad revenue, read from counters. */
export interface RevenueTotals {
  totalCents: number;
  waitingCents: number;
  /** True if a due record is left, even if the waiting revenue is now below the threshold. */
  isDue: boolean;
}

export async function readTotals(db: Db): Promise<RevenueTotals> {
  const { rows } = await sql<{ total: number; reinvested: number; isDue: boolean }>`
    select
      coalesce((select sum(value) from daily_total where name = 'ad_receivable'), 0)::float8 as total,
      (select records_cents from reinvested)::float8 as reinvested,
      exists (select from revenue_record where due and reinvested_at is null) as "isDue"`.execute(db);
  const { total, reinvested, isDue } = rows[0] as (typeof rows)[number];
  return { totalCents: total, waitingCents: total - reinvested, isDue };
}

/** Returns the sum of all reinvested records, in cents. */
export async function readReinvested(db: Db): Promise<number> {
  const row = await db.selectFrom('reinvested').select('records_cents').executeTakeFirstOrThrow();
  return Number(row.records_cents);
}

/** Locks reinvestment until the transaction ends. @returns the sum of all reinvested records, in cents */
export async function lockReinvested(tx: Tx<Tables>): Promise<number> {
  const row = await tx.selectFrom('reinvested').select('records_cents').forUpdate().executeTakeFirstOrThrow();
  return Number(row.records_cents);
}

/** Marks all waiting records as due. Call only when their sum has reached the threshold. */
export async function markDue(tx: Tx<Tables>): Promise<void> {
  await tx
    .updateTable('revenue_record')
    .set({ due: true })
    .where('confirmed_at', 'is not', null)
    .where('reinvested_at', 'is', null)
    .where('due', '=', false)
    .execute();
}

/**
 * Returns the number and sum of the waiting records: all of them, only the due ones, or only
 * `recordId`.
 */
export async function sumWaiting(
  db: Db,
  dueAlone: boolean,
  recordId?: string,
): Promise<{ records: number; totalCents: number }> {
  const { rows } = await sql<{ records: number; totalCents: number }>`
    select count(*)::int as records, coalesce(sum(amount_cents), 0)::float8 as "totalCents"
    from revenue_record where confirmed_at is not null and reinvested_at is null ${dueAlone ? sql`and due` : sql``}
      ${recordId === undefined ? sql`` : sql`and id = ${recordId}`}`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** Marks the due records as reinvested. @returns their number and sum */
export async function claimDue(
  tx: Tx<Tables>,
  reinvestmentId: string,
  at: Date,
  recordId?: string,
): Promise<{ records: number; totalCents: number }> {
  const { rows } = await sql<{ records: number; totalCents: number }>`
    with claimed as (
      update revenue_record set reinvested_at = ${at}, reinvestment_id = ${reinvestmentId}
      where due and reinvested_at is null ${recordId ? sql`and id = ${recordId}` : sql``}
      returning amount_cents
    )
    select count(*)::int as records, coalesce(sum(amount_cents), 0)::float8 as "totalCents" from claimed`.execute(tx);
  return rows[0] as (typeof rows)[number];
}

export async function insertReinvestment(
  tx: Tx<Tables>,
  reinvestment: {
    id: string;
    operator: string;
    records: number;
    totalCents: number;
    reinvestedCents: number;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('reinvestment')
    .values({
      id: reinvestment.id,
      operator: reinvestment.operator,
      records: reinvestment.records,
      total_cents: String(reinvestment.totalCents),
      reinvested_cents: String(reinvestment.reinvestedCents),
      at: reinvestment.at,
    })
    .execute();
  await tx
    .updateTable('reinvested')
    .set({ records_cents: sql`records_cents + ${reinvestment.totalCents}` })
    .execute();
}

/** Returns the number and sum of the estimates that wait for a confirmation. */
export async function sumEstimates(db: Db): Promise<{ records: number; totalCents: number }> {
  const { rows } = await sql<{ records: number; totalCents: number }>`
    select count(*)::int as records, coalesce(sum(amount_cents), 0)::float8 as "totalCents"
    from revenue_record where confirmed_at is null and replaced_at is null`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** Confirms every estimate. @returns their number and sum */
export async function confirmEstimates(tx: Tx<Tables>, at: Date): Promise<{ records: number; totalCents: number }> {
  const { rows } = await sql<{ records: number; totalCents: number }>`
    with confirmed as (
      update revenue_record set confirmed_at = ${at} where confirmed_at is null and replaced_at is null
      returning amount_cents
    )
    select count(*)::int as records, coalesce(sum(amount_cents), 0)::float8 as "totalCents" from confirmed`.execute(tx);
  return rows[0] as (typeof rows)[number];
}

/** Marks a network's estimates of a day (UTC) as replaced by its report. */
export async function replaceEstimates(tx: Tx<Tables>, network: PayingNetwork, day: string, at: Date): Promise<void> {
  await tx
    .updateTable('revenue_record')
    .set({ replaced_at: at })
    .where('confirmed_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('ad_network', '=', network)
    .where(isOnDay(day))
    .execute();
}

/** Returns the sum of a network's confirmed clicks on a day (UTC), in cents. */
export async function sumConfirmedClicks(tx: Tx<Tables>, network: PayingNetwork, day: string): Promise<number> {
  const { cents } = await tx
    .selectFrom('revenue_record')
    .select((is) => is.fn.coalesce(is.fn.sum<string>('amount_cents'), sql<string>`0`).as('cents'))
    .where('kind', '=', 'click')
    .where('confirmed_at', 'is not', null)
    .where('ad_network', '=', network)
    .where(isOnDay(day))
    .executeTakeFirstOrThrow();
  return Number(cents);
}

function isOnDay(day: string) {
  return sql<boolean>`at >= (${day}::date at time zone 'UTC') and at < ((${day}::date + 1) at time zone 'UTC')`;
}
