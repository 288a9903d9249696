import { randomUUID } from 'node:crypto';
import { createDuplicateFinder } from '@xrp-bridge/text/duplicates';
import type { Context } from '../context.ts';
import { coins } from '../domain/coins.ts';
import type { Findings, Item } from '../domain/findings.ts';
import { isUserSubmitted } from '../domain/publisher.ts';
import { claimUrls, findOriginals, findUnseen, insertItems, listStories, type NewItem } from '../item-store.ts';
import { retentionDays } from '../partitions.ts';
import { insertPublishers, listDomains } from '../publisher-store.ts';
import { readQuotes } from '../score-store.ts';
import { readSources, type SourceState, upsertFailure, upsertPartProgress, upsertSuccess } from '../source-store.ts';
import { dayOf } from '../sources/rows.ts';
import { type FetchRequest, PartlyAnswered, type Source } from '../sources/source.ts';
import { BadAnswer } from '../sources/web.ts';
import { insertCandles, upsertCounts, upsertQuotes, upsertWork } from '../store.ts';

const dayMs = 86_400_000;
/** Period of the first fetch from a source: the 37 days of a score, and one more day. */
const firstFetchMs = 38 * dayMs;
/** Each fetch overlaps the last one, because the source may have indexed recent items late. */
const overlapMs = 2 * 3_600_000;
/** Maximum age of a quote. An older quote is requested from the next source. */
const freshMs = 15 * 60_000;
/**
 * Time limit of a fetch.
 * After the limit, the fetch is stopped, but the stored findings remain. GDELT's first fetch takes about eight minutes.
 */
const maxFetchMs = 12 * 60_000;
/** Maximum time between two items with the same story; a later item is a new story. */
const sameStoryMs = 3 * dayMs;

type Duplicates = ReturnType<typeof createDuplicateFinder>;

/**
 * Fetches from all sources concurrently, and stores each batch as it arrives.
 * A failing or hanging source does not affect the other sources. Prices come from the first source; the next source is
 * queried for missing coins.
 */
export async function fetchSources(context: Context, now: Date, signal?: AbortSignal): Promise<void> {
  const states = new Map((await readSources(context.db)).map((source) => [source.name, source]));
  const firstFetch = now.getTime() - firstFetchMs;
  // Even after a long outage, the period is not longer than the period of the first fetch.
  const sinceOf = (completeUntil: Date | null | undefined) =>
    new Date(Math.max(completeUntil?.getTime() ?? firstFetch, firstFetch) - overlapMs);
  const others = context.sources.filter(({ kind }) => kind !== 'prices');
  // Older stories are not needed: the data of each stored coin is complete up to these times, and a new coin has no
  // stories.
  const completeTimes = others.map(({ name }) => sinceOf(states.get(name)?.completeUntil).getTime());
  const duplicates = createDuplicateFinder(sameStoryMs);
  const storiesSince = new Date(Math.min(now.getTime(), ...completeTimes) - sameStoryMs);
  for (const story of await listStories(context.db, storiesSince)) duplicates.add(story);
  const everyCoin = coins.map(({ ticker }) => ticker);

  const pricing = async () => {
    for (const source of context.sources.filter(({ kind }) => kind === 'prices')) {
      const missing = await findUnpriced(context, now);
      if (missing.coins.length === 0) return;
      // If the first source fails, the next source must also deliver the candles.
      const { since } = missing;
      await fetchSource(
        context,
        source,
        { now, since, sinceOf: () => since, coins: missing.coins },
        duplicates,
        signal,
      );
    }
  };
  await Promise.all([
    pricing(),
    ...others.map((source) => {
      const state = states.get(source.name);
      const request: FetchRequest = {
        now,
        since: sinceOf(state?.completeUntil),
        sinceOf: (one) => sinceOf(completeUntilOf(state, one)),
        coins: everyCoin,
      };
      return fetchSource(context, source, request, duplicates, signal);
    }),
  ]);
}

/**
 * Returns the time up to which a coin or repository is complete.
 * If no time is stored per coin or repository, returns `source.complete_until`.
 */
function completeUntilOf(state: SourceState | undefined, part: string): Date | null | undefined {
  return state?.parts.size === 0 ? state.completeUntil : state?.parts.get(part);
}

/** Returns the coins without a fresh quote or yesterday's candle, and the start of missing candles. */
async function findUnpriced({ db }: Context, now: Date): Promise<{ coins: string[]; since: Date }> {
  const quotes = new Map((await readQuotes(db)).map((quote) => [quote.coin, quote.at]));
  const yesterday = dayOf(new Date(now.getTime() - dayMs));
  const closed = await db.selectFrom('candle').select('coin').where('day', '=', yesterday).execute();
  const isClosed = new Set(closed.map(({ coin }) => coin));
  const isFresh = (coin: string) => now.getTime() - (quotes.get(coin)?.getTime() ?? 0) < freshMs;
  const missing = coins.map(({ ticker }) => ticker).filter((coin) => !isFresh(coin) || !isClosed.has(coin));
  const needsCandles = missing.some((coin) => !isClosed.has(coin));
  return { coins: missing, since: needsCandles ? new Date(now.getTime() - firstFetchMs) : now };
}

async function fetchSource(
  context: Context,
  source: Source,
  request: FetchRequest,
  duplicates: Duplicates,
  signal?: AbortSignal,
): Promise<void> {
  const { db, log, clock } = context;
  const until = clock().getTime() + maxFetchMs;
  let refused = 0;
  let prices = 0;
  try {
    for await (const findings of source.fetch(request)) {
      signal?.throwIfAborted();
      refused += findings.refused ?? 0;
      prices += (findings.quotes?.length ?? 0) + (findings.candles?.length ?? 0);
      await saveFindings(context, source.name, findings, request.now, duplicates);
      if (findings.completed && source.kind !== 'prices')
        await upsertPartProgress(db, source.name, findings.completed, request.now);
      if (clock().getTime() > until) throw new Error('The source takes too long.');
    }
    if (source.kind === 'prices' && refused > 0 && prices === 0)
      throw new BadAnswer('The source’s response has no price we can read.');
    await upsertSuccess(db, source, request.now, refused);
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ source: source.name, reason }, 'a source of the signals failed');
    await upsertFailure(db, source, {
      error: reason.slice(0, 200),
      refused,
      pausedUntil: source.pausedUntil(),
      goodAt: error instanceof PartlyAnswered ? request.now : null,
    });
  }
}

async function saveFindings(
  context: Context,
  source: string,
  { quotes = [], candles = [], items = [], counts = [], work = [] }: Findings,
  now: Date,
  duplicates: Duplicates,
): Promise<void> {
  const { db } = context;
  const oldest = new Date(now.getTime() - retentionDays * dayMs);
  await upsertQuotes(db, source, quotes);
  await insertCandles(
    db,
    source,
    candles.filter(({ day }) => day >= dayOf(oldest)),
  );
  await upsertCounts(db, source, counts);
  await upsertWork(db, work);
  await readAndInsert(
    context,
    source,
    items.filter(({ publishedAt }) => publishedAt >= oldest),
    duplicates,
  );
}

/**
 * Analyzes new items, and inserts the items that no parallel run has stored in the meantime.
 * The analysis is slow, so it runs before the transaction.
 */
async function readAndInsert(
  { db, reader, transact, settings, clock }: Context,
  source: string,
  items: readonly Item[],
  duplicates: Duplicates,
): Promise<void> {
  const submitted = isUserSubmitted(source);
  const found = await findUnseen(db, items, submitted);
  const unseen = found.toSorted((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
  const readings = await reader.read(unseen.map(({ title, text, language }) => ({ title, text, language })));
  await transact(async (tx) => {
    const claimed = await claimUrls(tx, unseen, submitted);
    const originals = await findOriginals(tx, [...claimed]);
    const rows = unseen.flatMap((item, index): NewItem[] => {
      const reading = readings[index];
      if (!claimed.has(item.url) || !reading || reading.coins.length === 0) return [];
      const { url, title, gist = null, site, language, publishedAt } = item;
      const id = randomUUID();
      // If a user has submitted this URL, the publisher's item becomes a duplicate of that submission. Later copies of
      // either item then count as one story.
      const submission = originals.get(url);
      const story = { id: submission ?? id, text: gist ?? title, at: publishedAt, topics: reading.coins };
      const copied = duplicates.add(story);
      const duplicate_of = submission ?? copied;
      return [{ id, url, title, gist, site, source, language, published_at: publishedAt, ...reading, duplicate_of }];
    });
    await insertItems(tx, rows, await listDomains(tx, 'blocked'));
    const sites = rows.filter(({ reports }) => reports.length > 0).map(({ site }) => site);
    await insertPublishers(tx, sites, settings.MODE, clock());
  });
}
