import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTransfers(db);
  await createWatches(db);
  await countTransfers(db);
}

async function createTransfers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transfer (
      id text primary key check (id ~ '^[0-9a-f]{32}$'),
      from_exchange text not null,
      to_wallet text not null,
      amount_drops bigint not null default 0 check (amount_drops >= 0),
      destination_address text check (length(destination_address) between 25 and 35),
      destination_tag bigint check (destination_tag between 0 and 4294967295),
      test_first boolean not null default true,
      service_fee text not null check (service_fee in ('4.00', '17.76')),
      status text not null check (status in ('pending', 'paid', 'instructions_sent', 'completed', 'expired', 'refunded')),
      paid_at timestamptz,
      concierge text not null default 'none' check (concierge in ('none', 'owned', 'refunded')),
      concierge_as_of timestamptz,
      address_changed_at timestamptz,
      arrival_claimed_at timestamptz,
      refund_requested_at timestamptz,
      refund_request_as_of timestamptz,
      watched_until timestamptz,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index transfer_newest on transfer (created_at desc)`.execute(db);
  await sql`create index transfer_last_changed on transfer (updated_at)`.execute(db);
  await sql`create index transfer_unpaid on transfer (created_at) where status = 'pending'`.execute(db);
  await sql`create index transfer_expired on transfer (id) where status = 'expired'`.execute(db);
  await sql`
    create index transfer_claimed on transfer (arrival_claimed_at)
      where arrival_claimed_at is not null and status in ('paid', 'instructions_sent')`.execute(db);
  // The index excludes unpaid transfers. Most transfers are never paid, so most inserts do not write to the index.
  await addSearchIndex(db, 'transfer', ['id', 'from_exchange', 'to_wallet', 'destination_address'], {
    where: sql`status <> 'pending'`,
  });
  await sql`
    create table arrival (
      transfer_id text not null references transfer on delete cascade,
      hash text not null check (hash ~ '^[0-9A-F]{64}$'),
      delivered_drops bigint not null check (delivered_drops > 0),
      ledger_index bigint not null check (ledger_index > 0),
      at timestamptz not null,
      primary key (transfer_id, hash)
    )`.execute(db);
}

async function createWatches(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table watch (
      id bigint generated always as identity primary key,
      transfer_id text not null unique references transfer on delete cascade,
      address text not null,
      since timestamptz not null,
      after_ledger bigint,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index watch_end on watch (ends_at)`.execute(db);

  // One row per change of a watch. The watcher reads only the changed watches, and finds them by the id of the
  // transaction that changed them.
  await sql`
    create table watch_change (
      changed_in xid8 not null default pg_current_xact_id(),
      transfer_id text not null,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index watch_change_newest on watch_change (changed_in, transfer_id)`.execute(db);
  await sql`create index watch_change_oldest on watch_change (at)`.execute(db);
  await sql`
    create function insert_watch_change() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into watch_change (transfer_id) values (coalesce(new.transfer_id, old.transfer_id));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger watch_changed after insert or update or delete on watch
      for each row execute function insert_watch_change()`.execute(db);
  // The trigger above does not fire when the tag changes, because the tag is a column of `transfer`.
  await sql`
    create function insert_tag_change() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into watch_change (transfer_id) select transfer_id from watch where transfer_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger watched_tag_changed after update of destination_tag on transfer for each row
      when (old.destination_tag is distinct from new.destination_tag) execute function insert_tag_change()`.execute(db);
}

/**
 * Counts transfers created, paid and completed per day with the runtime's `add_daily_total`.
 * The trigger runs when the relay deletes a batch of events from the outbox, in that transaction. If each change were
 * counted by itself, the day's row would stay locked until each change commits.
 */
async function countTransfers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_transfers() returns trigger language plpgsql set search_path from current as $$
    begin
      perform add_daily_total(day, name, counted) from (
        select date_trunc('day', (envelope->>'time')::timestamptz, 'UTC') as day,
          case
            when envelope->>'type' = 'transfer.created' then 'transfers_created'
            when envelope->>'type' = 'transfer.updated' and envelope->'data'->'changed' ? 'status' then
              case envelope->'data'->>'status'
                when 'instructions_sent' then 'transfers_paid'
                when 'completed' then 'transfers_completed'
              end
          end as name,
          count(*) as counted
        from gone group by day, name order by day, name
      ) batch where name is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transfers_counted after delete on outbox referencing old table as gone
      for each statement execute function count_transfers()`.execute(db);
}
