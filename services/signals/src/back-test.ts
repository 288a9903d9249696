import { type Kysely, sql } from 'kysely';
import { backTest, describeBackTest } from './domain/back-test.ts';
import { keptDays } from './partitions.ts';
import { readDays } from './score-store.ts';
import type { Tables } from './store.ts';

/**
 * Tries the heat score on all days that are kept.
 *
 * @param db of the signals service
 * @returns what it found, in words
 */
export async function runBackTest(db: Kysely<unknown>, now: Date): Promise<string> {
  const tables = db as Kysely<Tables>;
  const { rows } = await sql<{ first: string | null }>`select min(day)::text as first from candle`.execute(tables);
  const first = rows[0]?.first;
  if (!first) return 'There is nothing to try it on yet.';
  const known = Math.min(keptDays, Math.floor((now.getTime() - Date.parse(first)) / 86_400_000) + 1);
  const days = await readDays(tables, now, known);
  return describeBackTest(backTest([...days.values()]));
}
