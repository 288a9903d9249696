import { type Kysely, sql } from 'kysely';

/** Adds the time of the payment at the provider, from which the time until the guide is measured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment add column provider_paid_at timestamptz`.execute(db);
}
