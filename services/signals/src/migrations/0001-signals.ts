import { type Kysely, sql } from 'kysely';

// What grows with time is partitioned by month: see `partitions.ts`, which makes the partitions and drops old ones.

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table source (
      name text primary key,
      kind text not null,
      -- Everything up to here is known.
      known_until timestamptz,
      good_at timestamptz,
      error text,
      failures integer not null default 0,
      refused bigint not null default 0,
      paused_until timestamptz
    )`.execute(db);
  await sql`
    create table run (
      started_at timestamptz primary key,
      ended_at timestamptz not null
    )`.execute(db);
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
    create table item (
      id uuid not null default uuidv7(),
      url text not null,
      title text not null,
      site text not null,
      source text not null,
      language text not null,
      published_at timestamptz not null,
      coins text[] not null,
      -- [{coin, deeds, sentence}]
      reports jsonb not null,
      quantum boolean not null,
      -- The item that told the same before, in other words.
      duplicate_of uuid,
      primary key (id, published_at)
    ) partition by range (published_at)`.execute(db);
  await sql`create index item_reports on item (published_at) where reports <> '[]' and duplicate_of is null`.execute(
    db,
  );
  // A key of a partitioned table cannot span the partitions.
  await sql`create table seen (url text primary key, at timestamptz not null)`.execute(db);
  await sql`
    create table mention_hour (
      coin text not null,
      source text not null,
      hour timestamptz not null,
      mentions integer not null check (mentions >= 0),
      primary key (coin, source, hour)
    ) partition by range (hour)`.execute(db);
  await sql`
    create table work_day (
      coin text not null,
      repository text not null,
      day date not null,
      commits integer not null check (commits >= 0),
      releases integer not null check (releases >= 0),
      primary key (coin, repository, day)
    ) partition by range (day)`.execute(db);
  await sql`
    create table heat (
      coin text not null,
      at timestamptz not null,
      score double precision not null check (score between 0 and 10),
      -- All that the score was made of, as it is shown.
      facts jsonb not null,
      primary key (coin, at)
    ) partition by range (at)`.execute(db);
  await sql`
    create table signal (
      id text primary key,
      coin text not null,
      first_at timestamptz not null,
      facts jsonb not null,
      published boolean not null
    )`.execute(db);
  await sql`create index signal_newest on signal (first_at desc)`.execute(db);
  await sql`
    create table deviation (
      coin text not null,
      day date not null,
      sigma double precision not null,
      facts jsonb not null,
      primary key (coin, day)
    )`.execute(db);
}
