import { z } from 'zod';
import { type Coin, coins } from '../domain/coins.ts';
import type { Candle, Findings, Quote } from '../domain/findings.ts';
import { amount, dayOf, finishedOf, isPast, rowsOf } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import { BadAnswer, type Web } from './web.ts';

/** The fields: [time in seconds, open, high, low, close, vwap, volume, count] */
const candle = z.tuple([z.number(), amount, amount, amount, amount, z.unknown(), z.coerce.number(), z.unknown()]);
const answer = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).default({}) });

type Traded = Coin & { kraken: string };

const dayMs = 86_400_000;
const quarterMs = 15 * 60_000;

/**
 * Returns the source for Kraken: prices and daily closes. The last candle is not finished.
 * See https://docs.kraken.com/api-reference/market-data/get-ohlc-data
 */
export function kraken(web: Web): Source {
  async function readCandles(coin: Traded, minutes: number, since: Date) {
    const from = Math.floor(since.getTime() / 1000);
    const { error, result } = await web.json(`/OHLC?pair=${coin.kraken}&interval=${minutes}&since=${from}`, answer);
    // Kraken returns errors with status 200.
    if (error.length > 0) throw new BadAnswer(`The source reported an error: ${error[0]?.slice(0, 80)}.`);
    const { rows, refused } = rowsOf(Object.values(result).find(Array.isArray) ?? [], candle);
    return {
      refused,
      rows: rows.map(([at, , , , close, , volume]) => ({ at: new Date(at * 1000), close, volume: volume * close })),
    };
  }

  /** Computes 24-hour values from 15-minute candles, because Kraken's ticker counts from midnight. */
  async function quoteOf(coin: Traded, now: Date): Promise<Findings> {
    const dayAgo = new Date(now.getTime() - dayMs);
    const found = await readCandles(coin, 15, new Date(dayAgo.getTime() - 4 * quarterMs));
    const rows = found.rows.filter(({ at }) => isPast(at, now));
    const [before, last] = [rows.findLast(({ at }) => at <= dayAgo), rows.at(-1)];
    const refused = found.refused + found.rows.length - rows.length;
    if (!before || !last || before === last) return { refused };
    const volume = rows.filter(({ at }) => at > dayAgo).reduce((sum, row) => sum + row.volume, 0);
    const quote: Quote = {
      coin: coin.ticker,
      price: last.close,
      change24h: (last.close / before.close - 1) * 100,
      volume24h: volume || null,
      marketCap: null,
      at: new Date(Math.min(last.at.getTime() + quarterMs, now.getTime())),
    };
    return { quotes: [quote], refused };
  }

  async function candlesOf(coin: Traded, now: Date): Promise<Findings> {
    const { rows, refused } = await readCandles(coin, 1440, new Date(now.getTime() - 100 * dayMs));
    const closes = rows.map(
      ({ at, close, volume }): Candle => ({ coin: coin.ticker, day: dayOf(at), close, volume: volume || null }),
    );
    const { candles, refused: unborn } = finishedOf(closes, now);
    return { candles, refused: refused + unborn };
  }

  return {
    name: 'Kraken',
    kind: 'prices',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, since, coins: tickers }) {
      const wanted = coins.filter((coin): coin is Traded => !!coin.kraken && tickers.includes(coin.ticker));
      yield* eachOf(
        wanted,
        (coin) => coin.kraken,
        async function* (coin) {
          yield await quoteOf(coin, now);
          if (dayOf(since) !== dayOf(now)) yield await candlesOf(coin, now);
        },
      );
    },
  };
}
