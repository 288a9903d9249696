import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_password (
      only_one boolean primary key default true check (only_one),
      hash text not null
    )`.execute(db);
  await sql`
    create table operator_session (
      token_hash bytea primary key,
      name text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sign_in_failure (
      id bigint generated always as identity primary key,
      network text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index sign_in_failure_recent on sign_in_failure (at)`.execute(db);
  await sql`
    create table audit (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      operator text not null,
      ip text not null,
      action text not null,
      subject text,
      reason text,
      outcome text not null
    )`.execute(db);
  await sql`create table secret (name text primary key, value bytea not null)`.execute(db);
  await sql`create table flag (name text primary key, is_on boolean not null)`.execute(db);
  await sql`
    create table address_step (
      day date not null,
      from_exchange text not null,
      to_wallet text not null,
      times integer not null,
      primary key (day, from_exchange, to_wallet)
    )`.execute(db);
}
