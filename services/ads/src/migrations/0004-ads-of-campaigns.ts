import { type Kysely, sql } from 'kysely';

/** Campaigns from before their ads were made with them have none of ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaign add column has_ad boolean not null default false`.execute(db);
}
