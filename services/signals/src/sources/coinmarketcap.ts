import { z } from 'zod';
import { coins } from '../domain/coins.ts';
import type { Quote } from '../domain/findings.ts';
import { amount, isPast, percent, rowsOf } from './rows.ts';
import type { Source } from './source.ts';
import type { Web } from './web.ts';

const usdValues = z.object({
  price: amount,
  percent_change_24h: percent,
  volume_24h: amount.nullable().catch(null),
  market_cap: amount.nullable().catch(null),
  last_updated: z.coerce.date(),
});
/** Quotes by currency, as documented, or a list with the requested currency, as the API really returns. */
const quote = z.object({
  id: z.number(),
  quote: z.union([
    z.object({ USD: usdValues }).transform(({ USD }) => USD),
    z.tuple([usdValues]).transform(([USD]) => USD),
  ]),
});

/**
 * Returns the source for CoinMarketCap without a key: quotes, no history.
 * See https://coinmarketcap.com/api/documentation/pro-api-reference/keyless-public-api
 */
export function coinmarketcap(web: Web): Source {
  return {
    name: 'CoinMarketCap',
    kind: 'prices',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, coins: tickers }) {
      const wanted = coins.filter(({ ticker }) => tickers.includes(ticker));
      const ids = wanted.map((coin) => coin.coinmarketcap).join(',');
      const { data } = await web.json(
        `/v3/cryptocurrency/quotes/latest?id=${ids}&convert=USD&skip_invalid=true`,
        z.object({ data: z.array(z.unknown()) }),
      );
      const { rows, refused } = rowsOf(data, quote);
      const quotes = rows.flatMap(({ id, quote: usd }): Quote[] => {
        const coin = wanted.find((one) => one.coinmarketcap === id);
        if (!coin || !isPast(usd.last_updated, now)) return [];
        return [
          {
            coin: coin.ticker,
            price: usd.price,
            change24h: usd.percent_change_24h,
            volume24h: usd.volume_24h,
            marketCap: usd.market_cap,
            at: usd.last_updated,
          },
        ];
      });
      yield { quotes, refused: refused + rows.length - quotes.length };
    },
  };
}
