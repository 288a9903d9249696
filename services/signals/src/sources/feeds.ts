import { coins } from '../domain/coins.ts';
import type { Item } from '../domain/findings.ts';
import type { Reader } from '../reader.ts';
import { cleanText, cleanTitle, cleanUrl, siteOf } from './clean.ts';
import { isPast } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import { BadAnswer, type Web } from './web.ts';

/** "v1.2.0", "2.0.0-rc1": what projects call a release that they give no name. */
const bareVersion = /^v?\d+\.[\w.+-]+$/i;

/**
 * What projects say of their releases themselves: https://github.com/<repository>/releases.atom
 *
 * @param parseFeed runs outside of the event loop, for a feed is a stranger's document
 */
export function feeds(web: Web, parseFeed: Reader['parseFeed']): Source {
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
          const entries = await parseFeed(body).catch((cause) => {
            throw new BadAnswer('is a feed that takes too long to read', { cause });
          });
          if (!entries) throw new BadAnswer('is no feed');
          const items: Item[] = [];
          let refused = 0;
          for (const entry of entries) {
            const url = cleanUrl(entry.link);
            const title = cleanTitle(entry.title);
            const publishedAt = new Date(entry.updated);
            if (!url || !title || !isPast(publishedAt, now)) refused++;
            else if (publishedAt >= sinceOf(repository)) {
              // The feed says a version; that it was released is what it means.
              const released = `${name} released ${title}`;
              const notes = cleanText(entry.content, 1_000);
              items.push({
                url,
                ...(bareVersion.test(title)
                  ? { title: released, text: notes }
                  : { title, text: `${released}. ${notes}` }),
                site: siteOf(url),
                publishedAt,
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
