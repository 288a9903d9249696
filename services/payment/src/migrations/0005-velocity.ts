import { type Kysely, sql } from 'kysely';

/** Counts payments and declines per day and source, to stop tests of stolen cards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment add column opened_by text`.execute(db);
  await sql`
    create table velocity (
      day date not null,
      source text not null,
      opened integer not null default 0,
      declined integer not null default 0,
      primary key (day, source)
    )`.execute(db);
}
