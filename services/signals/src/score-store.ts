import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Reported } from './domain/signal.ts';
import type { Tables } from './store.ts';

type Db = Kysely<Tables>;

/** A day of a coin; the last one ends now. */
export interface DayFacts {
  day: string;
  close: number | null;
  mentions: number;
  development: number;
}

/** A release counts as much as so many commits. */
const releaseWeight = 5;

/**
 * What is known of each coin for some days up to now, the oldest first. A day of mentions is 24 hours, of which the
 * last ends with the last full hour; development and closing prices are days of UTC, and the last price is today's quote.
 */
export async function readDays(db: Db, now: Date, days: number): Promise<Map<string, DayFacts[]>> {
  const end = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  const { rows } = await sql<DayFacts & { coin: string }>`
    with span as (
      select n, (${end}::timestamptz - (n + 1) * interval '24 hours') as begins,
        ((${end}::timestamptz at time zone 'utc')::date - n) as day
      from generate_series(0, ${days - 1}::int) n
    ), coin as (select coin from quote)
    select coin.coin, span.day::text as day,
      case when span.n = 0 then quote.price else candle.close end as close,
      coalesce((select sum(reports) from mention_hour m where m.coin = coin.coin
        and m.hour >= span.begins and m.hour < span.begins + interval '24 hours'), 0)::int as mentions,
      coalesce((select sum(commits + ${releaseWeight}::int * releases) from work_day w where w.coin = coin.coin
        and w.day = span.day), 0)::int as development
    from coin cross join span
      join quote on quote.coin = coin.coin
      left join candle on candle.coin = coin.coin and candle.day = span.day
    order by coin.coin, span.day`.execute(db);
  return Map.groupBy(rows, ({ coin }) => coin);
}

/** How often each coin was spoken of, and how often something done was reported, by source, since then. */
export async function countMentions(
  db: Db,
  since: Date,
  until: Date,
): Promise<{ coin: string; source: string; mentions: number; reports: number }[]> {
  return db
    .selectFrom('mention_hour')
    .where('hour', '>=', since)
    .where('hour', '<', until)
    .groupBy(['coin', 'source'])
    .select((row) => [
      'coin',
      'source',
      sql<number>`sum(mentions)::int`.as('mentions'),
      sql<number>`sum(reports)::int`.as('reports'),
      row.ref('coin').as('name'),
    ])
    .execute();
}

/** What was reported as done since then, one row for each coin, the newest first. */
export async function readReports(db: Db, since: Date): Promise<Reported[]> {
  const { rows } = await sql<Reported>`
    select report->>'coin' as coin,
      array(select jsonb_array_elements_text(report->'deeds')) as deeds,
      report->>'sentence' as sentence,
      title, url, site, published_at as "publishedAt", quantum
    from item cross join jsonb_array_elements(reports) as report
    where published_at >= ${since} and duplicate_of is null and reports <> '[]'
    order by published_at desc`.execute(db);
  return rows;
}

export async function readQuotes(db: Db) {
  return db.selectFrom('quote').selectAll().execute();
}

export async function keepHeat(db: Db, rows: readonly { coin: string; score: number; facts: unknown }[], at: Date) {
  if (rows.length === 0) return;
  await db
    .insertInto('heat')
    .values(rows.map(({ coin, score, facts }) => ({ coin, at, score, facts: JSON.stringify(facts) })))
    .execute();
}

/** The last score of each coin. */
export async function readHeat(db: Db): Promise<{ coin: string; at: Date; score: number; facts: unknown }[]> {
  const { rows } = await sql<{ coin: string; at: Date; score: number; facts: unknown }>`
    select coin, at, score, facts from heat
    where at = (select max(at) from heat) order by score desc, coin`.execute(db);
  return rows;
}

/** Keeps signals as they are now. @returns the ids of those that are told for the first time */
export async function keepSignals(
  db: Db,
  rows: readonly { id: string; coin: string; firstAt: Date; published: boolean; facts: unknown }[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const before = await db
    .selectFrom('signal')
    .select('id')
    .where('published', '=', true)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  await db
    .insertInto('signal')
    .values(
      rows.map(({ id, coin, firstAt, published, facts }) => ({
        ...{ id, coin, first_at: firstAt, published },
        facts: JSON.stringify(facts),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        facts: row.ref('excluded.facts'),
        published: sql<boolean>`signal.published or excluded.published`,
      })),
    )
    .execute();
  const told = new Set(before.map(({ id }) => id));
  return new Set(rows.filter(({ id, published }) => published && !told.has(id)).map(({ id }) => id));
}

export async function readSignals(db: Db, since: Date, most: number) {
  return db
    .selectFrom('signal')
    .select(['id', 'coin', 'first_at', 'facts'])
    .where('published', '=', true)
    .where('first_at', '>=', since)
    .orderBy('first_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Keeps the day's deviation of each coin. @returns the coins whose deviation is new */
export async function keepDeviations(
  db: Db,
  day: string,
  rows: readonly { coin: string; sigma: number; facts: unknown }[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const kept = await db
    .insertInto('deviation')
    .values(rows.map(({ coin, sigma, facts }) => ({ coin, day, sigma, facts: JSON.stringify(facts) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('coin')
    .execute();
  return new Set(kept.map(({ coin }) => coin));
}

/** The last deviation of each coin. */
export async function readDeviations(db: Db) {
  const { rows } = await sql<{ coin: string; sigma: number; facts: { level: 'High' | 'Moderate' } }>`
    select distinct on (coin) coin, sigma, facts from deviation order by coin, day desc`.execute(db);
  return rows;
}
