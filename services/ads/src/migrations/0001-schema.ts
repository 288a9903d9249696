import { createAccounting } from '@xrp-bridge/runtime/accounting';
import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import { type Kysely, sql } from 'kysely';
import { seedPool } from '../domain/pool.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createPosts(db);
  await createCampaigns(db);
  await createRevenue(db);
  await createReinvestments(db);
  await createNetworkAds(db);
  await createAccounting(db, sql`about_id text not null, check (kind in ('click', 'record', 'reinvestment'))`);
}

async function createPosts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table automation (
      id boolean primary key default true check (id),
      enabled boolean not null,
      dry_run boolean not null,
      daily_cap integer not null check (daily_cap between 1 and 24),
      -- [{name, fromHour, toHour}]
      windows jsonb not null
    )`.execute(db);
  // Posting is disabled until an operator enables it. The windows (UTC) are North America's morning and evening.
  await sql`
    insert into automation (enabled, dry_run, daily_cap, windows) values (false, false, 3, ${JSON.stringify([
      { name: 'Morning', fromHour: 13, toHour: 17 },
      { name: 'Evening', fromHour: 22, toHour: 2 },
    ])}::jsonb)`.execute(db);
  // The database's clock decides when a post may be sent, so that all instances agree. Tests replace the function.
  await sql`create function posting_time() returns timestamptz language sql as 'select clock_timestamp()'`.execute(db);

  await sql`
    create table variation (
      id text primary key,
      theme text not null,
      text text not null,
      times_posted integer not null default 0,
      last_posted_at timestamptz,
      retired_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index variation_text on variation (text) where retired_at is null`.execute(db);
  await sql`create index variation_newest on variation (created_at desc, id)`.execute(db);
  const pool = Object.entries(seedPool).flatMap(([theme, texts]) => texts.map((text) => ({ theme, text })));
  await sql`
    insert into variation (id, theme, text, created_at)
    select 'var_' || replace(gen_random_uuid()::text, '-', ''), theme, text, now()
    from jsonb_to_recordset(${JSON.stringify(pool)}::jsonb) as seed (theme text, text text)`.execute(db);

  await sql`
    create table post (
      id text primary key,
      -- Null for an operator's test of the connection.
      variation_id text references variation,
      theme text not null,
      text text not null,
      status text not null check (status in ('planned', 'posted', 'unclear', 'failed', 'dry_run')),
      trigger text not null,
      operator text,
      window_name text not null,
      planned_at timestamptz not null,
      sent_at timestamptz,
      posted_at timestamptz,
      provider_id text unique,
      why text,
      attempts integer not null default 0,
      next_try_at timestamptz,
      check (variation_id is not null or status in ('posted', 'failed')),
      check ((status in ('planned', 'unclear')) = (next_try_at is not null)),
      check ((status in ('posted', 'dry_run')) = (posted_at is not null))
    )`.execute(db);
  await sql`create index post_made on post (posted_at desc) where status = 'posted' and variation_id is not null`.execute(
    db,
  );
  await sql`create index post_newest on post (planned_at desc, id)`.execute(db);
  // At most one post is planned or unclear, across all instances.
  await sql`create unique index post_at_a_time on post ((true)) where status in ('planned', 'unclear')`.execute(db);
}

async function createCampaigns(db: Kysely<unknown>): Promise<void> {
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
      -- A second request with the same key finds this campaign.
      idempotency_key text unique,
      provider_id text,
      has_ad boolean not null default false,
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
}

async function createRevenue(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table click (
      day date not null,
      -- Hash of the visitor's address with a secret that changes every day.
      visitor text not null,
      ad_id text not null,
      primary key (day, visitor, ad_id)
    )`.execute(db);
  await sql`
    create table revenue_record (
      id text primary key,
      kind text not null check (kind in ('click', 'record')),
      -- Key of the click, the network's report or the operator's form, so that each is recorded once.
      key text not null unique,
      source text not null,
      amount_cents integer not null check (amount_cents > 0),
      ad_network text,
      campaign_id text,
      at timestamptz not null,
      -- A click's revenue is an estimate until a network's report or an operator confirms it.
      confirmed_at timestamptz,
      -- The network's report of the day counts in place of this estimate.
      replaced_at timestamptz,
      -- True once this record waited among enough revenue; it is then reinvested even if less waits now.
      due boolean not null default false,
      reinvested_at timestamptz,
      reinvestment_id text,
      check (confirmed_at is null or replaced_at is null),
      check (reinvested_at is null or confirmed_at is not null),
      check ((reinvested_at is null) = (reinvestment_id is null))
    )`.execute(db);
  await sql`create index revenue_record_newest on revenue_record (at desc, id)`.execute(db);
  await sql`
    create index revenue_record_waiting on revenue_record (at, id)
    where reinvested_at is null and confirmed_at is not null`.execute(db);
  await sql`create index revenue_record_due on revenue_record (at) where due and reinvested_at is null`.execute(db);
  await sql`
    create index revenue_record_estimated on revenue_record (ad_network, at) include (amount_cents)
    where confirmed_at is null and replaced_at is null`.execute(db);
  await sql`
    create index revenue_record_of_network on revenue_record (ad_network, at) include (amount_cents)
    where kind = 'click' and confirmed_at is not null`.execute(db);
  await addSearchIndex(db, 'revenue_record', ['id', 'kind', 'source', 'ad_network', 'campaign_id']);
}

async function createReinvestments(db: Kysely<unknown>): Promise<void> {
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
    alter table revenue_record
      add foreign key (reinvestment_id) references reinvestment deferrable initially deferred`.execute(db);
  await sql`
    create table allocation (
      reinvestment_id text not null references reinvestment,
      campaign_id text not null references campaign,
      amount_cents bigint not null check (amount_cents > 0),
      primary key (reinvestment_id, campaign_id)
    )`.execute(db);
  // Each reinvestment locks this single row, so that reinvestments run one at a time and read the previous total.
  await sql`
    create table reinvested (
      only_one boolean primary key default true check (only_one),
      records_cents bigint not null
    )`.execute(db);
  await sql`insert into reinvested (records_cents) values (0)`.execute(db);
}

async function createNetworkAds(db: Kysely<unknown>): Promise<void> {
  // Pictures of networks' ads, re-encoded by this service. The id is a hash of the bytes.
  await sql`
    create table picture (
      id text primary key,
      bytes bytea not null,
      used_at timestamptz not null
    )`.execute(db);
  // Networks' ads until they expire, shared by all instances.
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
}
