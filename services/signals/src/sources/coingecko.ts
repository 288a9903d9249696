import { z } from 'zod';
import { coins } from '../domain/coins.ts';
import type { Candle } from '../domain/findings.ts';
import { amount, dayOf, finishedOf, isPast, percent, rowsOf } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import type { Web } from './web.ts';

const quote = z.object({
  id: z.string(),
  current_price: amount,
  price_change_percentage_24h: percent,
  total_volume: amount.nullable().catch(null),
  market_cap: amount.nullable().catch(null),
  last_updated: z.coerce.date(),
});
const point = z.tuple([z.number(), amount]);

/**
 * Returns the source for CoinGecko: prices and daily closes.
 * The market chart has one point per day if it covers more than 90 days.
 * See https://docs.coingecko.com/reference/coins-markets and https://docs.coingecko.com/reference/coins-id-market-chart
 */
export function coingecko(web: Web, key: string | undefined): Source {
  const headers: Record<string, string> = key ? { 'x-cg-demo-api-key': key } : {};
  return {
    name: 'CoinGecko',
    kind: 'prices',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, since, coins: tickers }) {
      const wanted = coins.filter(({ ticker }) => tickers.includes(ticker));
      const ids = wanted.map((coin) => coin.coingecko).join(',');
      const list = await web.json(`/coins/markets?vs_currency=usd&ids=${ids}`, z.array(z.unknown()), headers);
      const { rows, refused } = rowsOf(list, quote);
      const quotes = rows.flatMap((row) => {
        const coin = wanted.find(({ coingecko: id }) => id === row.id);
        if (!coin || !isPast(row.last_updated, now)) return [];
        return {
          coin: coin.ticker,
          price: row.current_price,
          change24h: row.price_change_percentage_24h,
          volume24h: row.total_volume,
          marketCap: row.market_cap,
          at: row.last_updated,
        };
      });
      yield { quotes, refused: refused + rows.length - quotes.length };
      // A day's candle exists once the day is over, so most requests need no candles.
      if (dayOf(since) === dayOf(now)) return;
      yield* eachOf(
        wanted,
        (coin) => coin.coingecko,
        async function* ({ ticker, coingecko: id }) {
          const chart = await web.json(
            `/coins/${id}/market_chart?vs_currency=usd&days=91`,
            z.object({ prices: z.array(z.unknown()) }),
            headers,
          );
          const points = rowsOf(chart.prices, point);
          const { candles, refused } = finishedOf(closesOf(ticker, points.rows), now);
          yield { candles, refused: refused + points.refused };
        },
      );
    },
  };
}

/**
 * Returns closing prices.
 * A point at midnight is the close of the previous day; the last point is the current price.
 */
function closesOf(coin: string, points: [number, number][]): Candle[] {
  return points.map(([at, close]) => ({ coin, day: dayOf(new Date(at - 12 * 3_600_000)), close, volume: null }));
}
