import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Instances of before say nothing about `due_at`: the default has their mails looked after too.
  await sql`
    alter table mail
      add column due_at timestamptz default now() + interval '15 minutes',
      add column runs integer not null default 0`.execute(db);
  await sql`drop index mail_waiting`.execute(db);
  await sql`create index mail_due on mail (due_at) where sent_at is null and dropped_at is null`.execute(db);

  await sql`
    create table delivery (
      mail_id text not null references mail on delete cascade,
      mailbox bytea not null,
      transfer_id text not null,
      alarm boolean not null,
      at timestamptz not null,
      sent boolean not null default false,
      primary key (mail_id, mailbox)
    )`.execute(db);
  await sql`create index delivery_to_mailbox on delivery (mailbox, at)`.execute(db);

  await sql`
    create table former_email (
      transfer_id text not null references transfer on delete cascade,
      email text not null,
      changed_at timestamptz not null,
      primary key (transfer_id, email)
    )`.execute(db);

  await sql`alter table payment add column concierge_refunded boolean not null default false`.execute(db);
  await sql`alter table transfer add column released_at timestamptz`.execute(db);
  await sql`update transfer set released_at = created_at where released is not null`.execute(db);
  await sql`create index transfer_released on transfer (released_at) where closed_at is null`.execute(db);
}
