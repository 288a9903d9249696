import { parseFeed } from 'htmlparser2';
import { coins } from '../domain/coins.ts';
import type { Item } from '../domain/findings.ts';
import { cleanText, cleanTitle, cleanUrl, siteOf } from './clean.ts';
import { isPast } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import { BadAnswer, type Web } from './web.ts';

/** "v1.2.0", "2.0.0-rc1": what projects call a release that they give no name. */
const bareVersion = /^v?\d+\.[\w.+-]+$/i;

/** What projects say of their releases themselves: https://github.com/<repository>/releases.atom */
export function feeds(web: Web): Source {
  return {
    name: 'Project feeds',
    kind: 'mentions',
    pausedUntil: web.pausedUntil,
    async *ask({ now, sinceOf, coins: tickers }) {
      const wanted = coins.flatMap(({ ticker, name, repositories: [repository] }) =>
        repository && tickers.includes(ticker) ? [{ name, repository }] : [],
      );
      yield* eachOf(
        wanted,
        ({ repository }) => repository,
        async function* ({ name, repository }) {
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
            else if (entry.pubDate >= sinceOf(repository)) {
              // The feed says a version; that it was released is what it means.
              const released = `${name} released ${title}`;
              const notes = cleanText(entry.description ?? '', 1_000);
              items.push({
                url,
                ...(bareVersion.test(title)
                  ? { title: released, text: notes }
                  : { title, text: `${released}. ${notes}` }),
                site: siteOf(url),
                publishedAt: entry.pubDate,
                language: 'en',
              });
            }
          }
          yield { items, refused };
        },
      );
    },
  };
}
