import { type Kysely, sql } from 'kysely';

/** A key is not replaced again before all instances use it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table secret add column created_at timestamptz not null default now()`.execute(db);
}
