import type { MarketWeek } from '@xrp-bridge/contracts/signals';
import type { Tx } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import type { Tables } from './store.ts';

type Db = Tx<Tables>;

/** Returns closing prices of some days. */
export async function readCloses(tx: Db, days: readonly string[]) {
  const { rows } = await sql<{ coin: string; day: string; close: number; source: string }>`
    select coin, day::text as day, close, source from candle where day = any(${[...days]}::date[])`.execute(tx);
  return rows;
}

/** Returns the days in this period on which a price moved far more than usual. */
export async function readUnusual(tx: Db, from: string, to: string) {
  const { rows } = await sql<{ coin: string; day: string; sigma: number }>`
    select coin, day::text as day, sigma from deviation
    where day between ${from}::date and ${to}::date and facts->>'level' = 'High' order by day, coin`.execute(tx);
  return rows;
}

/** Lists published signals from the beginning of one day to the end of another, in UTC. */
export async function readSignalsOf(tx: Db, from: string, to: string): Promise<{ coin: string; facts: unknown }[]> {
  const { rows } = await sql<{ coin: string; facts: unknown }>`
    select coin, facts from signal
    where published and first_at >= ${`${from}T00:00:00Z`}::timestamptz
      and first_at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'
    order by first_at, id`.execute(tx);
  return rows;
}

/** Inserts a week. @returns false if the week already exists */
export async function insertWeek(tx: Db, week: MarketWeek, now: Date): Promise<boolean> {
  const result = await tx
    .insertInto('week')
    .values({ ends_on: week.to, facts: JSON.stringify(week), written_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
