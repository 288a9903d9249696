import { z } from 'zod';
import { coins } from '../domain/coins.ts';
import type { Item } from '../domain/findings.ts';
import { cleanText, cleanTitle, cleanUrl, siteOf } from './clean.ts';
import { isPast, rowsOf } from './rows.ts';
import type { Source } from './source.ts';
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

/** https://hn.algolia.com/api: stories and comments; 1,000 of a search can be reached. */
export function hackerNews(web: Web): Source {
  return {
    name: 'Hacker News',
    kind: 'mentions',
    pausedUntil: web.pausedUntil,
    async *ask({ now, since, coins: tickers }) {
      for (const coin of coins.filter(({ ticker }) => tickers.includes(ticker))) {
        const query = new URLSearchParams({
          query: coin.search,
          tags: '(story,comment)',
          numericFilters: `created_at_i>${seconds(since)},created_at_i<=${seconds(now)}`,
          hitsPerPage: '500',
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
      }
    },
  };
}

function itemOf(row: z.infer<typeof hit>): Item | null {
  const title = cleanTitle(row.title ?? row.story_title ?? '');
  const own = `https://news.ycombinator.com/item?id=${row.objectID}`;
  // A comment is told from its story by its own address.
  const url = row.comment_text ? own : cleanUrl(row.url ?? own);
  if (!title || !url) return null;
  return {
    url,
    title,
    text: cleanText(row.comment_text ?? row.story_text ?? ''),
    site: siteOf(url),
    publishedAt: new Date(row.created_at_i * 1000),
    language: 'en',
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
