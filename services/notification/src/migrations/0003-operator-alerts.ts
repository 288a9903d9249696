import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_choice (
      operator_id text primary key,
      email text,
      webhook_url text,
      kinds text[] not null,
      email_sent_at timestamptz,
      email_failed_at timestamptz,
      email_failure text,
      webhook_sent_at timestamptz,
      webhook_failed_at timestamptz,
      webhook_failure text
    )`.execute(db);
  await sql`
    create table operator_alert (
      id text primary key,
      kind text not null,
      facts jsonb not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index operator_alert_newest on operator_alert (kind, created_at desc)`.execute(db);
  await sql`
    create table operator_delivery (
      alert_id text not null references operator_alert on delete cascade,
      operator_id text not null references operator_choice on delete cascade,
      way text not null check (way in ('email', 'webhook')),
      sent_at timestamptz,
      primary key (alert_id, operator_id, way)
    )`.execute(db);
  // The accounting can disagree with the provider again after the previous alarm is done.
  // The table of tasks is small, so the locks are short.
  await sql`
    -- squawk-ignore require-concurrent-index-deletion
    drop index task_one_per_cause`.execute(db);
  await sql`
    -- squawk-ignore require-concurrent-index-creation
    create unique index task_one_per_cause on task (kind, cause)
    where done_at is null or kind not in ('hand_payment', 'not_released', 'accounting_alarm')`.execute(db);
}
