import { z } from 'zod';
import { coins } from '../domain/coins.ts';
import type { Candle } from '../domain/findings.ts';
import { amount, dayOf, finishedOf, rowsOf } from './rows.ts';
import type { Source } from './source.ts';
import { BadAnswer, type Web } from './web.ts';

/** [time in seconds, open, high, low, close, vwap, volume, count] */
const day = z.tuple([z.number(), amount, amount, amount, amount, z.unknown(), z.coerce.number(), z.unknown()]);
const answer = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).default({}) });

/** https://docs.kraken.com/api-reference/market-data/get-ohlc-data: the last candle is of today, and not finished. */
export function kraken(web: Web): Source {
  return {
    name: 'Kraken',
    kind: 'prices',
    pausedUntil: web.pausedUntil,
    async *ask({ now, coins: tickers }) {
      for (const coin of coins) {
        if (!coin.kraken || !tickers.includes(coin.ticker)) continue;
        const { error, result } = await web.json(`/OHLC?pair=${coin.kraken}&interval=1440`, answer);
        // An error of theirs comes with the status 200.
        if (error.length > 0) throw new BadAnswer(`says ${error[0]?.slice(0, 80)}`);
        const list = Object.values(result).find(Array.isArray) ?? [];
        const { rows, refused } = rowsOf(list.slice(-100), day);
        const closes = rows.map(
          ([at, , , , close, , volume]): Candle => ({
            coin: coin.ticker,
            day: dayOf(new Date(at * 1000)),
            close,
            volume: volume * close || null,
          }),
        );
        const { candles, refused: unborn } = finishedOf(closes, now);
        const [before, last] = closes.slice(-2);
        const quote = before &&
          last?.day === dayOf(now) && {
            coin: coin.ticker,
            price: last.close,
            change24h: (last.close / before.close - 1) * 100,
            volume24h: last.volume,
            marketCap: null,
            at: now,
          };
        yield { quotes: quote ? [quote] : [], candles, refused: refused + unborn };
      }
    },
  };
}
