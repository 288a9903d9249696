import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment add column provider_paid_at timestamptz`.execute(db);
}
