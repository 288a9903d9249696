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
  // A visitor's row is stored while a payment that the visitor opened on that day is open or failed. A concierge payment
  // for a paid transfer can stay open without limit. The expression is independent of the database's time zone.
  velocity: {
    days: 1,
    since: sql`day::timestamp at time zone 'UTC'`,
    where: sql`
      not exists (
        select from payment
        where status in ('open', 'failed') and 'visitor ' || opened_by = velocity.source
      )`,
  },
  subscription: { days: 400, since: sql.ref('created_at'), where: sql`status = 'ended' and provider_id is null` },
};
