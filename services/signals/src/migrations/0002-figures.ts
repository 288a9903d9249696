import { type Kysely, sql } from 'kysely';

/** How often coins were spoken of, day by day: see figures.ts of the runtime. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_new_mentions() returns trigger language plpgsql set search_path from current as $$
    begin
      perform add_figure(day, 'mentions', mentions) from (
        select date_trunc('day', hour, 'UTC') as day, sum(mentions) as mentions from added group by 1 order by 1) counted;
      return null;
    end $$`.execute(db);
  await sql`
    create function count_changed_mentions() returns trigger language plpgsql set search_path from current as $$
    begin
      perform add_figure(day, 'mentions', mentions) from (
        select date_trunc('day', hour, 'UTC') as day, sum(mentions) as mentions from (
          select hour, mentions from added union all select hour, -mentions from removed) both_of_them
        group by 1 having sum(mentions) <> 0 order by 1) counted;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger mention_hour_added after insert on mention_hour
      referencing new table as added for each statement execute function count_new_mentions()`.execute(db);
  await sql`
    create trigger mention_hour_changed after update on mention_hour
      referencing old table as removed new table as added
      for each statement execute function count_changed_mentions()`.execute(db);
  await sql`
    select add_figure(day, 'mentions', mentions) from (
      select date_trunc('day', hour, 'UTC') as day, sum(mentions) as mentions from mention_hour group by 1) counted
  `.execute(db);
}
