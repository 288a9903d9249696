import { type Kysely, sql } from 'kysely';

/** Sessions can be seen and ended from elsewhere; what was done about one thing is found by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Instances of the release before this one go on opening sessions while they are replaced.
  await sql`
    alter table operator_session
      add column id text not null unique default replace(gen_random_uuid()::text, '-', ''),
      add column ip text not null default '',
      add column started_at timestamptz not null default now()`.execute(db);
  await sql`create index audit_of_subject on audit (subject, at)`.execute(db);
}
