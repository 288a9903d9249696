import type { MessagingTables } from '@xrp-bridge/runtime';
import { type Generated, type Kysely, sql } from 'kysely';
import type { Candle, Count, Quote, SourceKind, Work } from './domain/findings.ts';
import type { PublisherState } from './domain/publisher.ts';
import type { Report } from './domain/reading.ts';

export interface SourceTable {
  name: string;
  kind: SourceKind;
  complete_until: Date | null;
  good_at: Date | null;
  error: string | null;
  failures: Generated<number>;
  refused: Generated<string>;
  paused_until: Date | null;
}

interface RunTable {
  started_at: Date;
  ended_at: Date;
}

interface QuoteTable {
  coin: string;
  price: number;
  change_24h: number;
  volume_24h: number | null;
  market_cap: number | null;
  source: string;
  at: Date;
}

interface CandleTable {
  coin: string;
  day: string;
  close: number;
  volume: number | null;
  source: string;
}

export interface ItemTable {
  id: Generated<string>;
  url: string;
  title: string;
  /** The text that is compared with other items to find copies; null for the title. */
  gist: string | null;
  site: string;
  source: string;
  language: string;
  published_at: Date;
  coins: string[];
  reports: Report[];
  quantum: boolean;
  duplicate_of: string | null;
}

export interface MentionHourTable {
  coin: string;
  source: string;
  hour: Date;
  mentions: number;
}

interface WorkDayTable {
  coin: string;
  repository: string;
  day: string;
  commits: number;
  releases: number;
}

interface HeatTable {
  coin: string;
  at: Date;
  score: number;
  facts: unknown;
}

interface SignalTable {
  id: string;
  coin: string;
  first_at: Date;
  facts: unknown;
  published: boolean;
  /** The day whose mail included the signal. */
  mailed_on: Generated<string | null>;
}

interface DeviationTable {
  coin: string;
  day: string;
  sigma: number;
  facts: unknown;
}

interface WeekTable {
  /** The Sunday of the week. */
  ends_on: string;
  facts: unknown;
  written_at: Date;
}

interface SignalsDayTable {
  day: string;
  facts: unknown;
  written_at: Date;
}

export interface Tables extends MessagingTables {
  source: SourceTable;
  source_part: { source: string; part: string; complete_until: Date };
  run: RunTable;
  quote: QuoteTable;
  candle: CandleTable;
  item: ItemTable;
  /** `submitted` is true while only users' submissions have delivered the URL. */
  seen: { url: string; at: Date; submitted: Generated<boolean> };
  mention_hour: MentionHourTable;
  work_day: WorkDayTable;
  heat: HeatTable;
  signal: SignalTable;
  signals_day: SignalsDayTable;
  deviation: DeviationTable;
  week: WeekTable;
  publisher: { domain: string; state: PublisherState; seen_at: Generated<Date>; decided_at: Date | null };
}

type Db = Kysely<Tables>;

/**
 * Upserts quotes, unless the stored quote is newer.
 * All values of a quote come from the same source and time.
 */
export async function upsertQuotes(db: Db, source: string, quotes: readonly Quote[]): Promise<void> {
  if (quotes.length === 0) return;
  await db
    .insertInto('quote')
    .values(
      quotes.map(({ coin, price, change24h, volume24h, marketCap, at }) => ({
        coin,
        price,
        source,
        at,
        change_24h: change24h,
        volume_24h: volume24h,
        market_cap: marketCap,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('coin')
        .doUpdateSet((row) => ({
          price: row.ref('excluded.price'),
          change_24h: row.ref('excluded.change_24h'),
          volume_24h: row.ref('excluded.volume_24h'),
          market_cap: row.ref('excluded.market_cap'),
          source: row.ref('excluded.source'),
          at: row.ref('excluded.at'),
        }))
        .whereRef('quote.at', '<', 'excluded.at'),
    )
    .execute();
}

/** Inserts candles. A completed day does not change, so a stored candle is not replaced. */
export async function insertCandles(db: Db, source: string, candles: readonly Candle[]): Promise<void> {
  if (candles.length === 0) return;
  await db
    .insertInto('candle')
    .values(candles.map((candle) => ({ ...candle, source })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function upsertWork(db: Db, work: readonly Work[]): Promise<void> {
  if (work.length === 0) return;
  await db
    .insertInto('work_day')
    .values([...work])
    .onConflict((conflict) =>
      conflict.columns(['coin', 'repository', 'day']).doUpdateSet((row) => ({
        commits: row.ref('excluded.commits'),
        releases: row.ref('excluded.releases'),
      })),
    )
    .execute();
}

/** Upserts the hourly counts of a source that returns only counts. */
export async function upsertCounts(db: Db, source: string, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  await db
    .insertInto('mention_hour')
    .values(counts.map((count) => ({ ...count, source })))
    .onConflict((conflict) =>
      conflict.columns(['coin', 'source', 'hour']).doUpdateSet((row) => ({ mentions: row.ref('excluded.mentions') })),
    )
    .execute();
}

/**
 * Runs `work` in one instance at a time. The connection owns the lock, so a crash releases the lock.
 * @returns false, without running `work`, while another instance holds the lock
 */
export function runExclusively(db: Db, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{ alone: boolean }>`
      select pg_try_advisory_lock(hashtext('signals refresh')) as alone`.execute(own);
    if (!rows[0]?.alone) return false;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtext('signals refresh'))`.execute(own);
    }
    return true;
  });
}

export async function insertRun(db: Db, run: RunTable): Promise<void> {
  await db.insertInto('run').values(run).execute();
}

/** Returns the time at which the last run started. */
export async function readLastRun(db: Db): Promise<Date | null> {
  const last = await db
    .selectFrom('run')
    .select('started_at')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.started_at ?? null;
}
