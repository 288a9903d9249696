import { currency } from '@xrp-bridge/contracts/prices';
import type { Tx } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import type { Account, Booked, Entry } from './domain/accounting.ts';
import type { Tables } from './store.ts';

/** Writes one transaction. @throws a check violation when it does not balance, a unique one when it was booked before. */
export async function bookEntries(
  tx: Tx<Tables>,
  booking: {
    transactionId: string;
    paymentId: string;
    kind: 'sale' | 'refund' | 'refund_failed';
    entries: readonly Entry[];
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('accounting_entry')
    .values(
      booking.entries.map((entry) => ({
        transaction_id: booking.transactionId,
        account: entry.account,
        amount_cents: entry.amountCents,
        currency,
        payment_id: booking.paymentId,
        kind: booking.kind,
        at: booking.at,
      })),
    )
    .execute();
}

/** Books the opposite of an earlier transaction, line by line. */
export async function reverseEntries(tx: Tx<Tables>, transactionId: string, at: Date): Promise<void> {
  await sql`
    insert into accounting_entry (transaction_id, account, amount_cents, currency, payment_id, kind, at)
    select transaction_id || ':failed', account, -amount_cents, currency, payment_id, 'refund_failed', ${at}
    from accounting_entry where transaction_id = ${transactionId}`.execute(tx);
}

/** Adds the books up, and the payments that they must agree with, as of one moment. */
export async function sumEntries(
  db: Kysely<Tables>,
): Promise<{ totals: Partial<Record<Account, number>>; unbalanced: number; paidCents: number; refundedCents: number }> {
  const { rows } = await sql<{
    totals: Partial<Record<Account, number>> | null;
    unbalanced: number;
    paidCents: number;
    refundedCents: number;
  }>`
    select
      (select jsonb_object_agg(account, total) from (
        select account, sum(amount_cents) as total from accounting_entry group by account) a) as totals,
      (select count(*)::int from (
        select from accounting_entry group by transaction_id having sum(amount_cents) <> 0) t) as unbalanced,
      coalesce(sum(amount_cents), 0)::float8 as "paidCents",
      coalesce(sum(refunded_cents), 0)::float8 as "refundedCents"
    from payment where status in ('succeeded', 'refunded')`.execute(db);
  const row = rows[0] as (typeof rows)[number];
  return { ...row, totals: row.totals ?? {} };
}

/** What is booked for the payments since a day and for these intents, by intent. */
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
