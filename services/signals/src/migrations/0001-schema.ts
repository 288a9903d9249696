import { type Kysely, sql } from 'kysely';

// The tables that grow are partitioned by month: `partitions.ts` creates the partitions and drops old ones.

/**
 * Domains of the sources, of the coins' projects, and of established publishers.
 * The publishers write about finance, technology or crypto.
 */
const knownPublishers =
  'github.com ycombinator.com reddit.com x.com ripple.com xrpl.org stellar.org algorand.co hedera.com quant.network ' +
  'bitcoincore.org ethereum.org solana.com cardano.org polkadot.com chain.link avax.network cosmos.network near.org ' +
  'xdc.org iota.org vechain.org tron.network litecoin.org tezos.com ' +
  'reuters.com apnews.com bloomberg.com ft.com wsj.com cnbc.com bbc.com bbc.co.uk theguardian.com nytimes.com ' +
  'washingtonpost.com economist.com forbes.com fortune.com businesswire.com prnewswire.com globenewswire.com ' +
  'nasdaq.com marketwatch.com investing.com yahoo.com barrons.com axios.com techcrunch.com theverge.com wired.com ' +
  'arstechnica.com zdnet.com nikkei.com scmp.com straitstimes.com japantimes.co.jp handelsblatt.com lemonde.fr ' +
  'coindesk.com theblock.co decrypt.co cointelegraph.com dlnews.com blockworks.co bitcoinmagazine.com ledgerinsights.com ' +
  'finextra.com pymnts.com americanbanker.com centralbanking.com europa.eu bis.org imf.org worldbank.org ' +
  'bankofengland.co.uk federalreserve.gov sec.gov';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSources(db);
  await createMarket(db);
  await createItems(db);
  await createMentions(db);
  await createSignals(db);
  await createMails(db);
}

async function createSources(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table source (
      name text primary key,
      kind text not null,
      -- The data of the source is complete up to this time.
      complete_until timestamptz,
      good_at timestamptz,
      error text,
      failures integer not null default 0,
      refused bigint not null default 0,
      paused_until timestamptz
    )`.execute(db);
  await sql`
    create table source_part (
      source text not null,
      -- A coin or a repository that is requested separately.
      part text not null,
      complete_until timestamptz not null,
      primary key (source, part)
    )`.execute(db);
  await sql`
    create table run (
      started_at timestamptz primary key,
      ended_at timestamptz not null
    )`.execute(db);
}

async function createMarket(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quote (
      coin text primary key,
      price double precision not null check (price > 0),
      change_24h double precision not null,
      volume_24h double precision,
      market_cap double precision,
      source text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`
    create table candle (
      coin text not null,
      day date not null,
      close double precision not null check (close > 0),
      volume double precision,
      source text not null,
      primary key (coin, day)
    ) partition by range (day)`.execute(db);
  await sql`
    create table work_day (
      coin text not null,
      repository text not null,
      day date not null,
      commits integer not null check (commits >= 0),
      releases integer not null check (releases >= 0),
      primary key (coin, repository, day)
    ) partition by range (day)`.execute(db);
}

async function createItems(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table item (
      id uuid not null default uuidv7(),
      url text not null,
      title text not null,
      -- The text that distinguishes the item from others with the same title, such as comments.
      gist text,
      site text not null,
      source text not null,
      language text not null,
      published_at timestamptz not null,
      coins text[] not null,
      -- [{coin, deeds, sentence}]
      reports jsonb not null,
      quantum boolean not null,
      -- The earlier item with the same story in other words.
      duplicate_of uuid,
      primary key (id, published_at)
    ) partition by range (published_at)`.execute(db);
  await sql`create index item_url on item (url)`.execute(db);
  await sql`create index item_reports on item (published_at) where reports <> '[]'`.execute(db);
  // A unique key of a partitioned table must include the partition key (`published_at`), so this table makes the URLs of
  // items unique.
  await sql`
    create table seen (
      url text primary key,
      at timestamptz not null,
      submitted boolean not null default false
    )`.execute(db);
  await sql`
    create table publisher (
      -- The registrable domain.
      domain text primary key,
      state text not null check (state in ('allowed', 'waiting', 'blocked')),
      seen_at timestamptz not null default now(),
      decided_at timestamptz
    )`.execute(db);
  await sql`create index publisher_newest on publisher (seen_at desc, domain)`.execute(db);
  await sql`
    insert into publisher (domain, state)
    select unnest(${knownPublishers.split(' ')}::text[]), 'allowed'`.execute(db);
}

/** Creates the table of hourly mentions. Triggers add them to the daily totals with `add_daily_total`. */
async function createMentions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mention_hour (
      coin text not null,
      source text not null,
      hour timestamptz not null,
      mentions integer not null check (mentions >= 0),
      primary key (coin, source, hour)
    ) partition by range (hour)`.execute(db);
  await sql`
    create function count_new_mentions() returns trigger language plpgsql set search_path from current as $$
    begin
      perform add_daily_total(day, 'mentions', mentions) from (
        select date_trunc('day', hour, 'UTC') as day, sum(mentions) as mentions from added group by 1 order by 1) counted;
      return null;
    end $$`.execute(db);
  await sql`
    create function count_changed_mentions() returns trigger language plpgsql set search_path from current as $$
    begin
      perform add_daily_total(day, 'mentions', mentions) from (
        select date_trunc('day', hour, 'UTC') as day, sum(mentions) as mentions from (
          select hour, mentions from added union all select hour, -mentions from removed) both_of_them
        group by 1 having sum(mentions) <> 0 order by 1) counted;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger mention_hour_added after insert on mention_hour
      referencing new table as added for each statement execute function count_new_mentions()`.execute(db);
  await sql`
    create trigger mention_hour_changed after update on mention_hour
      referencing old table as removed new table as added
      for each statement execute function count_changed_mentions()`.execute(db);
}

async function createSignals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table heat (
      coin text not null,
      at timestamptz not null,
      score double precision not null check (score between 0 and 10),
      -- Every value that the score was computed from, as the page shows it.
      facts jsonb not null,
      primary key (coin, at)
    ) partition by range (at)`.execute(db);
  await sql`
    create table deviation (
      coin text not null,
      day date not null,
      sigma double precision not null,
      facts jsonb not null,
      primary key (coin, day)
    )`.execute(db);
  await sql`
    create table signal (
      id text primary key,
      coin text not null,
      first_at timestamptz not null,
      facts jsonb not null,
      published boolean not null,
      mailed_on date
    )`.execute(db);
  await sql`create index signal_newest on signal (first_at desc)`.execute(db);
  await sql`create index signal_unmailed on signal (first_at) where published and mailed_on is null`.execute(db);
}

/** Creates the tables for the contents of mails, with at most one row per day and one row per week. */
async function createMails(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signals_day (
      day date primary key,
      facts jsonb not null,
      written_at timestamptz not null
    )`.execute(db);
  await sql`
    create table week (
      ends_on date primary key,
      facts jsonb not null,
      written_at timestamptz not null
    )`.execute(db);
}
