import { type Kysely, sql } from 'kysely';
import { backTest, daysToTry, describeBackTest } from './domain/back-test.ts';
import { retentionDays } from './partitions.ts';
import { readDays } from './score-store.ts';
import type { Tables } from './store.ts';

/**
 * Back-tests the heat score on all days with stored prices, texts and development activity.
 * Other days are left out: the first fetch brings older prices than texts, and a day without texts would look calm
 * although its texts are missing.
 * @param db database of the signals service
 * @returns the result in words
 */
export async function runBackTest(db: Kysely<unknown>, now: Date): Promise<string> {
  const tables = db as Kysely<Tables>;
  const { rows } = await sql<{ first: string | null }>`
    select case when count(day) = 3 then max(day)::text end as first from (
      select min(day) as day from candle
      union all select min(published_at at time zone 'utc')::date from item
      union all select min(day) from work_day
    ) as firsts`.execute(tables);
  const first = rows[0]?.first;
  if (!first) return 'There’s no data for the test yet.';
  const dayCount = Math.min(retentionDays, Math.floor((now.getTime() - Date.parse(first)) / 86_400_000) + 1);
  const days = await readDays(tables, now, dayCount);
  const found = backTest([...days.values()]);
  if (found.base.of > 0) return describeBackTest(found);
  return `There’s not enough data for the test yet. The test needs ${daysToTry} days, and our data starts on ${first}.`;
}
