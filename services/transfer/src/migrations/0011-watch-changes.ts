import { type Kysely, sql } from 'kysely';

/** What changed about the watches, and in which transaction, so that who watches the ledger reads that and no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table watch_change (
      changed_in xid8 not null default pg_current_xact_id(),
      transfer_id text not null,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index watch_change_newest on watch_change (changed_in, transfer_id)`.execute(db);
  await sql`create index watch_change_oldest on watch_change (at)`.execute(db);
  await sql`
    create function note_watch_change() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into watch_change (transfer_id) values (coalesce(new.transfer_id, old.transfer_id));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger watch_changed after insert or update or delete on watch
      for each row execute function note_watch_change()`.execute(db);
  // The tag is the transfer's.
  await sql`
    create function note_watched_tag() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into watch_change (transfer_id) select transfer_id from watch where transfer_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger watched_tag_changed after update of destination_tag on transfer for each row
      when (old.destination_tag is distinct from new.destination_tag) execute function note_watched_tag()`.execute(db);
}
