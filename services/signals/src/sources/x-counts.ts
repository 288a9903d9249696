import { z } from 'zod';
import { coins } from '../domain/coins.ts';
import type { Count } from '../domain/findings.ts';
import { isPast, rowsOf } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import type { Web } from './web.ts';

const bucket = z.object({ start: z.coerce.date(), tweet_count: z.number().int().min(0) });

/**
 * Returns the source for X: hourly counts of the last seven days. Requires a key.
 * See https://docs.x.com/x-api/posts/counts-recent
 */
export function xCounts(web: Web, token: string): Source {
  return {
    name: 'X',
    kind: 'mentions',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, sinceOf, coins: tickers }) {
      const wanted = coins.map(({ ticker }) => ticker).filter((ticker) => tickers.includes(ticker));
      yield* eachOf(wanted, String, async function* (ticker) {
        const from = new Date(Math.max(sinceOf(ticker).getTime(), now.getTime() - 6.9 * 86_400_000));
        const query = new URLSearchParams({
          query: `$${ticker} -is:retweet`,
          granularity: 'hour',
          start_time: from.toISOString(),
        });
        const { data } = await web.json(`/2/tweets/counts/recent?${query}`, z.object({ data: z.array(z.unknown()) }), {
          authorization: `Bearer ${token}`,
        });
        const found = rowsOf(data, bucket);
        const counts: Count[] = [];
        let { refused } = found;
        for (const { start, tweet_count } of found.rows) {
          if (isPast(start, now)) counts.push({ coin: ticker, hour: start, mentions: tweet_count });
          else refused++;
        }
        yield { counts, refused };
      });
    },
  };
}
