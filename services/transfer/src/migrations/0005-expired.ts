import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index transfer_expired on transfer (id) where status = 'expired'`.execute(db);
}
