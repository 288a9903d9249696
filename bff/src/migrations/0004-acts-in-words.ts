import { type Kysely, sql } from 'kysely';

/** What was done, as people say it. Instances of the release before this one write none, while they are replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column what text`.execute(db);
}
