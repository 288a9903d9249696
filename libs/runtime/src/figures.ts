import { type Kysely, sql } from 'kysely';
import type { Migrations } from './db.ts';
import type { AnyDatabase } from './messaging/tables.ts';

// What a service counts as it happens: by day, under a name, in the transaction of the change. Dashboards read these few
// rows and never count what they stand for.

/** Of one day, in UTC. */
export interface Figure {
  day: string;
  name: string;
  value: number;
}

/**
 * Every service has them. SQL counts by `add_figure(at, name, value)`: a trigger misses nothing, whichever code makes the
 * change.
 */
export const figureMigrations: Migrations = {
  '0000_figures': {
    async up(db: Kysely<unknown>) {
      // A slot for each of a few connections: those who count at the same moment do not wait for each other.
      await sql`
        create table figure (
          day date not null,
          name text not null,
          slot smallint not null,
          value bigint not null,
          primary key (day, name, slot)
        ) with (fillfactor = 50)`.execute(db);
      await sql`
        create function add_figure(counted_at timestamptz, counted_name text, added numeric) returns void
        language sql set search_path from current as $$
          insert into figure (day, name, slot, value)
          values ((counted_at at time zone 'UTC')::date, counted_name, pg_backend_pid() % 8, added::bigint)
          on conflict (day, name, slot) do update set value = figure.value + excluded.value
        $$`.execute(db);
    },
  },
};

/** Adds to a figure, beside the change that it counts. */
export async function addFigure(db: AnyDatabase, at: Date, name: string, value = 1): Promise<void> {
  await sql`select add_figure(${at}, ${name}, ${value}::numeric)`.execute(db);
}

/** The figures of these days, both included; a day on which nothing was counted has none. */
export async function readFigures(db: AnyDatabase, from: string, to: string): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select day::text, name, sum(value)::float8 as value from figure
    where day between ${from}::date and ${to}::date group by day, name order by day, name`.execute(db);
  return rows;
}

/** Each figure since the beginning. */
export async function sumFigures(db: AnyDatabase): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; value: number }>`
    select name, sum(value)::float8 as value from figure group by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Returns the first day that has a figure; null before that. */
export async function findFirstDay(db: AnyDatabase): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from figure`.execute(db);
  return rows[0]?.day ?? null;
}
