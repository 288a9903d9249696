import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table transfer
      add column concierge text not null default 'none' check (concierge in ('none', 'owned', 'refunded')),
      add column concierge_as_of timestamptz`.execute(db);
  // What was added to a guide, or paid back alone, was never told here: payment says it again, and that holds.
  await sql`
    update transfer set concierge = case when status = 'refunded' then 'refunded' else 'owned' end
    where service_fee = '17.76' and status in ('paid', 'instructions_sent', 'completed', 'refunded')`.execute(db);
}
