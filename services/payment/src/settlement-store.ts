import type { Entry } from '@xrp-bridge/contracts/accounting';
import { insertEvents, type Tx } from '@xrp-bridge/runtime';
import { accountingRows } from '@xrp-bridge/runtime/accounting';
import { CompiledQuery } from 'kysely';
import type { Account } from './domain/accounting.ts';
import type { Payment } from './domain/payment.ts';
import type { Tables } from './tables.ts';
import { DuplicateEvent, toRow, type WebhookEvent } from './webhook-store.ts';

/** A paid payment, and all data that is written in the same statement. */
export interface Settlement {
  /** The payment's state after it was paid. */
  payment: Payment & { paidAt: Date };
  entries: readonly Entry<Account>[];
  /**
   * True if the payment gives access to a transfer.
   * `insertSettlement` then throws if the order is closed; otherwise the access is marked as emitted and not
   * confirmed.
   */
  opensOrder: boolean;
  /** The provider's event that reported the payment; null if we fetched the report. */
  webhookEvent: WebhookEvent | null;
  /** The events to insert into the outbox, as the runtime's `takeEvents` returns them. */
  events: string;
}

// The settlement is one statement, because a customer waits for it after paying and other transactions wait for its
// locks.
const text = `
  with paid as (
    update payment set
      status = 'succeeded', failure = null, intent_id = $2::text, opens_guide = $3::boolean, opens_concierge = $4::boolean,
      unlocks = $5::boolean, refund_requested_at = $6::timestamptz, paid_at = $7::timestamptz,
      provider_paid_at = $12::timestamptz
    where id = $1::text returning id, order_id
  ),
  booked as (
    insert into accounting_entry (payment_id, transaction_id, account, amount_cents, currency, kind, at)
    select payment_id, transaction_id, account, amount_cents, currency, kind, at
    from jsonb_populate_recordset(null::accounting_entry, $8::jsonb)
  ),
  opened as (
    insert into order_state (order_id, emitted_at, attempts)
    select order_id, $7::timestamptz, 1 from paid where $9::boolean
    on conflict (order_id) do update set emitted_at = excluded.emitted_at, attempts = 1, confirmed_at = null
    where order_state.closed_at is null returning order_id
  ),
  received as (
    insert into webhook_event (id, type, outcome, payment_id, received_at)
    select id, type, outcome, payment_id, received_at from jsonb_populate_record(null::webhook_event, $10::jsonb)
    where id is not null on conflict (id) do nothing returning id
  ),
  emitted as (${insertEvents('$11', 'paid')})
  select exists (select from opened) as opened, exists (select from received) as received`;

/**
 * Writes a settlement.
 * @throws Error if the payment's order is closed; DuplicateEvent if the provider's event is already stored
 */
export async function insertSettlement(tx: Tx<Tables>, settlement: Settlement): Promise<void> {
  const { payment, entries, opensOrder, webhookEvent, events } = settlement;
  const { id, orderId, intentId, opensGuide, opensConcierge, unlocks, refundRequestedAt, paidAt, providerPaidAt } =
    payment;
  const rows = accountingRows({ transactionId: id, kind: 'sale', entries, at: paidAt, about: { payment_id: id } });
  const changes = [id, intentId, opensGuide, opensConcierge, unlocks, refundRequestedAt, paidAt];
  const received = webhookEvent && JSON.stringify(toRow(webhookEvent));
  const values = [...changes, JSON.stringify(rows), opensOrder, received, events, providerPaidAt];
  const query = CompiledQuery.raw(text, values);
  const [written] = (await tx.executeQuery<{ opened: boolean; received: boolean }>(query)).rows;
  if (opensOrder && !written?.opened) throw new Error(`${orderId} was just closed`);
  if (webhookEvent && !written?.received) throw new DuplicateEvent(webhookEvent.id);
}
