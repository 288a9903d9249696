import { addSearchIndex } from '@xrp-bridge/runtime/paging';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createOperators(db);
  await createAudit(db);
  await sql`
    create table secret (name text primary key, value bytea not null, created_at timestamptz not null default now())
  `.execute(db);
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

async function createOperators(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_account (
      id text primary key default replace(gen_random_uuid()::text, '-', ''),
      name text not null,
      role text not null check (role in ('owner', 'staff')),
      password_hash text not null,
      is_first boolean not null default false,
      one_time_until timestamptz,
      totp_secret text,
      totp_pending text,
      totp_step bigint,
      disabled_at timestamptz,
      signed_in_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index operator_account_name on operator_account (lower(name))`.execute(db);
  await sql`create unique index operator_account_first on operator_account (is_first) where is_first`.execute(db);
  await sql`
    create table recovery_code (
      account_id text not null references operator_account (id) on delete cascade,
      code_hash bytea not null,
      primary key (account_id, code_hash)
    )`.execute(db);
  await sql`
    create table operator_session (
      id text not null unique default replace(gen_random_uuid()::text, '-', ''),
      token_hash bytea primary key,
      account_id text not null references operator_account (id) on delete cascade,
      name text not null,
      ip text not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sign_in_failure (
      id bigint generated always as identity primary key,
      network text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index sign_in_failure_recent on sign_in_failure (at)`.execute(db);
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      operator text not null,
      ip text not null,
      what text not null,
      action text not null,
      subject text,
      reason text,
      outcome text not null
    )`.execute(db);
  await sql`create index audit_in_order on audit (at)`.execute(db);
  // This index finds the operators' changes for a transfer's timeline.
  await sql`create index audit_subject on audit (subject, at) where subject is not null`.execute(db);
  await addSearchIndex(db, 'audit', ['operator', 'ip', 'what', 'action', 'subject', 'reason', 'outcome']);
}
