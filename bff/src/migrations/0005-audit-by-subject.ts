import { type Kysely, sql } from 'kysely';

/** What was done about one transfer, which stands in its timeline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_subject on audit (subject, at) where subject is not null`.execute(db);
}
