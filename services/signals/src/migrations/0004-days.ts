import { type Kysely, sql } from 'kysely';

/** Each signal is told to subscribers once, and at most one mail a day is written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signal add column told_on date`.execute(db);
  await sql`create index signal_untold on signal (first_at) where published and told_on is null`.execute(db);
  await sql`
    create table signals_day (
      day date primary key,
      facts jsonb not null,
      written_at timestamptz not null
    )`.execute(db);
}
