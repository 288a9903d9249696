import { z } from 'zod';
import { coins } from '../domain/coins.ts';
import type { Item } from '../domain/findings.ts';
import { cleanText, cleanTitle, cleanUrl, siteOf } from './clean.ts';
import { isPast, rowsOf } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import type { Web } from './web.ts';

const hit = z.object({
  objectID: z.string().regex(/^\d+$/),
  title: z.string().nullish(),
  story_title: z.string().nullish(),
  story_text: z.string().nullish(),
  comment_text: z.string().nullish(),
  created_at_i: z.number(),
  url: z.string().nullish(),
});

/** A comment takes some 3 kB, and at most 512 kB of a response are read. */
const pageSize = 100;
/** The limit is enough for the first fetch of the most discussed coin. Later fetches need one page. */
const mostPages = 50;
/**
 * Number of characters of a comment's text in its `gist`.
 * The title alone does not identify a comment, because all comments of a story have the same title.
 */
const gistLength = 200;

/**
 * Returns the source for Hacker News: stories and comments, newest first.
 * A search returns at most 1,000 results.
 * See https://hn.algolia.com/api
 */
export function hackerNews(web: Web): Source {
  return {
    name: 'Hacker News',
    kind: 'mentions',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, sinceOf, coins: tickers }) {
      const wanted = coins.filter(({ ticker }) => tickers.includes(ticker));
      yield* eachOf(
        wanted,
        ({ ticker }) => ticker,
        async function* (coin) {
          let until = seconds(now);
          for (let page = 1; page <= mostPages; page++) {
            const query = new URLSearchParams({
              query: coin.search,
              tags: '(story,comment)',
              numericFilters: `created_at_i>${seconds(sinceOf(coin.ticker))},created_at_i<=${until}`,
              hitsPerPage: String(pageSize),
            });
            const { hits } = await web.json(`/search_by_date?${query}`, z.object({ hits: z.array(z.unknown()) }));
            const found = rowsOf(hits, hit);
            const items: Item[] = [];
            let { refused } = found;
            for (const row of found.rows) {
              const item = itemOf(row);
              if (item && isPast(item.publishedAt, now)) items.push(item);
              else refused++;
            }
            yield { items, refused };
            if (hits.length < pageSize || items.length === 0) return;
            // A page may end in the middle of a second, so the next page includes that second. `until` always
            // decreases.
            const oldest = Math.min(...items.map(({ publishedAt }) => seconds(publishedAt)));
            until = Math.min(oldest, until - 1);
          }
        },
      );
    },
  };
}

function itemOf(row: z.infer<typeof hit>): Item | null {
  const title = cleanTitle(row.title ?? row.story_title ?? '');
  const own = `https://news.ycombinator.com/item?id=${row.objectID}`;
  // A comment has a separate URL, because several comments of one story would otherwise have the same URL.
  const url = row.comment_text ? own : cleanUrl(row.url ?? own);
  if (!title || !url) return null;
  const text = cleanText(row.comment_text ?? row.story_text ?? '');
  return {
    url,
    title,
    text,
    ...(row.comment_text ? { gist: `${title} ${text.slice(0, gistLength)}` } : {}),
    site: siteOf(url),
    publishedAt: new Date(row.created_at_i * 1000),
    language: 'en',
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
