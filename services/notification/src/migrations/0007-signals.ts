import { type Kysely, sql } from 'kysely';

/** Whoever subscribes to signals gets those of each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether the subscription goes on, in its trial or paid, and since when that is known; and when the mails were stopped.
  await sql`
    alter table subscription
      add column running boolean not null default false,
      add column changed_at timestamptz,
      add column stopped_at timestamptz`.execute(db);
  await sql`alter table issue drop constraint issue_newsletter_check`.execute(db);
  await sql`
    alter table issue add constraint issue_newsletter_check
      check (newsletter in ('market', 'alerts', 'signals'))`.execute(db);
}
