import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { signalsApi } from '@xrp-bridge/contracts/signals';

type HotMeter = ReplyOf<typeof signalsApi.readHotMeter>;
type Market = ReplyOf<typeof signalsApi.readMarket>;

const hourMs = 3_600_000;
/** Age after which a source, and a price, must be shown as stale. */
const staleMs = { source: 9 * hourMs, price: 4.25 * hourMs } as const;
/** Allowed difference between the clock of a source and ours. */
const skewMs = 10 * 60_000;
/** The highest change of a price from one day to the next. */
const mostMove = 1.5;

/** Finds sources that claim to be newer or fresher than they are. */
function findWrongAges(sources: HotMeter['sources'], now: number): string[] {
  return sources.flatMap(({ name, at, stale }) => {
    const age = at === null ? Number.POSITIVE_INFINITY : now - Date.parse(at);
    return [
      ...(age < -skewMs ? [`The source ${name} answered in the future.`] : []),
      ...(stale !== age > staleMs.source
        ? [`The source ${name} is ${age / hourMs} hours old, and stale: ${stale}.`]
        : []),
    ];
  });
}

/** Finds scores of a hot meter that are not the formula's result for the shown days. */
export function findWrongHotMeter({ coins, sources }: HotMeter, now: number): string[] {
  const wrong = coins.flatMap(({ coin, heatScore, inputs, days, closeBefore, scoredAt }) => {
    const { mentions, development, price } = inputs;
    const lift = 0.6 * mentions.z + 0.4 * development.z - 0.5 * price.z;
    const score = Math.min(10, Math.max(0, (10 * lift) / 2.5));
    const closes = [closeBefore, ...days.map(({ close }) => close)];
    const [weekAgo = 0, last = 0] = [closes.at(-8), closes.at(-1)];
    const sumOf = (what: 'mentions' | 'development') => days.reduce((sum, day) => sum + day[what], 0);
    return [
      ...([mentions.z, development.z, price.z].some((z) => z < 0 || z > 5)
        ? [`A value of ${coin} is out of bounds.`]
        : []),
      ...(Math.abs(score - heatScore) > 0.0501 ? [`The score of ${coin} is ${heatScore} instead of ${score}.`] : []),
      ...(mentions.sample !== sumOf('mentions') || development.sample !== sumOf('development')
        ? [`The sums of ${coin} are not those of its days.`]
        : []),
      ...(Math.abs(last / weekAgo - 1 - price.change) > 0.0001
        ? [`The price change of ${coin} is ${price.change}.`]
        : []),
      ...(Date.parse(scoredAt) > now + skewMs ? [`${coin} was scored in the future.`] : []),
      ...(closes.some((close, place) => place > 0 && isLeap(close, closes[place - 1] as number))
        ? [`A price of ${coin} is impossible.`]
        : []),
    ];
  });
  return [...wrong, ...findWrongAges(sources, now)];
}

/** Finds prices of the market that claim to be newer or fresher than they are. */
export function findWrongMarket({ tokens, sources }: Market, now: number): string[] {
  const wrong = tokens.flatMap(({ symbol, lastUpdate, stale }) => {
    const age = now - Date.parse(lastUpdate);
    return [
      ...(age < -skewMs ? [`The price of ${symbol} is from the future.`] : []),
      ...(stale !== age > staleMs.price
        ? [`The price of ${symbol} is ${age / hourMs} hours old, and stale: ${stale}.`]
        : []),
    ];
  });
  return [...wrong, ...findWrongAges(sources, now)];
}

function isLeap(one: number, other: number): boolean {
  return Math.max(one, other) / Math.min(one, other) > mostMove;
}
