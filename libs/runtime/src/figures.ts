import { type Kysely, sql } from 'kysely';
import type { Migrations } from './db.ts';
import type { AnyDatabase } from './messaging/tables.ts';

// A service's counts by day, under a name, made in the transaction of the change. Dashboards read these few rows and never
// count the rows behind them.

/** The count of one day, in UTC. */
export interface Figure {
  day: string;
  name: string;
  value: number;
}

/** The table of every service. SQL counts by `add_figure(at, name, value)`, in triggers as well. */
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

/** Adds to a count, in the transaction of the change. */
export async function addFigure(db: AnyDatabase, at: Date, name: string, value = 1): Promise<void> {
  await sql`select add_figure(${at}, ${name}, ${value}::numeric)`.execute(db);
}

/** Lists the counts of these days, both included; a day without a count has none. */
export async function readFigures(db: AnyDatabase, from: string, to: string): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select day::text, name, sum(value)::float8 as value from figure
    where day between ${from}::date and ${to}::date group by day, name order by day, name`.execute(db);
  return rows;
}

/** Sums each name's counts. */
export async function sumFigures(db: AnyDatabase): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; value: number }>`
    select name, sum(value)::float8 as value from figure group by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Returns the first day with a count, if any. */
export async function findFirstDay(db: AnyDatabase): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from figure`.execute(db);
  return rows[0]?.day ?? null;
}
