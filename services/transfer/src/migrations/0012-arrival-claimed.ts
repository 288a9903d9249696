import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer add column arrival_claimed_at timestamptz`.execute(db);
  await sql`
    create index transfer_claimed on transfer (arrival_claimed_at)
      where arrival_claimed_at is not null and status in ('paid', 'instructions_sent')`.execute(db);
}
