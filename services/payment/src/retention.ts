import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';

/**
 * Retention of unpaid orders.
 * Paid payments are never deleted, because tax law requires them for at least ten years.
 * `accounting_entry` refuses deletes. A job in jobs.ts deletes old rows of `webhook_event`.
 */
export const paymentRetention: Retention = {
  payment: {
    days: 400,
    since: sql.ref('created_at'),
    where: sql`
      status = 'canceled' and paid_at is null
      and not exists (select from refund where payment_id = payment.id)
      and not exists (select from accounting_entry where payment_id = payment.id)`,
  },
  concierge_order: {
    days: 400,
    since: sql.ref('created_at'),
    where: sql`
      transfer_id is null and not exists (select from payment where payment.order_id = concierge_order.order_id)`,
  },
  // A visitor's payments are open for at most 120 days, until the unpaid transfer is deleted. The declines of a card are
  // counted within one day only. The expression is independent of the database's time zone.
  velocity: {
    days: 121,
    since: sql`(case when source like 'card %' then day - 120 else day end)::timestamp at time zone 'UTC'`,
  },
  subscription: { days: 400, since: sql.ref('created_at'), where: sql`status = 'ended' and provider_id is null` },
};
