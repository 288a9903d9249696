import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription (
      contact_id uuid primary key references contact on delete cascade,
      token_hash bytea unique,
      confirmed_at timestamptz
    )`.execute(db);
}
