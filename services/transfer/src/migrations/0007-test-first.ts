import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer add column test_first boolean not null default true`.execute(db);
}
