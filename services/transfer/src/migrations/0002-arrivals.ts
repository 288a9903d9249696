import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table arrival (
      transfer_id text not null references transfer on delete cascade,
      hash text not null check (hash ~ '^[0-9A-F]{64}$'),
      delivered_drops bigint not null check (delivered_drops > 0),
      ledger_index bigint not null check (ledger_index > 0),
      at timestamptz not null,
      primary key (transfer_id, hash)
    )`.execute(db);
  await sql`
    create table watch (
      id bigint generated always as identity primary key,
      transfer_id text not null unique references transfer on delete cascade,
      address text not null,
      since timestamptz not null,
      after_ledger bigint,
      read_to bigint,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index watch_address on watch (address)`.execute(db);
  await sql`create index watch_end on watch (ends_at)`.execute(db);
  await sql`
    insert into watch (transfer_id, address, since, ends_at)
    select id, destination_address, now(), now() + interval '14 days' from transfer
    where status in ('paid', 'instructions_sent') and destination_address is not null`.execute(db);
}
