import { type Kysely, sql } from 'kysely';

/** That a subscription is to end is kept until it has: the provider may be away for longer than a job tries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription add column end_wanted_at timestamptz`.execute(db);
  await sql`create index subscription_to_end on subscription (end_wanted_at) where end_wanted_at is not null`.execute(
    db,
  );
}
