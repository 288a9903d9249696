import { z } from 'zod';
import type { Item } from '../domain/findings.ts';
import { cleanText, cleanTitle, cleanUrl, siteOf } from './clean.ts';
import { isPast, rowsOf } from './rows.ts';
import type { Source } from './source.ts';
import type { Web } from './web.ts';

const post = z.object({
  data: z.object({
    permalink: z.string().startsWith('/r/'),
    title: z.string(),
    selftext: z.string().default(''),
    created_utc: z.number(),
  }),
});

const subreddits = 'CryptoCurrency+XRP+Ripple+Stellar+algorand+Hedera';

/**
 * Returns the source for Reddit: new posts of some communities.
 * Requires a token, which needs a contract with Reddit.
 * See https://www.reddit.com/dev/api
 */
export function reddit(web: Web, token: string): Source {
  return {
    name: 'Reddit',
    kind: 'mentions',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, since }) {
      const listing = z.object({ data: z.object({ children: z.array(z.unknown()) }) });
      const { data } = await web.json(`/r/${subreddits}/new?limit=100`, listing, { authorization: `Bearer ${token}` });
      const { rows, refused } = rowsOf(data.children, post);
      const items = rows.flatMap(({ data: { permalink, title, selftext, created_utc } }): Item[] => {
        const url = cleanUrl(`https://www.reddit.com${permalink}`);
        const publishedAt = new Date(created_utc * 1000);
        if (!url || !isPast(publishedAt, now) || publishedAt < since) return [];
        return [
          {
            url,
            title: cleanTitle(title),
            text: cleanText(selftext),
            site: siteOf(url),
            publishedAt,
            language: 'en',
          },
        ];
      });
      yield { items, refused };
    },
  };
}
