import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table transfer
      add column refund_requested_at timestamptz,
      add column refund_request_as_of timestamptz`.execute(db);
}
