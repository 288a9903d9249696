import { type Kysely, sql } from 'kysely';
import type { Migrations } from './db.ts';
import type { AnyDatabase } from './messaging/tables.ts';

// Daily totals: one count or sum per UTC day and name, updated in the transaction of the change. Dashboards read these
// few rows and never aggregate the counted rows.

/** The total of one name on one UTC day. */
export interface DailyTotal {
  day: string;
  name: string;
  value: number;
}

/**
 * Creates the table `daily_total` in each service's schema.
 * Triggers and other SQL update it with `add_daily_total(at, name, value)`.
 */
export const dailyTotalMigrations: Migrations = {
  '0000_daily_totals': {
    async up(db: Kysely<unknown>) {
      // A total is spread over 8 rows (`slot`), so that concurrent transactions rarely wait for the same row lock.
      await sql`
        create table daily_total (
          day date not null,
          name text not null,
          slot smallint not null,
          value bigint not null,
          primary key (day, name, slot)
        ) with (fillfactor = 50)`.execute(db);
      await sql`
        create function add_daily_total(counted_at timestamptz, counted_name text, added numeric) returns void
        language sql set search_path from current as $$
          insert into daily_total (day, name, slot, value)
          values ((counted_at at time zone 'UTC')::date, counted_name, pg_backend_pid() % 8, added::bigint)
          on conflict (day, name, slot) do update set value = daily_total.value + excluded.value
        $$`.execute(db);
    },
  },
};

/** Adds `value` to the total of the day of `at`. Must run in the transaction of the counted change. */
export async function addDailyTotal(db: AnyDatabase, at: Date, name: string, value = 1): Promise<void> {
  await sql`select add_daily_total(${at}, ${name}, ${value}::numeric)`.execute(db);
}

/** Lists the totals from `from` to `to`, both days included. A day without a total has no row. */
export async function listDailyTotals(db: AnyDatabase, from: string, to: string): Promise<DailyTotal[]> {
  const { rows } = await sql<DailyTotal>`
    select day::text, name, sum(value)::float8 as value from daily_total
    where day between ${from}::date and ${to}::date group by day, name order by day, name`.execute(db);
  return rows;
}

/** Returns the sum over all days, by name. */
export async function sumDailyTotals(db: AnyDatabase): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; value: number }>`
    select name, sum(value)::float8 as value from daily_total group by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Returns the first day that has a total, or null. */
export async function findFirstDay(db: AnyDatabase): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from daily_total`.execute(db);
  return rows[0]?.day ?? null;
}
