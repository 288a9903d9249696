import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Deviation } from './domain/deviation.ts';
import type { DayFacts } from './domain/facts.ts';
import type { Reported, StoredSignal } from './domain/signal.ts';
import type { Tables } from './store.ts';

type Db = Kysely<Tables>;

/** True if operators blocked the item's publisher, whose domain is the site or a parent of the site. */
const isBlocked = sql<boolean>`exists (
  select from publisher where state = 'blocked' and (site = domain or right(site, length(domain) + 1) = '.' || domain)
)`;

/** A release counts as this many commits. */
const releaseWeight = 5;

/**
 * Reads each coin's values for some days up to now, oldest first.
 * The values begin after the last day without a price. Reports are counted in periods of 24 hours, the last of which
 * ends now. Development activity and closing prices use UTC days, and the last price is the current quote.
 */
export async function readDays(db: Db, now: Date, days: number): Promise<Map<string, DayFacts[]>> {
  const { rows } = await sql<{
    coin: string;
    day: string;
    close: number | null;
    mentions: number;
    development: number;
  }>`
    with span as (
      select n, (${now}::timestamptz at time zone 'utc')::date - n as day from generate_series(0, ${days - 1}::int) n
    ), story as (
      select achievement->>'coin' as coin, min(published_at) as first_at
      from item cross join jsonb_array_elements(reports) as achievement
      where published_at > ${new Date(now.getTime() - days * 86_400_000)} and published_at <= ${now}
        and reports <> '[]' and not ${isBlocked}
      group by 1, coalesce(duplicate_of, id)
    ), report as (
      select coin, floor(extract(epoch from ${now}::timestamptz - first_at) / 86400)::int as n, count(*)::int as mentions
      from story group by 1, 2
    ), work as (
      select coin, day, sum(commits + ${releaseWeight}::int * releases)::int as development from work_day group by 1, 2
    )
    select quote.coin, span.day::text as day, case when span.n = 0 then quote.price else candle.close end as close,
      coalesce(report.mentions, 0) as mentions, coalesce(work.development, 0) as development
    from quote cross join span
      left join candle on candle.coin = quote.coin and candle.day = span.day
      left join report on report.coin = quote.coin and report.n = span.n
      left join work on work.coin = quote.coin and work.day = span.day
    order by quote.coin, span.day`.execute(db);
  const byCoin = [...Map.groupBy(rows, ({ coin }) => coin)].map(([coin, all]): [string, DayFacts[]] => {
    const gap = all.findLastIndex(({ close }) => close === null);
    return [
      coin,
      all
        .slice(gap + 1)
        .map(({ day, close, mentions, development }) => ({ day, close: close as number, mentions, development })),
    ];
  });
  return new Map(byCoin);
}

/** Counts each coin's mentions in the period, by source. */
export async function countMentions(
  db: Db,
  since: Date,
  until: Date,
): Promise<{ coin: string; source: string; mentions: number }[]> {
  return db
    .selectFrom('mention_hour')
    .where('hour', '>=', since)
    .where('hour', '<', until)
    .groupBy(['coin', 'source'])
    .select(['coin', 'source', sql<number>`sum(mentions)::int`.as('mentions')])
    .orderBy('coin')
    .orderBy('source')
    .execute();
}

/**
 * Lists the achievements reported in the period, newest first.
 * An item that reports achievements of several coins has one row for each coin. Of items with the same time, copies
 * precede originals.
 */
export async function readReports(db: Db, since: Date, until: Date): Promise<Reported[]> {
  const { rows } = await sql<Reported>`
    select report->>'coin' as coin,
      array(select jsonb_array_elements_text(report->'deeds')) as deeds,
      report->>'sentence' as sentence,
      title, url, site, source, published_at as "publishedAt", quantum, coalesce(duplicate_of, id) as original
    from item cross join jsonb_array_elements(reports) as report
    where published_at > ${since} and published_at <= ${until} and reports <> '[]'
    order by published_at desc, duplicate_of is null`.execute(db);
  return rows;
}

/** Lists the stored signals first reported after `since`, oldest first. */
export async function listStoredSignals(db: Db, since: Date): Promise<StoredSignal[]> {
  const { rows } = await sql<StoredSignal>`
    select id, coin, first_at as "firstAt", facts->>'type' as type, facts->>'deed' as deed,
      coalesce(facts->'deeds', jsonb_build_array(facts->'deed')) as deeds,
      facts->>'headline' as headline, facts->>'summary' as summary, published
    from signal where first_at > ${since} order by first_at, id`.execute(db);
  return rows;
}

/**
 * Returns the coins whose score would fall only because data is missing.
 * For these coins, most reports since `since` came from sources that do not respond now, or yesterday's commits and
 * releases have not been fetched yet.
 */
export async function findOutdatedCoins(
  db: Db,
  since: Date,
  now: Date,
  silentSources: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ coin: string }>`
    select report->>'coin' as coin from item cross join jsonb_array_elements(reports) as report
    where published_at > ${since} and published_at <= ${now} and duplicate_of is null and reports <> '[]'
    group by 1 having 2 * count(*) filter (where source = any(${[...silentSources]}::text[])) > count(*)
    union
    select coin from work_day where day > (${since}::timestamptz at time zone 'utc')::date
    group by coin having max(day) < (${now}::timestamptz at time zone 'utc')::date - 1`.execute(db);
  return new Set(rows.map(({ coin }) => coin));
}

export async function readQuotes(db: Db) {
  return db.selectFrom('quote').selectAll().execute();
}

export async function insertHeat(db: Db, rows: readonly { coin: string; score: number; facts: unknown }[], at: Date) {
  if (rows.length === 0) return;
  await db
    .insertInto('heat')
    .values(rows.map(({ coin, score, facts }) => ({ coin, at, score, facts: JSON.stringify(facts) })))
    .execute();
}

/** Returns the last score of each coin, whatever its age, hottest first. */
export async function readHeat(db: Db): Promise<{ coin: string; at: Date; score: number; facts: unknown }[]> {
  const { rows } = await sql<{ coin: string; at: Date; score: number; facts: unknown }>`
    select last.* from quote cross join lateral (
      select coin, at, score, facts from heat where heat.coin = quote.coin order by at desc limit 1
    ) last order by score desc, coin`.execute(db);
  return rows;
}

/**
 * Upserts signals.
 * If the new `graphMoved` is null, the stored value remains.
 * @returns the ids of the signals published for the first time
 */
export async function upsertSignals(
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
        id,
        coin,
        first_at: firstAt,
        published,
        facts: JSON.stringify(facts),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        facts: sql`case when excluded.facts->'graphMoved' = 'null'
          then excluded.facts || jsonb_build_object('graphMoved', signal.facts->'graphMoved') else excluded.facts end`,
        published: sql<boolean>`signal.published or excluded.published`,
      }),
    )
    .execute();
  const publishedBefore = new Set(before.map(({ id }) => id));
  return new Set(rows.filter(({ id, published }) => published && !publishedBefore.has(id)).map(({ id }) => id));
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

/**
 * Inserts the day's deviation of each coin.
 * @returns the coins that had no stored deviation for that day
 */
export async function insertDeviations(
  db: Db,
  day: string,
  rows: readonly { coin: string; sigma: number; facts: unknown }[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await db
    .insertInto('deviation')
    .values(rows.map(({ coin, sigma, facts }) => ({ coin, day, sigma, facts: JSON.stringify(facts) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('coin')
    .execute();
  return new Set(inserted.map(({ coin }) => coin));
}

/** Returns the last deviation of each coin. */
export async function readDeviations(db: Db) {
  const { rows } = await sql<{ coin: string; day: string; sigma: number; facts: Deviation }>`
    select distinct on (coin) coin, day::text as day, sigma, facts from deviation order by coin, deviation.day desc`.execute(
    db,
  );
  return rows;
}
