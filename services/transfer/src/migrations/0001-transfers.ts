import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transfer (
      id text primary key check (id ~ '^[0-9a-f]{32}$'),
      from_exchange text not null,
      to_wallet text not null,
      amount_drops bigint not null default 0 check (amount_drops >= 0),
      destination_address text check (length(destination_address) between 25 and 35),
      destination_tag bigint check (destination_tag between 0 and 4294967295),
      service_fee text not null check (service_fee in ('4.00', '17.76')),
      status text not null check (status in ('pending', 'paid', 'instructions_sent', 'completed', 'expired', 'refunded')),
      address_changed_at timestamptz,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index transfer_newest on transfer (created_at desc)`.execute(db);
  await sql`create index transfer_unpaid on transfer (created_at) where status = 'pending'`.execute(db);
}
