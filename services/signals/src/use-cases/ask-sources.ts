import { randomUUID } from 'node:crypto';
import { createDuplicateFinder } from '@xrp-bridge/text/duplicates';
import type { Context } from '../context.ts';
import { coins } from '../domain/coins.ts';
import type { Findings, Item } from '../domain/findings.ts';
import { isUserSubmitted } from '../domain/publisher.ts';
import { claimUrls, findOriginals, findUnseen, insertItems, type NewItem, readTold } from '../item-store.ts';
import { keptDays } from '../partitions.ts';
import { insertPublishers, listDomains } from '../publisher-store.ts';
import { readQuotes } from '../score-store.ts';
import { keepKnown, markFailed, markGood, readSources, type SourceState } from '../source-store.ts';
import { dayOf } from '../sources/rows.ts';
import { PartlyAnswered, type Question, type Source } from '../sources/source.ts';
import { BadAnswer } from '../sources/web.ts';
import { keepCandles, keepCounts, keepQuotes, keepWork } from '../store.ts';

const dayMs = 86_400_000;
/** Period of the first fetch from a source: the days of a score, and a day more. */
const firstLookMs = 38 * dayMs;
/** Items published shortly before the last fetch may not have been indexed then. */
const overlapMs = 2 * 3_600_000;
/** An older quote is requested from the next source. */
const freshMs = 15 * 60_000;
/**
 * A longer fetch is stopped, and its findings so far remain. GDELT's first fetch takes about eight
 * minutes.
 */
const mostVisitMs = 12 * 60_000;
/** A story in other words after this time is a new story. */
const retoldMs = 3 * dayMs;

type Duplicates = ReturnType<typeof createDuplicateFinder>;

/**
 * Fetches from all sources concurrently, and stores each batch as it arrives.
 * A failing or hanging source does not affect the others. Prices come from the first source; the next one is queried
 * for missing coins.
 */
export async function askSources(context: Context, now: Date, signal?: AbortSignal): Promise<void> {
  const states = new Map((await readSources(context.db)).map((source) => [source.name, source]));
  const firstLook = now.getTime() - firstLookMs;
  // A long outage does not extend the period either.
  const sinceOf = (known: Date | null | undefined) =>
    new Date(Math.max(known?.getTime() ?? firstLook, firstLook) - overlapMs);
  const others = context.sources.filter(({ kind }) => kind !== 'prices');
  // A source is complete up to here, and each of its coins at least. A new coin has no stories yet.
  const askedFrom = others.map(({ name }) => sinceOf(states.get(name)?.knownUntil).getTime());
  const duplicates = createDuplicateFinder(retoldMs);
  const toldSince = new Date(Math.min(now.getTime(), ...askedFrom) - retoldMs);
  for (const told of await readTold(context.db, toldSince)) duplicates.add(told);
  const everyCoin = coins.map(({ ticker }) => ticker);

  const pricing = async () => {
    for (const source of context.sources.filter(({ kind }) => kind === 'prices')) {
      const missing = await findUnpriced(context, now);
      if (missing.coins.length === 0) return;
      // A fallback source also has to deliver the candles.
      const { since } = missing;
      await askOne(context, source, { now, since, sinceOf: () => since, coins: missing.coins }, duplicates, signal);
    }
  };
  await Promise.all([
    pricing(),
    ...others.map((source) => {
      const state = states.get(source.name);
      const question: Question = {
        now,
        since: sinceOf(state?.knownUntil),
        sinceOf: (one) => sinceOf(knownOf(state, one)),
        coins: everyCoin,
      };
      return askOne(context, source, question, duplicates, signal);
    }),
  ]);
}

/**
 * Returns the time up to which a coin or repository is complete.
 * Falls back to the source's time when the source has no separate parts yet.
 */
function knownOf(state: SourceState | undefined, part: string): Date | null | undefined {
  return state?.parts.size === 0 ? state.knownUntil : state?.parts.get(part);
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
  return { coins: missing, since: needsCandles ? new Date(now.getTime() - firstLookMs) : now };
}

async function askOne(
  context: Context,
  source: Source,
  question: Question,
  duplicates: Duplicates,
  signal?: AbortSignal,
): Promise<void> {
  const { db, log, clock } = context;
  const until = clock().getTime() + mostVisitMs;
  let refused = 0;
  let prices = 0;
  try {
    for await (const findings of source.ask(question)) {
      signal?.throwIfAborted();
      refused += findings.refused ?? 0;
      prices += (findings.quotes?.length ?? 0) + (findings.candles?.length ?? 0);
      await keepFindings(context, source.name, findings, question.now, duplicates);
      if (findings.known && source.kind !== 'prices') await keepKnown(db, source.name, findings.known, question.now);
      if (clock().getTime() > until) throw new Error('takes too long');
    }
    if (source.kind === 'prices' && refused > 0 && prices === 0) throw new BadAnswer('has no price that can be read');
    await markGood(db, source, question.now, refused);
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ source: source.name, reason }, 'a source of the signals failed');
    await markFailed(db, source, {
      error: reason.slice(0, 200),
      refused,
      pausedUntil: source.pausedUntil(),
      goodAt: error instanceof PartlyAnswered ? question.now : null,
    });
  }
}

async function keepFindings(
  context: Context,
  source: string,
  { quotes = [], candles = [], items = [], counts = [], work = [] }: Findings,
  now: Date,
  duplicates: Duplicates,
): Promise<void> {
  const { db } = context;
  const oldest = new Date(now.getTime() - keptDays * dayMs);
  await keepQuotes(db, source, quotes);
  await keepCandles(
    db,
    source,
    candles.filter(({ day }) => day >= dayOf(oldest)),
  );
  await keepCounts(db, source, counts);
  await keepWork(db, work);
  await readAndKeep(
    context,
    source,
    items.filter(({ publishedAt }) => publishedAt >= oldest),
    duplicates,
  );
}

/**
 * Reads new items before the transaction, because that is slow, and inserts those not stored
 * meanwhile.
 */
async function readAndKeep(
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
      // A publisher's text joins the submission with the same URL: later copies of either are copies of one story.
      const submission = originals.get(url);
      const told = { id: submission ?? id, text: gist ?? title, at: publishedAt, topics: reading.coins };
      const copied = duplicates.add(told);
      const duplicate_of = submission ?? copied;
      return [{ id, url, title, gist, site, source, language, published_at: publishedAt, ...reading, duplicate_of }];
    });
    await insertItems(tx, rows, await listDomains(tx, 'blocked'));
    const sites = rows.filter(({ reports }) => reports.length > 0).map(({ site }) => site);
    await insertPublishers(tx, sites, settings.MODE, clock());
  });
}
