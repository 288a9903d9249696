import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What was bought for life is found by its e-mail for as long.
  await sql`
    create table concierge (
      order_id text primary key,
      contact_id uuid references contact on delete set null,
      transfer_id text,
      owned boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index concierge_of_contact on concierge (contact_id)`.execute(db);
  await sql`create index concierge_of_transfer on concierge (transfer_id) where transfer_id is not null`.execute(db);
  await sql`
    create table concierge_link (
      hash bytea primary key,
      contact_id uuid not null references contact on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index concierge_link_of_contact on concierge_link (contact_id)`.execute(db);
  await sql`create table secret (name text primary key, value bytea not null)`.execute(db);
}
