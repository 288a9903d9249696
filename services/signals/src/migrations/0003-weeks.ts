import { type Kysely, sql } from 'kysely';

/** Each week is told once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table week (
      ends_on date primary key,
      facts jsonb not null,
      written_at timestamptz not null
    )`.execute(db);
}
