import type { Tx } from '@xrp-bridge/runtime';
import { openAccounting } from '@xrp-bridge/runtime/accounting';
import { type Kysely, sql } from 'kysely';
import type { Account, Booked } from './domain/accounting.ts';
import type { BookingKind, Tables } from './tables.ts';

const journal = openAccounting<Account, BookingKind, { payment_id: string }>();

export const { bookEntries, reverseEntries } = journal;

/** Sums the accounting entries, and the payments that they must agree with, in one snapshot. */
export function sumEntries(db: Kysely<Tables>) {
  return journal.sumEntries(
    db,
    sql<Booked>`,
      coalesce(sum(amount_cents), 0)::float8 as "paidCents",
      coalesce(sum(refunded_cents), 0)::float8 as "refundedCents"
    from payment where status in ('succeeded', 'refunded')`,
  );
}

/** Sums the entries of the payments since `since` and of these intents. @returns the sums by intent */
export async function findBooked(
  db: Kysely<Tables>,
  since: Date,
  intentIds: string[],
): Promise<Map<string, Booked & { paymentId: string; paidAt: Date }>> {
  const { rows } = await sql<Booked & { paymentId: string; intentId: string; paidAt: Date }>`
    select p.id as "paymentId", p.intent_id as "intentId", p.paid_at as "paidAt",
      coalesce(sum(e.amount_cents) filter (where e.kind = 'sale'), 0)::int as "paidCents",
      coalesce(-sum(e.amount_cents) filter (where e.kind <> 'sale'), 0)::int as "refundedCents"
    from payment p left join accounting_entry e on e.payment_id = p.id and e.account = 'stripe_clearing'
    where p.status in ('succeeded', 'refunded') and (p.paid_at >= ${since} or p.intent_id = any (${intentIds}))
    group by p.id`.execute(db);
  return new Map(rows.map((row) => [row.intentId, row]));
}

/** The result of a check of the accounting. */
interface AccountingCheck {
  checkedAt: Date;
  differenceCents: number;
  /** Start of the period that was compared with the provider; null if no payment differed. */
  differsSince: Date | null;
}

/** Replaces the result of the previous check. */
export async function upsertAccountingCheck(
  tx: Tx<Tables>,
  { checkedAt, differenceCents, differsSince }: AccountingCheck,
): Promise<void> {
  const row = { checked_at: checkedAt, difference_cents: differenceCents, differs_since: differsSince };
  await tx
    .insertInto('accounting_check')
    .values(row)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
    .execute();
}

/** Returns the result of the last check; null before the first check. */
export async function findAccountingCheck(db: Kysely<Tables>): Promise<AccountingCheck | null> {
  const row = await db.selectFrom('accounting_check').selectAll().executeTakeFirst();
  if (!row) return null;
  const { checked_at: checkedAt, difference_cents: cents, differs_since: differsSince } = row;
  return { checkedAt, differenceCents: Number(cents), differsSince };
}

/** Inserts an accepted difference, or replaces its amounts. */
export async function upsertAcceptedDifference(
  tx: Tx<Tables>,
  { intentId, amounts, acceptedAt }: { intentId: string; amounts: string; acceptedAt: Date },
): Promise<void> {
  const row = { amounts, accepted_at: acceptedAt };
  await tx
    .insertInto('accepted_difference')
    .values({ intent_id: intentId, ...row })
    .onConflict((conflict) => conflict.column('intent_id').doUpdateSet(row))
    .execute();
}

/** Lists the accepted differences, by intent. */
export async function listAcceptedDifferences(
  db: Kysely<Tables>,
): Promise<Map<string, { amounts: string; acceptedAt: Date }>> {
  const rows = await db.selectFrom('accepted_difference').selectAll().execute();
  return new Map(rows.map((row) => [row.intent_id, { amounts: row.amounts, acceptedAt: row.accepted_at }]));
}

/** Returns the time when the first payment was created; null if there is none. */
export async function findFirstPaymentAt(db: Kysely<Tables>): Promise<Date | null> {
  const first = await db.selectFrom('payment').select('created_at').orderBy('created_at').limit(1).executeTakeFirst();
  return first?.created_at ?? null;
}
