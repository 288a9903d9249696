import { type Kysely, sql } from 'kysely';

/** Creates the table of the differences from the provider that an owner has accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accepted_difference (
      intent_id text primary key,
      amounts text not null,
      accepted_at timestamptz not null
    )`.execute(db);
}
