import { createTombstones } from '@xrp-bridge/runtime/tombstones';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTombstones(db);
  await sql`
    create trigger operator_session_deleted after delete on operator_session
      for each row execute function insert_tombstone('operator_session', 'id')`.execute(db);
  await sql`
    create trigger operator_account_disabled after update of disabled_at on operator_account for each row
      when (old.disabled_at is null and new.disabled_at is not null)
      execute function insert_tombstone('operator_account', 'id')`.execute(db);
}
