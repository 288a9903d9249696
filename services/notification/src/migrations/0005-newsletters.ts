import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // When the mail server said that nobody lives there: newsletters go there no more.
  await sql`alter table contact add column bounced_at timestamptz`.execute(db);
  await sql`
    create table newsletter (
      id uuid primary key default gen_random_uuid(),
      order_id text not null unique,
      contact_id uuid not null references contact on delete cascade,
      market boolean not null,
      alerts boolean not null,
      token_hash bytea unique,
      confirmed_at timestamptz
    )`.execute(db);
  await sql`create index newsletter_of_contact on newsletter (contact_id)`.execute(db);

  // Who said what and when, for whoever asks us to show it.
  await sql`
    create table consent (
      id bigint generated always as identity primary key,
      contact_id uuid not null references contact on delete cascade,
      said text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index consent_of_contact on consent (contact_id)`.execute(db);

  await sql`
    create table issue (
      id text primary key,
      newsletter text not null check (newsletter in ('market', 'alerts')),
      facts jsonb not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index issue_newest on issue (newsletter, created_at desc)`.execute(db);
}
