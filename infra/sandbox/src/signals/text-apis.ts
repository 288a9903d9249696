import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../provider.ts';
import { dayMs, dayOf } from './chance.ts';
import { coins } from './coins.ts';
import { serveFaulty } from './faulty.ts';
import { daysBetween, type Story, storiesOf, workOf } from './news.ts';

// Serves Hacker News, GDELT, GitHub and its feeds, X and Reddit, each with its own paths and formats.

export const TEXT_SOURCES = ['hacker-news', 'gdelt', 'github', 'feeds', 'x', 'reddit'] as const;

const hourMs = 3_600_000;

export function serveTexts(app: FastifyInstance, world: World, injected: readonly Story[]): void {
  const now = () => world.clock.now();
  const query = (request: FastifyRequest) => request.query as Record<string, string>;
  const iso = (time: number) => new Date(time).toISOString().replace('.000', '');
  const stories = (from: number, to: number) =>
    [...daysBetween(from, to).flatMap((day) => coins.flatMap((coin) => storiesOf(coin, day))), ...injected]
      // The times in queries are whole seconds, so the second `to` is included to its end.
      .filter(({ at }) => at >= from && at <= Math.min(to + 999, now()))
      .sort((a, b) => b.at - a.at);
  const wordsOf = ({ title, comment }: Story) =>
    ` ${`${title} ${comment ?? ''}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const repository = (request: FastifyRequest) => {
    const { owner, name } = request.params as { owner: string; name: string };
    const coin = coins.find(({ repositories }) => repositories.includes(`${owner}/${name}`));
    return coin && { coin, full: `${owner}/${name}` };
  };

  const hackerNews = serveFaulty(world, 'mentions', 'hacker-news');
  app.get(
    '/hacker-news/search_by_date',
    hackerNews((request) => {
      const { query: words = '', numericFilters = '', hitsPerPage = '20' } = query(request);
      const limit = (sign: '>' | '<=') =>
        Number(numericFilters.match(new RegExp(`created_at_i${sign}(\\d+)`))?.[1] ?? 0) * 1000;
      const wanted = words
        .toLowerCase()
        .split(/\s+/)
        .map((word) => ` ${word} `);
      const found = stories(limit('>') || now() - 30 * dayMs, limit('<=') || now()).filter((story) => {
        const text = wordsOf(story);
        return story.language === 'English' && !isPress(story) && wanted.every((word) => text.includes(word));
      });
      return {
        nbHits: found.length,
        hits: found.slice(0, Number(hitsPerPage)).map(({ id, title, comment, url, at }) => ({
          objectID: String(id),
          created_at: iso(at),
          created_at_i: Math.floor(at / 1000),
          ...(comment ? { comment_text: `<p>${comment}</p>`, story_title: title } : { title, url, points: id % 200 }),
        })),
      };
    }),
  );

  const gdelt = serveFaulty(world, 'mentions', 'gdelt');
  app.get(
    '/gdelt/doc',
    gdelt((request) => {
      const { query: search = '', startdatetime, enddatetime, maxrecords = '75' } = query(request);
      const phrases = [...search.matchAll(/"([^"]+)"/g)].map(([, phrase]) => ` ${phrase?.toLowerCase()} `);
      const time = (stamp: string | undefined, otherwise: number) =>
        stamp ? Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z')) : otherwise;
      const articles = stories(time(startdatetime, now() - 7 * dayMs), time(enddatetime, now()))
        .filter((story) => !story.comment && phrases.some((phrase) => wordsOf(story).includes(phrase)))
        .slice(0, Math.min(250, Number(maxrecords)))
        .map(({ title, url, at, language }) => ({
          url,
          title,
          language,
          domain: new URL(url).hostname,
          sourcecountry: 'United States',
          seendate: iso(at).replace(/[-:]/g, '').replace(/\.\d+/, ''),
        }));
      return articles.length > 0 ? { articles } : {};
    }),
  );

  const github = serveFaulty(world, 'mentions', 'github');
  app.get(
    '/github/repos/:owner/:name/commits',
    github((request, reply) => {
      const known = repository(request);
      if (!known) return reply.code(404).send({ message: 'Not Found' });
      const { since, page = '1', per_page = '30' } = query(request);
      const from = since ? Date.parse(since) : now() - 30 * dayMs;
      const commits = daysBetween(from, now())
        .flatMap((day) => workOf(known.coin, known.full, day).commits)
        .filter((at) => at >= from && at <= now())
        .sort((a, b) => b - a);
      const list = commits.slice((Number(page) - 1) * Number(per_page), Number(page) * Number(per_page));
      return withEtag(
        request,
        reply,
        list.map((at) => ({
          sha: hashOf(known.full, at),
          commit: { committer: { name: 'dev', date: iso(at) }, message: 'Work' },
        })),
      );
    }),
  );
  const releases = (known: NonNullable<ReturnType<typeof repository>>) =>
    daysBetween(now() - 120 * dayMs, now())
      .flatMap((day) => workOf(known.coin, known.full, day).releases)
      .filter((at) => at <= now())
      .sort((a, b) => b - a)
      .map((at) => ({ at, version: `v${new Date(at).getUTCFullYear() - 2023}.${dayOf(at) % 100}.0` }));
  app.get(
    '/github/repos/:owner/:name/releases',
    github((request, reply) => {
      const known = repository(request);
      if (!known) return reply.code(404).send({ message: 'Not Found' });
      return withEtag(
        request,
        reply,
        releases(known).map(({ at, version }) => ({
          tag_name: version,
          name: version,
          draft: false,
          prerelease: false,
          published_at: iso(at),
        })),
      );
    }),
  );

  const feeds = serveFaulty(world, 'mentions', 'feeds');
  app.get(
    '/feeds/:owner/:name/releases.atom',
    feeds((request, reply) => {
      const known = repository(request);
      if (!known) return reply.code(404).send('Not Found');
      const entries = releases(known)
        .slice(0, 10)
        .map(
          ({ at, version }) =>
            `<entry><id>tag:github.com,2008:${known.full}/${version}</id><updated>${iso(at)}</updated>` +
            `<link rel="alternate" type="text/html" href="https://github.com/${known.full}/releases/tag/${version}"/>` +
            `<title>${known.full.split('/')[1]} ${version}</title><content type="html">&lt;p&gt;Fixes and improvements.&lt;/p&gt;</content></entry>`,
        );
      reply.type('application/atom+xml; charset=utf-8');
      return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Releases</title>${entries.join('')}</feed>`;
    }),
  );

  const x = serveFaulty(world, 'mentions', 'x');
  app.get(
    '/x/2/tweets/counts/recent',
    { onRequest: requireToken },
    x((request) => {
      const ticker = query(request).query?.match(/\$(\w+)/)?.[1];
      const coin = coins.find((one) => one.ticker === ticker);
      const first = Math.ceil((now() - 7 * dayMs) / hourMs) * hourMs;
      const data = Array.from(
        { length: Math.floor((now() - first) / hourMs) },
        (_, index) => first + index * hourMs,
      ).map((at) => ({
        start: iso(at),
        end: iso(at + hourMs),
        tweet_count: coin ? Math.floor(coin.chatter * (1 + ((at / hourMs) % 5))) : 0,
      }));
      return { data, meta: { total_tweet_count: data.reduce((sum, { tweet_count }) => sum + tweet_count, 0) } };
    }),
  );

  const reddit = serveFaulty(world, 'mentions', 'reddit');
  app.get(
    '/reddit/r/:names/new',
    { onRequest: requireToken },
    reddit(() => ({
      kind: 'Listing',
      data: {
        children: stories(now() - dayMs, now())
          .slice(0, 100)
          .map(({ id, title, at }) => ({
            kind: 't3',
            data: {
              permalink: `/r/CryptoCurrency/comments/${id}/`,
              title,
              selftext: '',
              created_utc: Math.floor(at / 1000),
            },
          })),
        after: null,
      },
    })),
  );
}

/** X and Reddit require a bearer token. */
async function requireToken({ headers }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (headers.authorization?.startsWith('Bearer ')) return undefined;
  return reply.code(401).send({ title: 'Unauthorized', status: 401 });
}

/** Returns true for stories on press sites. These stories are not on Hacker News. */
function isPress({ url }: Story): boolean {
  return /\/\/(payments-journal|bank-observer|trade-times)\./.test(url);
}

function hashOf(...words: (string | number)[]): string {
  return createHash('sha1').update(words.join(' ')).digest('hex');
}

/** Returns 304 for unchanged content, as GitHub does. */
function withEtag(request: FastifyRequest, reply: FastifyReply, body: unknown): unknown {
  const etag = `W/"${hashOf(JSON.stringify(body))}"`;
  reply.header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return body;
}
