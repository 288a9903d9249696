import { type Kysely, sql } from 'kysely';

/** Adds the confirmation of the operators' addresses. The stored addresses count as confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operator_choice
      add column confirmed_email text,
      add column confirmation_hash bytea,
      add column confirmation_expires_at timestamptz`.execute(db);
  await sql`update operator_choice set confirmed_email = email`.execute(db);
}
