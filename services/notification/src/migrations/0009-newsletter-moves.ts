import { type Kysely, sql } from 'kysely';

/** Tells the mails apart that ask one address again after another one was chosen in between. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table newsletter add column moves integer not null default 0`.execute(db);
}
