import { type Kysely, sql } from 'kysely';

/** A click's revenue is an estimate until a network's report or an operator confirms it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table click (
      day date not null,
      -- A hash of the visitor's address that changes every day.
      visitor text not null,
      ad_id text not null,
      primary key (day, visitor, ad_id)
    )`.execute(db);
  await sql`
    alter table revenue_record
      add column confirmed_at timestamptz,
      -- The network's report of the day counts in place of this estimate.
      add column replaced_at timestamptz`.execute(db);
  await sql`update revenue_record set confirmed_at = at`.execute(db);
  await sql`
    alter table revenue_record
      add check (confirmed_at is null or replaced_at is null),
      add check (reinvested_at is null or confirmed_at is not null)`.execute(db);
  await sql`drop index revenue_record_waiting`.execute(db);
  await sql`
    create index revenue_record_waiting on revenue_record (at, id)
    where reinvested_at is null and confirmed_at is not null`.execute(db);
  await sql`
    create index revenue_record_estimated on revenue_record (ad_network, at) include (amount_cents)
    where confirmed_at is null and replaced_at is null`.execute(db);
  await sql`
    create index revenue_record_of_network on revenue_record (ad_network, at) include (amount_cents)
    where kind = 'click' and confirmed_at is not null`.execute(db);
}
