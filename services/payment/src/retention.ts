import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';

/**
 * Payments that were paid are stored for as long as tax law requires, at least ten years, and `accounting_entry` refuses
 * deletes. A job of its own deletes old rows of `webhook_event` (see jobs.ts).
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
  subscription: { days: 400, since: sql.ref('created_at'), where: sql`status = 'ended' and provider_id is null` },
};
