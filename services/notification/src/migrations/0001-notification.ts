import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transfer (
      id text primary key,
      released text check (released in ('paid', 'bypassed')),
      from_exchange text,
      to_wallet text,
      closed_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table payment (
      id text primary key,
      transfer_id text not null references transfer on delete cascade,
      product text not null,
      amount_cents integer not null check (amount_cents > 0),
      paid_at timestamptz not null,
      refunded boolean not null default false
    )`.execute(db);
  await sql`create index payment_of_transfer on payment (transfer_id)`.execute(db);

  await sql`
    create table contact (
      id uuid primary key default gen_random_uuid(),
      transfer_id text references transfer on delete cascade,
      reason text not null,
      email text,
      phone text,
      message text,
      created_at timestamptz not null,
      done_at timestamptz
    )`.execute(db);
  await sql`create unique index contact_of_transfer on contact (transfer_id, reason) where transfer_id is not null`.execute(
    db,
  );
  await sql`create unique index contact_of_nobody on contact (reason, lower(email)) where transfer_id is null`.execute(
    db,
  );
  await sql`create index contact_newest on contact (created_at desc)`.execute(db);

  await sql`
    create table mail (
      id text primary key,
      transfer_id text not null references transfer on delete cascade,
      template text not null,
      facts jsonb not null,
      created_at timestamptz not null,
      sent_at timestamptz,
      dropped_at timestamptz
    )`.execute(db);
  await sql`create index mail_of_transfer on mail (transfer_id)`.execute(db);
  await sql`create index mail_waiting on mail (created_at) where sent_at is null and dropped_at is null`.execute(db);

  await sql`
    create table resume_token (
      hash bytea primary key,
      transfer_id text not null references transfer on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index resume_token_of_transfer on resume_token (transfer_id)`.execute(db);
}
