import { type Kysely, sql } from 'kysely';

/** Adds the start of the period in which the last check of the accounting found a difference. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounting_check add column differs_since timestamptz`.execute(db);
}
