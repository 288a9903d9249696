import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type {
  GetConciergeAlerts,
  GetConciergeAnalysis,
  GetConciergeDashboard,
  GetConciergeTrends,
} from '@xrp-bridge/contracts/public-api';
import type { signalsApi } from '@xrp-bridge/contracts/signals';

// Builds the concierge's pages from the signals service's data. All texts are about the past, because we give no
// forecasts.

type Market = ReplyOf<typeof signalsApi.readMarket>;
type MarketToken = Market['tokens'][number];
type Signals = ReplyOf<typeof signalsApi.listSignals>;
type HotMeter = ReplyOf<typeof signalsApi.readHotMeter>;
type HotCoin = HotMeter['coins'][number];
type Alert = ReplyOf<typeof GetConciergeAlerts>['alerts'][number];
type Trend = ReplyOf<typeof GetConciergeTrends>['trends'][number];

/** A day with a larger deviation (in sigma) is unusual. */
const calmSigma = 1;
/** An unusual day above this deviation is "High", else "Moderate". */
const highSigma = 2;
/** Number of closing prices before a day from which the band for that day is computed. */
const bandDays = 14;
const bandSigmas = 2;
/** Minimum number of days in a wave. A wave is a run of days in one direction. */
const waveDays = 3;
/** Maximum number of items in one paragraph. */
const maxItems = 5;

/** Lists the tokens whose last full day was unusual, largest deviation first. */
export function listAlerts({ tokens }: { tokens: readonly MarketToken[] }): Alert[] {
  return tokens
    .flatMap(({ deviation: sigma, deviationDay: day, dayChange, lastUpdate: at, ...token }) => {
      if (sigma === null || day === null || dayChange === null || Math.abs(sigma) <= calmSigma) return [];
      const level = Math.abs(sigma) > highSigma ? ('High' as const) : ('Moderate' as const);
      const { symbol, name, price, source, stale } = token;
      return [{ symbol, name, day, sigma, level, price, dayChange, at, source, stale }];
    })
    .sort((one, other) => Math.abs(other.sigma) - Math.abs(one.sigma));
}

/** Returns the stable tokens (calmest first), alerts and a summary. */
export function makeDashboard(market: Market): ReplyOf<typeof GetConciergeDashboard> {
  const { tokens, updatedAt, sources } = market;
  const calmness = ({ deviation }: MarketToken) => Math.abs(deviation ?? Number.POSITIVE_INFINITY);
  const stable = tokens.filter((token) => calmness(token) <= calmSigma).sort((a, b) => calmness(a) - calmness(b));
  return { stable, alerts: listAlerts(market), summary: summarize(tokens), updatedAt, sources };
}

function summarize(tokens: readonly MarketToken[]): ReplyOf<typeof GetConciergeDashboard>['summary'] {
  const rose = tokens.filter(({ change24h }) => change24h > 0).length;
  const fell = tokens.filter(({ change24h }) => change24h < 0).length;
  const unusual = listAlerts({ tokens }).length;
  const mentions = tokens.reduce((sum, token) => sum + token.mentions, 0);
  const [loudest, next] = [...tokens].sort((one, other) => other.mentions - one.mentions);
  // If several tokens have the most mentions, no token is named as the most mentioned.
  const mostMentioned = loudest && loudest.mentions > (next?.mentions ?? 0) ? loudest.symbol : null;
  const counts = { tokens: tokens.length, rose, fell, unusual, mentions, mostMentioned };
  return { ...counts, sentences: tokens.length === 0 ? [] : formatSummary(counts) };
}

function formatSummary(
  counts: Pick<
    ReplyOf<typeof GetConciergeDashboard>['summary'],
    'tokens' | 'rose' | 'fell' | 'unusual' | 'mentions' | 'mostMentioned'
  >,
): string[] {
  const { tokens, rose, fell, unusual, mentions, mostMentioned } = counts;
  return [
    `Of ${countOf(tokens, 'coin')}, ${rose} rose and ${fell} fell in the last 24 hours.`,
    unusual === 0 ? 'No coins had an unusual day.' : `${countOf(unusual, 'coin')} had an unusual day.`,
    formatMentions(mentions, mostMentioned),
  ];
}

function formatMentions(mentions: number, mostMentioned: string | null): string {
  if (mentions === 0) return 'We didn’t find any mentions of these coins.';
  const counted = `We found ${countOf(mentions, 'mention')}`;
  return mostMentioned ? `${counted}, more of ${mostMentioned} than of any other coin.` : `${counted} of these coins.`;
}

/**
 * Returns the daily prices and mentions, the usual price band and the waves.
 * A wave is a run of days in one direction.
 */
export function makeTrends({ coins, updatedAt, sources }: HotMeter): ReplyOf<typeof GetConciergeTrends> {
  return { trends: coins.map(makeTrend), updatedAt, sources };
}

function makeTrend(coin: HotCoin): Trend {
  const { days, closeBefore, name, priceChange, scoredAt } = coin;
  const closes = days.map(({ close }) => close);
  return {
    coin: coin.coin,
    name,
    days: days.map(({ day, close, mentions }, index) => {
      const band = bandOf(closes.slice(Math.max(0, index - bandDays), index));
      const outside = band && close > band.high ? 'above' : band && close < band.low ? 'below' : null;
      return { day, close, mentions, band, outside };
    }),
    waves: findWaves(days, closeBefore),
    mentions: coin.inputs.mentions,
    priceChange,
    scoredAt,
  };
}

/** Returns mean ± 2 sigma of the closes; null if there are fewer than `bandDays`. */
function bandOf(closes: readonly number[]): Trend['days'][number]['band'] {
  if (closes.length < bandDays) return null;
  const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
  const variance = closes.reduce((sum, close) => sum + (close - mean) ** 2, 0) / (closes.length - 1);
  const width = bandSigmas * Math.sqrt(variance);
  return { mean, low: mean - width, high: mean + width };
}

/** Returns the runs of days in one direction. A day without a change ends a run. */
function findWaves(days: HotCoin['days'], closeBefore: number): Trend['waves'] {
  const waves: Trend['waves'] = [];
  let start = 0;
  const closeAt = (index: number) => (index < 0 ? closeBefore : (days[index]?.close ?? closeBefore));
  const direction = (index: number) => Math.sign(closeAt(index) - closeAt(index - 1));
  for (let index = 0; index < days.length; index++) {
    if (index > 0 && direction(index) !== direction(index - 1)) start = index;
    const ends = index === days.length - 1 || direction(index + 1) !== direction(index);
    const [from, to] = [days[start]?.day, days[index]?.day];
    if (!ends || direction(index) === 0 || index - start + 1 < waveDays || !from || !to) continue;
    const before = closeAt(start - 1);
    const change = Math.round(((closeAt(index) - before) / before) * 1000) / 10;
    waves.push({ from, to, direction: direction(index) > 0 ? 'up' : 'down', change });
  }
  return waves;
}

/** Returns paragraphs about past events with their sources. No sentence gives advice. */
export function writeAnalysis(data: {
  signals: Signals;
  market: Market;
  hotMeter: HotMeter;
}): ReplyOf<typeof GetConciergeAnalysis> {
  const { signals, market, hotMeter } = data;
  const updatedAt = newestOf([signals.updatedAt, market.updatedAt, hotMeter.updatedAt]);
  const paragraphs = [writePrices(market), writeDeeds(signals), writeQuietCoins(hotMeter)].filter(
    (paragraph) => paragraph !== null,
  );
  const sources = [
    ...new Map([...market.sources, ...signals.sources, ...hotMeter.sources].map((one) => [one.name, one])).values(),
  ];
  return { date: updatedAt?.slice(0, 10) ?? null, paragraphs, updatedAt, sources };
}

type Paragraph = ReplyOf<typeof GetConciergeAnalysis>['paragraphs'][number];

function writePrices(market: Market): Paragraph | null {
  if (market.tokens.length === 0) return null;
  const alerts = listAlerts(market)
    .slice(0, maxItems)
    .map(({ name, dayChange, level }) => {
      const moved = dayChange < 0 ? 'fell' : 'rose';
      const more = level === 'High' ? 'much more' : 'more';
      return `${name} ${moved} ${Math.abs(dayChange).toFixed(1)}% on the last full day, ${more} than usual.`;
    });
  return { title: 'Prices', text: [...summarize(market.tokens).sentences, ...alerts].join(' '), sources: [] };
}

function writeDeeds({ signals }: Signals): Paragraph | null {
  const deeds = signals.slice(0, maxItems);
  if (deeds.length === 0) return null;
  const text = deeds.map(({ headline, graphMoved }) => {
    if (graphMoved === null) return asSentence(headline);
    return `${asSentence(headline)} ${graphMoved ? 'The price moved more than usual after that.' : 'The price didn’t move more than usual after that.'}`;
  });
  return { title: 'News', text: text.join(' '), sources: uniqueByUrl(deeds.flatMap((deed) => deed.sources)) };
}

function writeQuietCoins({ coins }: HotMeter): Paragraph | null {
  const hot = coins.filter(({ heatScore }) => heatScore >= 6).slice(0, maxItems);
  if (hot.length === 0) return null;
  const text = hot.map(
    ({ name, mentions, priceChange }) =>
      `${name} had ${countOf(mentions, 'news report')} in 7 days, while its price changed by ${priceChange}.`,
  );
  return {
    title: 'More news than usual, but little price movement',
    text: text.join(' '),
    sources: uniqueByUrl(hot.flatMap(({ read }) => read)),
  };
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function uniqueByUrl<One extends { url: string | null; site: string; title: string }>(all: readonly One[]): One[] {
  return [...new Map(all.map((one) => [one.url ?? `${one.site} ${one.title}`, one])).values()];
}

function newestOf(times: readonly (string | null)[]): string | null {
  return (
    times
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  );
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
