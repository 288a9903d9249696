import { z } from 'zod';
import { coins } from '../domain/coins.ts';
import type { Candle, Quote } from '../domain/findings.ts';
import { amount, dayOf, finishedOf, isPast, percent, rowsOf } from './rows.ts';
import type { Source } from './source.ts';
import type { Web } from './web.ts';

const ticker = z.object({
  symbol: z.string(),
  lastPrice: amount,
  priceChangePercent: percent,
  quoteVolume: amount.nullable().catch(null),
  closeTime: z.number(),
});
/** [open time, open, high, low, close, volume, close time, quote volume, …] */
const kline = z.tuple([z.number(), amount, amount, amount, amount, z.unknown(), z.number(), amount], z.unknown());

/** https://developers.binance.com/docs/binance-spot-api-docs/faqs/market_data_only; the dollar is Tether's here. */
export function binance(web: Web): Source {
  return {
    name: 'Binance',
    kind: 'prices',
    pausedUntil: web.pausedUntil,
    async *ask({ now, since, coins: tickers }) {
      const wanted = coins.filter((coin) => coin.binance && tickers.includes(coin.ticker));
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
      yield { quotes, refused: refused + rows.length - quotes.length };
      if (dayOf(since) === dayOf(now)) return;
      for (const coin of wanted) {
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
        yield { candles, refused: refused + found.refused };
      }
    },
  };
}
