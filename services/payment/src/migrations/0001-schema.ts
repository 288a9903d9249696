import { createAccounting } from '@xrp-bridge/runtime/accounting';
import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createPayments(db);
  await createAccounting(
    db,
    sql`payment_id text not null references payment, check (kind in ('sale', 'refund', 'refund_failed'))`,
  );
  await sql`create index accounting_entry_payment on accounting_entry (payment_id)`.execute(db);
  await createOrders(db);
  await createSubscriptions(db);
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment (
      id text primary key,
      order_id text not null check (order_id ~ '^[0-9a-f]{32}$'),
      order_kind text not null default 'transfer' check (order_kind in ('transfer', 'concierge', 'subscription')),
      product text not null check (product in ('guide', 'concierge', 'bundle', 'signals')),
      channel text not null check (channel in ('intent', 'page', 'invoice', 'bypass')),
      amount_cents integer not null check (amount_cents > 0),
      refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
      status text not null check (status in ('open', 'failed', 'succeeded', 'canceled', 'refunded', 'bypassed')),
      attempt integer not null default 1,
      intent_id text unique,
      session_id text unique,
      opens_guide boolean not null default false,
      opens_concierge boolean not null default false,
      unlocks boolean not null default true,
      failure text,
      bypassed_by text,
      bypass_reason text,
      refund_requested_at timestamptz,
      request_made_at timestamptz,
      request_settles_at_cents integer,
      created_at timestamptz not null,
      checked_at timestamptz not null,
      paid_at timestamptz,
      check ((request_made_at is null) = (request_settles_at_cents is null)),
      check ((status in ('succeeded', 'refunded')) = (paid_at is not null)),
      check ((channel = 'bypass') = (status = 'bypassed')),
      check ((product = 'signals') = (order_kind = 'subscription')),
      check ((channel = 'invoice') = (order_kind = 'subscription'))
    )`.execute(db);
  await sql`create index payment_order on payment (order_id)`.execute(db);
  await sql`create index payment_newest on payment (created_at desc)`.execute(db);
  // Allows at most one live payment (open or failed) per order, even if two requests run in parallel.
  await sql`create unique index payment_one_live on payment (order_id) where status in ('open', 'failed')`.execute(db);
  await sql`create unique index payment_one_bypass on payment (order_id) where status = 'bypassed'`.execute(db);
  await sql`create index payment_unsettled on payment (checked_at) where status in ('open', 'failed')`.execute(db);
  await addSearchIndex(db, 'payment', ['id', 'order_id', 'intent_id']);

  await sql`
    create table refund (
      id text primary key,
      payment_id text not null references payment,
      provider_id text unique,
      amount_cents integer not null check (amount_cents > 0),
      status text not null check (status in ('requested', 'made', 'failed')),
      attempt integer not null default 1,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index refund_payment on refund (payment_id)`.execute(db);
  await sql`create unique index refund_one_requested on refund (payment_id) where status = 'requested'`.execute(db);

  await sql`
    create table webhook_event (
      id text primary key,
      type text not null,
      outcome text not null,
      payment_id text,
      received_at timestamptz not null
    )`.execute(db);
  await sql`create index webhook_event_newest on webhook_event (received_at desc)`.execute(db);
  await addSearchIndex(db, 'webhook_event', ['id', 'type', 'payment_id']);
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_state (
      order_id text primary key check (order_id ~ '^[0-9a-f]{32}$'),
      emitted_at timestamptz,
      attempts integer not null default 0,
      task_opened_at timestamptz,
      confirmed_at timestamptz,
      closed_at timestamptz
    )`.execute(db);
  await sql`
    create index order_state_unconfirmed on order_state (emitted_at) where confirmed_at is null and emitted_at is not null`.execute(
    db,
  );
  await sql`
    create table concierge_order (
      order_id text primary key check (order_id ~ '^[0-9a-f]{32}$'),
      created_at timestamptz not null,
      transfer_id text unique check (transfer_id ~ '^[0-9a-f]{32}$'),
      redeemed_at timestamptz,
      check ((transfer_id is null) = (redeemed_at is null))
    )`.execute(db);
}

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription (
      id text primary key,
      subscriber_id uuid not null,
      status text not null check (status in ('open', 'trialing', 'active', 'past_due', 'ended')),
      attempt integer not null default 1,
      trial boolean not null,
      session_id text unique,
      provider_id text unique,
      trial_ends_at timestamptz,
      period_ends_at timestamptz,
      ends_at timestamptz,
      failures integer not null default 0,
      version integer not null default 0,
      created_at timestamptz not null,
      checked_at timestamptz not null,
      end_wanted_at timestamptz,
      check (status in ('open', 'ended') or provider_id is not null)
    )`.execute(db);
  // Allows each subscriber at most one subscription that has not ended, even if two requests run in parallel.
  await sql`create unique index subscription_one_live on subscription (subscriber_id) where status <> 'ended'`.execute(
    db,
  );
  await sql`create index subscription_of on subscription (subscriber_id, created_at desc)`.execute(db);
  await sql`create index subscription_unsettled on subscription (checked_at) where status <> 'ended'`.execute(db);
  await sql`create index subscription_to_end on subscription (end_wanted_at) where end_wanted_at is not null`.execute(
    db,
  );
}
