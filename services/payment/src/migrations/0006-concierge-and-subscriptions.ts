import { type Kysely, sql } from 'kysely';

/** A payment's order may be a concierge bought without a transfer, or somebody's subscription to signals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment
      drop constraint payment_product_check,
      add constraint payment_product_check check (product in ('guide', 'concierge', 'bundle', 'signals')),
      drop constraint payment_channel_check,
      add constraint payment_channel_check check (channel in ('intent', 'page', 'invoice', 'bypass')),
      add column order_kind text not null default 'transfer'
        check (order_kind in ('transfer', 'concierge', 'subscription')),
      add check ((product = 'signals') = (order_kind = 'subscription')),
      add check ((channel = 'invoice') = (order_kind = 'subscription'))`.execute(db);

  await sql`
    create table concierge_order (
      order_id text primary key check (order_id ~ '^[0-9a-f]{32}$'),
      created_at timestamptz not null,
      transfer_id text unique check (transfer_id ~ '^[0-9a-f]{32}$'),
      redeemed_at timestamptz,
      check ((transfer_id is null) = (redeemed_at is null))
    )`.execute(db);

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
      check (status in ('open', 'ended') or provider_id is not null)
    )`.execute(db);
  // Two calls at once for one subscriber end with one subscription.
  await sql`create unique index subscription_one_live on subscription (subscriber_id) where status <> 'ended'`.execute(
    db,
  );
  await sql`create index subscription_of on subscription (subscriber_id, created_at desc)`.execute(db);
  await sql`create index subscription_unsettled on subscription (checked_at) where status <> 'ended'`.execute(db);
}
