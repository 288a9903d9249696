import { type Kysely, sql } from 'kysely';
import { seedPool } from '../domain/pool.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table automation (
      id boolean primary key default true check (id),
      enabled boolean not null,
      dry_run boolean not null,
      daily_cap integer not null check (daily_cap between 1 and 24),
      -- [{name, fromHour, toHour}]
      windows jsonb not null
    )`.execute(db);
  // Nothing is posted before an operator wants it; then in the morning or the evening of North America.
  await sql`
    insert into automation (enabled, dry_run, daily_cap, windows) values (false, false, 3, ${JSON.stringify([
      { name: 'Morning', fromHour: 13, toHour: 17 },
      { name: 'Evening', fromHour: 22, toHour: 2 },
    ])}::jsonb)`.execute(db);
  await sql`
    create table variation (
      id text primary key,
      theme text not null,
      text text not null,
      times_posted integer not null default 0,
      last_posted_at timestamptz,
      retired_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index variation_text on variation (text) where retired_at is null`.execute(db);
  const pool = Object.entries(seedPool).flatMap(([theme, texts]) => texts.map((text) => ({ theme, text })));
  await sql`
    insert into variation (id, theme, text, created_at)
    select 'var_' || replace(gen_random_uuid()::text, '-', ''), theme, text, now()
    from jsonb_to_recordset(${JSON.stringify(pool)}::jsonb) as seed (theme text, text text)`.execute(db);
  await sql`create index variation_newest on variation (created_at desc, id)`.execute(db);
  await sql`
    create table post (
      id text primary key,
      -- None for an operator's try of the connection.
      variation_id text references variation,
      theme text not null,
      text text not null,
      status text not null check (status in ('planned', 'posted', 'unclear', 'failed', 'dry_run')),
      trigger text not null,
      window_name text not null,
      planned_at timestamptz not null,
      sent_at timestamptz,
      posted_at timestamptz,
      provider_id text unique,
      why text,
      attempts integer not null default 0,
      next_try_at timestamptz,
      check (variation_id is not null or status in ('posted', 'failed')),
      check ((status in ('planned', 'unclear')) = (next_try_at is not null)),
      check ((status in ('posted', 'dry_run')) = (posted_at is not null))
    )`.execute(db);
  await sql`create index post_made on post (posted_at desc) where status = 'posted' and variation_id is not null`.execute(
    db,
  );
  await sql`create index post_newest on post (planned_at desc, id)`.execute(db);
  // However many instances there are: one post at a time is on its way, or waits to be looked up.
  await sql`create unique index post_at_a_time on post ((true)) where status in ('planned', 'unclear')`.execute(db);
}
