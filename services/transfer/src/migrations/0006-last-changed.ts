import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index transfer_last_changed on transfer (updated_at)`.execute(db);
}
