import { z } from 'zod';
import { type Coin, coins, wordTickers } from '../domain/coins.ts';
import type { Item } from '../domain/findings.ts';
import { cleanTitle, cleanUrl, siteOf } from './clean.ts';
import { isPast, rowsOf } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import type { Web } from './web.ts';

const article = z.object({
  url: z.string(),
  title: z.string(),
  /** The format is 20260512T081500Z. */
  seendate: z.string().regex(/^\d{8}T\d{6}Z$/),
  language: z.string(),
});

/** The maximum that the API allows. */
const pageSize = 250;
/** The limit is low, because GDELT allows one request in five seconds. */
const mostPages = 4;

/**
 * Returns the source for GDELT: world news, newest first.
 * GDELT may send an error as text with status 200.
 * See https://api.gdeltproject.org/api/v2/doc/doc
 */
export function gdelt(web: Web): Source {
  return {
    name: 'GDELT',
    kind: 'mentions',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, sinceOf, coins: tickers }) {
      const wanted = coins.filter(({ ticker }) => tickers.includes(ticker));
      yield* eachOf(
        wanted,
        ({ ticker }) => ticker,
        async function* (coin) {
          let until = now.getTime();
          for (let page = 1; page <= mostPages; page++) {
            const query = new URLSearchParams({
              query: anyNameOf(coin),
              mode: 'artlist',
              format: 'json',
              sort: 'datedesc',
              maxrecords: String(pageSize),
              startdatetime: stamp(sinceOf(coin.ticker)),
              enddatetime: stamp(new Date(until)),
            });
            // An empty result is an empty object.
            const answer = z.object({ articles: z.array(z.unknown()).default([]) });
            const { articles } = await web.json(`/doc?${query}`, answer);
            const found = rowsOf(articles, article);
            const items: Item[] = [];
            let { refused } = found;
            for (const { url: given, title: written, seendate, language } of found.rows) {
              const [url, title, publishedAt] = [cleanUrl(given), cleanTitle(written), timeOf(seendate)];
              if (!url || !title || !isPast(publishedAt, now)) refused++;
              else items.push({ url, title, text: '', site: siteOf(url), publishedAt, language: codeOf(language) });
            }
            yield { items, refused };
            if (articles.length < pageSize || items.length === 0) return;
            // A page may end in the middle of a second, so the next page includes that second. `until` always
            // decreases.
            until = Math.min(...items.map(({ publishedAt }) => publishedAt.getTime()), until - 1_000);
          }
        },
      );
    },
  };
}

/** Returns a query for the coin's unambiguous names. Several names are joined with OR in brackets. */
function anyNameOf({ ticker, names }: Coin): string {
  const words = [...new Set([...(wordTickers.has(ticker) ? [] : [ticker]), ...names])].map((name) => `"${name}"`);
  return words.length > 1 ? `(${words.join(' OR ')})` : words.join('');
}

function stamp(time: Date): string {
  return time.toISOString().replace(/[-:T]/g, '').slice(0, 14);
}

function timeOf(seen: string): Date {
  return new Date(seen.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/**
 * Returns 'en' for 'English' and 'other' for any other language, because only English texts are
 * searched for achievements.
 */
function codeOf(language: string): string {
  return language.toLowerCase() === 'english' ? 'en' : 'other';
}
