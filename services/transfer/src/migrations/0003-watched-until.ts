import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer add column watched_until timestamptz`.execute(db);
  await sql`update transfer set watched_until = watch.ends_at from watch where watch.transfer_id = transfer.id`.execute(
    db,
  );
  // A paid transfer with an address but without a watch had one, which ended.
  await sql`
    update transfer set watched_until = least(now(), updated_at + interval '14 days')
    where status in ('paid', 'instructions_sent') and destination_address is not null and watched_until is null`.execute(
    db,
  );
}
