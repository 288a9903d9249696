import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { signalsApi } from '@xrp-bridge/contracts/signals';
import type { Kysely } from 'kysely';
import { isStale } from './domain/age.ts';
import { coins, describedOn, nameOf } from './domain/coins.ts';
import { type Citation, type HeatFacts, type SignalFacts, withLinks } from './domain/facts.ts';
import { isTrusted } from './domain/publisher.ts';
import { velocityOf } from './domain/trend.ts';
import { listDomains } from './publisher-store.ts';
import { countMentions, readDeviations, readHeat, readQuotes, readSignals } from './score-store.ts';
import { readSources } from './source-store.ts';
import { readLastRun, type Tables } from './store.ts';

// Replies of the API, formatted from stored values. Scores are not computed here.

type Db = Kysely<Tables>;
type Api = typeof signalsApi;

const dayMs = 86_400_000;
/** Maximum age of a current price: the four hours between refreshes plus a quarter of an hour. */
const freshQuoteMs = 15 * 60_000 + 4 * 3_600_000;
const shownSignalsMs = 30 * dayMs;
const mostSignals = 60;
const mostHighlights = 3;
const mostTrending = 5;

async function readAges(db: Db, now: Date) {
  const sources = (await readSources(db)).filter(({ inUse }) => inUse);
  return sources.map(({ name, goodAt }) => ({ name, at: goodAt?.toISOString() ?? null, stale: isStale(goodAt, now) }));
}

export async function viewHotMeter(db: Db, now: Date): Promise<ReplyOf<Api['readHotMeter']>> {
  const rows = await readHeat(db);
  const allowed = await listDomains(db, 'allowed');
  return {
    coins: rows.map(({ coin, at, score, facts }) => {
      const { mentions, development, price, ...rest } = facts as HeatFacts;
      return {
        coin,
        name: nameOf(coin),
        mentions: rest.reports,
        priceChange: `${price.change < 0 ? '-' : '+'}${Math.abs(price.change * 100).toFixed(1)}%`,
        heatScore: score,
        signalWords: rest.signalWords,
        inputs: { mentions, development, price },
        window: rest.window,
        scoredAt: at.toISOString(),
        days: rest.days,
        closeBefore: rest.closeBefore,
        sources: rest.sources,
        read: citationsOf(rest.read, allowed),
      };
    }),
    updatedAt: newestOf(rows),
    sources: await readAges(db, now),
  };
}

export async function viewSignals(db: Db, now: Date): Promise<ReplyOf<Api['listSignals']>> {
  const rows = await readSignals(db, new Date(now.getTime() - shownSignalsMs), mostSignals);
  const [sources, heat] = [await readAges(db, now), await readHeat(db)];
  const allowed = await listDomains(db, 'allowed');
  return {
    signals: rows.flatMap(({ id, coin, first_at, facts }) => {
      const { headline, summary, deed, type, impact, quantum, graphMoved, reported } = facts as SignalFacts;
      const linked = withLinks(facts as SignalFacts, allowed);
      if (!linked) return [];
      const { score, confidence } = linked;
      return {
        id,
        token: coin,
        headline,
        summary,
        date: first_at.toISOString(),
        signal: deed,
        graphMoved,
        type,
        impact,
        confidenceScore: score,
        confidence,
        quantum,
        sources: citationsOf(reported, allowed),
      };
    }),
    updatedAt: newestOf(heat),
    sources,
  };
}

export async function viewMarket(db: Db, now: Date): Promise<ReplyOf<Api['readMarket']>> {
  const [quotes, deviations, ages, velocities] = await Promise.all([
    readQuotes(db),
    readDeviations(db),
    readAges(db, now),
    readVelocities(db),
  ]);
  const tokens = coins.flatMap(({ ticker, name, description, usage }) => {
    const quote = quotes.find(({ coin }) => coin === ticker);
    if (!quote) return [];
    const deviation = deviations.find(({ coin }) => coin === ticker);
    const velocity = velocities.find(({ coin }) => coin === ticker);
    return [
      {
        symbol: ticker,
        name,
        description,
        realWorldUsage: usage,
        describedOn,
        price: decimal(quote.price),
        change24h: Math.round(quote.change_24h * 100) / 100,
        volume24h: quote.volume_24h === null ? null : quote.volume_24h.toFixed(0),
        marketCap: quote.market_cap === null ? null : quote.market_cap.toFixed(0),
        mentions: velocity?.mentions ?? 0,
        mentionChange: velocity?.percent ?? null,
        lastUpdate: quote.at.toISOString(),
        deviation: deviation?.sigma ?? null,
        deviationDay: deviation?.day ?? null,
        dayChange: deviation ? Math.round(deviation.facts.change * 10_000) / 100 : null,
        level: deviation?.facts.level ?? null,
        isAlert: deviation?.facts.level === 'High',
        source: quote.source,
        stale: now.getTime() - quote.at.getTime() > freshQuoteMs,
      },
    ];
  });
  return { tokens, updatedAt: newestOf(quotes), sources: ages };
}

export async function viewHighlights(db: Db, now: Date): Promise<ReplyOf<Api['listHighlights']>> {
  const { signals } = await viewSignals(db, now);
  const rank = ({ confidenceScore, impact }: (typeof signals)[number]) =>
    confidenceScore + (impact === 'high' ? 20 : 0);
  return signals
    .toSorted((a, b) => rank(b) - rank(a) || b.date.localeCompare(a.date))
    .slice(0, mostHighlights)
    .flatMap(({ id, headline, summary, date, sources }) => {
      const linked = sources.find(({ url }) => url !== null);
      return linked?.url
        ? [{ id, title: headline, description: summary, url: linked.url, date, source: linked.site }]
        : [];
    });
}

export async function viewTrending(db: Db): Promise<ReplyOf<Api['listTrending']>> {
  const velocities = await readVelocities(db);
  return velocities
    .flatMap(({ percent, ...rest }) => (percent === null || rest.mentions === 0 ? [] : [{ ...rest, percent }]))
    .toSorted((a, b) => b.percent - a.percent || b.mentions - a.mentions)
    .slice(0, mostTrending)
    .map(({ coin, mentions, sources, percent, until }) => ({
      symbol: coin,
      mentionCount: mentions,
      source: sources.join(', '),
      velocityPercentage: percent,
      timestamp: until.toISOString(),
    }));
}

export async function viewSources(db: Db, now: Date): Promise<ReplyOf<Api['listSources']>> {
  const sources = await readSources(db);
  return {
    sources: sources.map(({ name, goodAt, error, failures, refused, pausedUntil }) => ({
      name,
      at: goodAt?.toISOString() ?? null,
      stale: isStale(goodAt, now),
      lastError: error,
      failures,
      refused,
      pausedUntil: pausedUntil?.toISOString() ?? null,
    })),
  };
}

/**
 * Computes each coin's mentions of the last 24 complete hours, and the change from the day before.
 * The period ends with the last completed run or the newest answer, whichever is earlier. A source whose data for a
 * coin ends before that time is excluded from both days, because missing data is not a decrease.
 */
async function readVelocities(db: Db) {
  const [run, sources] = await Promise.all([readLastRun(db), readSources(db)]);
  const answered = sources.flatMap(({ name, kind, goodAt, parts }) =>
    kind === 'mentions' && goodAt ? [{ name, goodAt, parts }] : [],
  );
  if (answered.length === 0) return [];
  const newest = Math.max(...answered.map(({ goodAt }) => goodAt.getTime()));
  const until = fullHour(Math.min(run?.getTime() ?? newest, newest));
  const isComplete = ({ coin, source }: { coin: string; source: string }) =>
    answered.some(({ name, goodAt, parts }) => name === source && (parts.get(coin) ?? goodAt) >= until);
  const countComplete = async (since: number, end: number) =>
    (await countMentions(db, new Date(since), new Date(end))).filter(isComplete);
  const end = until.getTime();
  const [last, before] = await Promise.all([
    countComplete(end - dayMs, end),
    countComplete(end - 2 * dayMs, end - dayMs),
  ]);
  const sumOf = (rows: typeof last, coin: string) =>
    rows.filter((row) => row.coin === coin).reduce((sum, { mentions }) => sum + mentions, 0);
  return coins.map(({ ticker }) => {
    const mentions = sumOf(last, ticker);
    const named = last.filter(({ coin }) => coin === ticker).map(({ source }) => source);
    return { coin: ticker, mentions, sources: named, percent: velocityOf(mentions, sumOf(before, ticker)), until };
  });
}

/** Rounds down to a full hour, because mentions are counted by the hour. */
function fullHour(time: number): Date {
  return new Date(Math.floor(time / 3_600_000) * 3_600_000);
}

function newestOf(rows: readonly { at: Date }[]): string | null {
  return rows.length === 0 ? null : new Date(Math.max(...rows.map(({ at }) => at.getTime()))).toISOString();
}

/**
 * Formats citations.
 * Only an allowed publisher's own text is linked; other citations show only the site's name.
 */
function citationsOf(citations: readonly Citation[], allowed: ReadonlySet<string>) {
  return citations.map(({ title, url, site, source, publishedAt }) => ({
    title,
    url: isTrusted({ site, ...(source ? { source } : {}) }, allowed) ? url : null,
    site,
    at: new Date(publishedAt).toISOString(),
  }));
}

/** Formats a price: two digits from one dollar up, four significant digits below one dollar. */
function decimal(price: number): string {
  return price >= 1 ? price.toFixed(2) : price.toFixed(Math.min(12, 3 - Math.floor(Math.log10(price))));
}
