import { type Kysely, sql } from 'kysely';

/**
 * One account per operator, in place of the one shared password, which the first account takes over. Older code does not
 * start on it: it would let the password in without the second factor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
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
    insert into operator_account (name, role, password_hash, is_first)
    select 'operator', 'owner', hash, true from operator_password`.execute(db);
  await sql`drop table operator_password`.execute(db);
  // A session without an account is nobody's.
  await sql`delete from operator_session`.execute(db);
  await sql`
    alter table operator_session
      add column account_id text not null references operator_account (id) on delete cascade,
      add column seen_at timestamptz not null default now()`.execute(db);
}
