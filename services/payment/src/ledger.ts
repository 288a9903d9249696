import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { ReadLedger, ReconcileLedger } from '@xrp-bridge/contracts/payment';
import { currency } from '@xrp-bridge/contracts/prices';
import type { Tx } from '@xrp-bridge/runtime';
import { type Kysely, sql } from 'kysely';
import type { Context } from './context.ts';
import type { Entry } from './payment.ts';
import type { Tables } from './store.ts';
import type { ProviderCharge } from './stripe.ts';

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
    .insertInto('ledger_entry')
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
    insert into ledger_entry (transaction_id, account, amount_cents, currency, payment_id, kind, at)
    select transaction_id || ':failed', account, -amount_cents, currency, payment_id, 'refund_failed', ${at}
    from ledger_entry where transaction_id = ${transactionId}`.execute(tx);
}

/** Adds the ledger up, and checks it against itself and against the payments. */
export async function readLedger(db: Kysely<Tables>): Promise<ReplyOf<typeof ReadLedger>> {
  const { rows } = await sql<{ totals: Record<string, number> | null; wrong: number; paid: number; refunded: number }>`
    select
      (select jsonb_object_agg(account, total) from (
        select account, sum(amount_cents) as total from ledger_entry group by account) a) as totals,
      (select count(*)::int from (
        select from ledger_entry group by transaction_id having sum(amount_cents) <> 0) t) as wrong,
      coalesce(sum(amount_cents), 0)::float8 as paid,
      coalesce(sum(refunded_cents), 0)::float8 as refunded
    from payment where status in ('succeeded', 'refunded')`.execute(db);
  const { totals, wrong, paid, refunded } = rows[0] as (typeof rows)[number];
  const all = {
    stripe_clearing: 0,
    revenue_guide: 0,
    revenue_concierge: 0,
    refunds_guide: 0,
    refunds_concierge: 0,
    ...totals,
  };
  const sum = Object.values(all).reduce((total, amount) => total + amount, 0);
  return {
    balanced: wrong === 0 && sum === 0 && all.stripe_clearing === paid - refunded,
    totals: all,
    paidCents: paid,
    refundedCents: refunded,
  };
}

type Reconciliation = ReplyOf<typeof ReconcileLedger>;
type Held = Reconciliation['ledger'];

/**
 * Compares the ledger with the provider's charges and refunds of the last days. Charges that are not ours are left out;
 * ours that the ledger does not know, and the ledger's that the provider does not know, are differences.
 * @throws ProviderUnavailable
 */
export async function reconcileLedger({ db, stripe, clock }: Context, days: number): Promise<Reconciliation> {
  const now = clock();
  const since = new Date(now.getTime() - days * 24 * 3600_000);
  const charges = new Map<string, ProviderCharge>();
  for await (const charge of stripe.listCharges(since)) if (charge.paymentId) charges.set(charge.intentId, charge);

  const booked = await findBooked(db, since, [...charges.keys()]);
  const provider = { paidCents: 0, refundedCents: 0 };
  const ledger = { paidCents: 0, refundedCents: 0 };
  const differences: Reconciliation['differences'] = [];
  for (const intentId of new Set([...charges.keys(), ...booked.keys()])) {
    const charge = charges.get(intentId);
    const ours = booked.get(intentId);
    // Charged just outside of the days, noticed within.
    if (!charge && ours && ours.paidAt.getTime() < since.getTime() + settlingMs) continue;
    if (charge) add(provider, charge);
    if (ours) add(ledger, ours);
    if (charge && ours && charge.paidCents === ours.paidCents && charge.refundedCents === ours.refundedCents) continue;
    differences.push({
      paymentId: ours?.paymentId ?? charge?.paymentId ?? null,
      intentId,
      ledger: ours ? heldOf(ours) : null,
      provider: charge ? heldOf(charge) : null,
    });
  }
  return { agrees: differences.length === 0, ledger, provider, differences };
}

/** The time within which a paid payment is noticed at the latest, by the sweep. */
const settlingMs = 24 * 3600_000;

async function findBooked(db: Kysely<Tables>, since: Date, intentIds: string[]) {
  const { rows } = await sql<{ paymentId: string; intentId: string; paidAt: Date } & Held>`
    select p.id as "paymentId", p.intent_id as "intentId", p.paid_at as "paidAt",
      coalesce(sum(e.amount_cents) filter (where e.kind = 'sale'), 0)::int as "paidCents",
      coalesce(-sum(e.amount_cents) filter (where e.kind <> 'sale'), 0)::int as "refundedCents"
    from payment p left join ledger_entry e on e.payment_id = p.id and e.account = 'stripe_clearing'
    where p.status in ('succeeded', 'refunded') and (p.paid_at >= ${since} or p.intent_id = any (${intentIds}))
    group by p.id`.execute(db);
  return new Map(rows.map((row) => [row.intentId, row]));
}

function add(sum: Held, part: Held): void {
  sum.paidCents += part.paidCents;
  sum.refundedCents += part.refundedCents;
}

function heldOf({ paidCents, refundedCents }: Held): Held {
  return { paidCents, refundedCents };
}
