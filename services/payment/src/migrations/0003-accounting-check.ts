import { type Kysely, sql } from 'kysely';

/** Creates the table with the result of the last check of the accounting, in one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounting_check (
      single boolean primary key default true check (single),
      checked_at timestamptz not null,
      difference_cents bigint not null
    )`.execute(db);
}
