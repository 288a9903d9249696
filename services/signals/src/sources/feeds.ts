import { coins } from '../domain/coins.ts';
import type { Item } from '../domain/findings.ts';
import type { Reader } from '../reader.ts';
import { cleanText, cleanTitle, cleanUrl, siteOf } from './clean.ts';
import { isPast } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import { BadAnswer, type Web } from './web.ts';

/** Matches the default title of a release without a name: "v1.2.0", "2.0.0-rc1". */
const bareVersion = /^v?\d+\.[\w.+-]+$/i;

/**
 * Returns the source for the projects' release feeds.
 * The address of a feed is https://github.com/<repository>/releases.atom
 * @param parseFeed parses outside of the event loop, because a feed is untrusted
 */
export function feeds(web: Web, parseFeed: Reader['parseFeed']): Source {
  return {
    name: 'Project feeds',
    kind: 'mentions',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, sinceOf, coins: tickers }) {
      const wanted = coins.flatMap(({ ticker, name, repositories: [repository] }) =>
        repository && tickers.includes(ticker) ? [{ name, repository }] : [],
      );
      yield* eachOf(
        wanted,
        ({ repository }) => repository,
        async function* ({ name, repository }) {
          const { body } = await web.text(`/${repository}/releases.atom`, { accept: 'application/atom+xml' });
          const entries = await parseFeed(body).catch((cause) => {
            throw new BadAnswer('The feed takes too long to read.', { cause });
          });
          if (!entries) throw new BadAnswer('The source’s response isn’t a feed.');
          const items: Item[] = [];
          let refused = 0;
          for (const entry of entries) {
            const url = cleanUrl(entry.link);
            const title = cleanTitle(entry.title);
            const publishedAt = new Date(entry.updated);
            if (!url || !title || !isPast(publishedAt, now)) refused++;
            else if (publishedAt >= sinceOf(repository)) {
              // The text states that the version was released, because many titles are only a version number.
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
