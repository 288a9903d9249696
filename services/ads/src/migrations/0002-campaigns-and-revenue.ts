import { createAccounting } from '@xrp-bridge/runtime/accounting';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table campaign (
      id text primary key,
      platform text not null check (platform in ('google', 'meta', 'rumble', 'x')),
      name text not null,
      status text not null check (status in ('draft', 'paused', 'active', 'by_hand', 'ended')),
      budget_cents integer not null check (budget_cents > 0),
      allocated_cents bigint not null default 0 check (allocated_cents >= 0),
      keywords jsonb not null,
      ad_message text not null,
      target_audience text not null,
      -- What is made once says so here.
      made_once_as text unique,
      provider_id text,
      sent_at timestamptz,
      problem text,
      spend_cents bigint,
      impressions bigint,
      clicks bigint,
      performance_at timestamptz,
      created_at timestamptz not null,
      unique (platform, provider_id),
      check ((performance_at is null) = (spend_cents is null))
    )`.execute(db);
  await sql`create index campaign_newest on campaign (created_at desc, id)`.execute(db);

  await sql`
    create table revenue_record (
      id text primary key,
      kind text not null check (kind in ('click', 'record')),
      -- A click's visitor, ad and hour, or what the operator's form made up: the same is booked once.
      key text not null unique,
      source text not null,
      amount_cents integer not null check (amount_cents > 0),
      ad_network text,
      campaign_id text,
      at timestamptz not null,
      -- Enough waited when this did: it is to be reinvested, though less waits by now.
      due boolean not null default false,
      reinvested_at timestamptz,
      reinvestment_id text,
      check ((reinvested_at is null) = (reinvestment_id is null))
    )`.execute(db);
  await sql`create index revenue_record_newest on revenue_record (at desc, id)`.execute(db);
  await sql`create index revenue_record_waiting on revenue_record (at, id) where reinvested_at is null`.execute(db);
  await sql`create index revenue_record_due on revenue_record (at) where due and reinvested_at is null`.execute(db);

  await sql`
    create table reinvestment (
      id text primary key,
      operator text not null,
      records integer not null check (records > 0),
      total_cents bigint not null check (total_cents > 0),
      reinvested_cents bigint not null check (reinvested_cents >= 0),
      at timestamptz not null
    )`.execute(db);
  await sql`
    create table allocation (
      reinvestment_id text not null references reinvestment,
      campaign_id text not null references campaign,
      amount_cents bigint not null check (amount_cents > 0),
      primary key (reinvestment_id, campaign_id)
    )`.execute(db);
  await sql`
    alter table revenue_record add foreign key (reinvestment_id) references reinvestment deferrable initially deferred`.execute(
    db,
  );
  // One row: who reinvests holds it, so that one does at a time, and knows what came before.
  await sql`
    create table reinvested (
      only_one boolean primary key default true check (only_one),
      records_cents bigint not null
    )`.execute(db);
  await sql`insert into reinvested (records_cents) values (0)`.execute(db);

  // How each of the outside services did when it was last asked.
  await sql`
    create table provider (
      name text primary key,
      good_at timestamptz,
      last_error text,
      failures integer not null default 0
    )`.execute(db);

  // Pictures of ads of others, made anew by us, under the hash of what they show.
  await sql`
    create table picture (
      id text primary key,
      bytes bytea not null,
      used_at timestamptz not null
    )`.execute(db);
  // What networks answered, for as long as it may be shown; every instance shows the same.
  await sql`
    create table network_ad (
      id text primary key,
      network text not null,
      title text not null,
      description text not null,
      picture_id text references picture,
      click_url text not null,
      until timestamptz not null
    )`.execute(db);

  await createAccounting(db, sql`about_id text not null, check (kind in ('click', 'record', 'reinvestment'))`);
}
