import { parseFeed } from 'htmlparser2';
import { coins } from '../domain/coins.ts';
import type { Item } from '../domain/findings.ts';
import { cleanText, cleanTitle, cleanUrl, siteOf } from './clean.ts';
import { isPast } from './rows.ts';
import type { Source } from './source.ts';
import { BadAnswer, type Web } from './web.ts';

/** What projects say of their releases themselves: https://github.com/<repository>/releases.atom */
export function feeds(web: Web): Source {
  return {
    name: 'Project feeds',
    kind: 'mentions',
    pausedUntil: web.pausedUntil,
    async *ask({ now, since, coins: tickers }) {
      for (const { ticker, name, repositories } of coins) {
        const [repository] = repositories;
        if (!repository || !tickers.includes(ticker)) continue;
        const { body } = await web.text(`/${repository}/releases.atom`, { accept: 'application/atom+xml' });
        // Entities of its own are not expanded: the parser knows those of HTML only.
        const feed = parseFeed(body);
        // It makes do with half a document, and we do not.
        if (!feed || !body.trimEnd().endsWith('</feed>')) throw new BadAnswer('is no feed');
        const items: Item[] = [];
        let refused = 0;
        for (const entry of feed.items) {
          const url = cleanUrl(entry.link ?? '');
          const title = cleanTitle(entry.title ?? '');
          if (!url || !title || !entry.pubDate || !isPast(entry.pubDate, now)) refused++;
          else if (entry.pubDate >= since) {
            // The feed says a version; that it was released is what it means.
            const text = `${name} released ${title}. ${cleanText(entry.description ?? '', 1_000)}`;
            items.push({ url, title, text, site: siteOf(url), publishedAt: entry.pubDate, language: 'en' });
          }
        }
        yield { items, refused };
      }
    },
  };
}
