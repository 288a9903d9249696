import { z } from 'zod';
import { type Coin, coins } from '../domain/coins.ts';
import type { Candle, Findings, Quote } from '../domain/findings.ts';
import { amount, dayOf, finishedOf, isPast, percent, rowsOf } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import { Refused, type Web } from './web.ts';

const ticker = z.object({
  symbol: z.string(),
  lastPrice: amount,
  priceChangePercent: percent,
  quoteVolume: amount.nullable().catch(null),
  closeTime: z.number(),
});
/** The fields: [open time, open, high, low, close, volume, close time, quote volume, …] */
const kline = z.tuple([z.number(), amount, amount, amount, amount, z.unknown(), z.number(), amount], z.unknown());

type Traded = Coin & { binance: string };

/**
 * Returns the source for Binance: prices and daily closes, in Tether.
 * See https://developers.binance.com/docs/binance-spot-api-docs/faqs/market_data_only
 */
export function binance(web: Web): Source {
  async function quotesOf(wanted: readonly Traded[], now: Date): Promise<Findings> {
    const symbols = encodeURIComponent(JSON.stringify(wanted.map((coin) => coin.binance)));
    const list = await web.json(`/ticker/24hr?symbols=${symbols}`, z.array(z.unknown()));
    const { rows, refused } = rowsOf(list, ticker);
    const quotes = rows.flatMap((row): Quote[] => {
      const coin = wanted.find((one) => one.binance === row.symbol);
      const at = new Date(row.closeTime);
      if (!coin || !isPast(at, now)) return [];
      return [
        {
          coin: coin.ticker,
          price: row.lastPrice,
          change24h: row.priceChangePercent,
          volume24h: row.quoteVolume,
          marketCap: null,
          at,
        },
      ];
    });
    return { quotes, refused: refused + rows.length - quotes.length };
  }

  async function candlesOf(coin: Traded, now: Date): Promise<Findings> {
    const days = await web.json(`/klines?symbol=${coin.binance}&interval=1d&limit=90`, z.array(z.unknown()));
    const found = rowsOf(days, kline);
    const all = found.rows.map(
      ([open, , , , close, , , volume]): Candle => ({
        coin: coin.ticker,
        day: dayOf(new Date(open)),
        close,
        volume,
      }),
    );
    const { candles, refused } = finishedOf(all, now);
    return { candles, refused: refused + found.refused };
  }

  return {
    name: 'Binance',
    kind: 'prices',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, since, coins: tickers }) {
      const wanted = coins.filter((coin): coin is Traded => !!coin.binance && tickers.includes(coin.ticker));
      // One delisted pair makes the request for all pairs fail. In this case, each pair is requested separately.
      const together = await quotesOf(wanted, now).catch((error) => {
        if (error instanceof Refused && error.status === 400) return null;
        throw error;
      });
      if (together) yield together;
      yield* eachOf(
        wanted,
        (coin) => coin.binance,
        async function* (coin) {
          if (!together) yield await quotesOf([coin], now);
          if (dayOf(since) !== dayOf(now)) yield await candlesOf(coin, now);
        },
      );
    },
  };
}
