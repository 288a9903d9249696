import { z } from 'zod';
import { coins } from '../domain/coins.ts';
import type { Quote } from '../domain/findings.ts';
import { amount, isPast, percent, rowsOf } from './rows.ts';
import type { Source } from './source.ts';
import type { Web } from './web.ts';

const quote = z.object({
  id: z.number(),
  quote: z.object({
    USD: z.object({
      price: amount,
      percent_change_24h: percent,
      volume_24h: amount.nullable().catch(null),
      market_cap: amount.nullable().catch(null),
      last_updated: z.coerce.date(),
    }),
  }),
});

/** https://coinmarketcap.com/api/documentation/pro-api-reference/keyless-public-api: quotes without a key, no history. */
export function coinmarketcap(web: Web): Source {
  return {
    name: 'CoinMarketCap',
    kind: 'prices',
    pausedUntil: web.pausedUntil,
    async *ask({ now, coins: tickers }) {
      const wanted = coins.filter(({ ticker }) => tickers.includes(ticker));
      const ids = wanted.map((coin) => coin.coinmarketcap).join(',');
      const { data } = await web.json(
        `/v1/cryptocurrency/quotes/latest?id=${ids}&convert=USD`,
        z.object({ data: z.record(z.string(), z.unknown()) }),
      );
      const { rows, refused } = rowsOf(Object.values(data), quote);
      const quotes = rows.flatMap(({ id, quote: { USD } }): Quote[] => {
        const coin = wanted.find((one) => one.coinmarketcap === id);
        if (!coin || !isPast(USD.last_updated, now)) return [];
        return [
          {
            coin: coin.ticker,
            price: USD.price,
            change24h: USD.percent_change_24h,
            volume24h: USD.volume_24h,
            marketCap: USD.market_cap,
            at: USD.last_updated,
          },
        ];
      });
      yield { quotes, refused: refused + rows.length - quotes.length };
    },
  };
}
