import { z } from 'zod';
import { coins } from '../domain/coins.ts';
import type { Work } from '../domain/findings.ts';
import { dayOf, isPast, rowsOf } from './rows.ts';
import { eachOf, type Source } from './source.ts';
import type { Web } from './web.ts';

const commit = z.object({ commit: z.object({ committer: z.object({ date: z.coerce.date() }) }) });
const release = z.object({ published_at: z.coerce.date(), draft: z.boolean(), prerelease: z.boolean() });

/** A commit takes some 5 kB, and at most 512 kB of a response are read. */
const pageSize = 50;
/** Further commits between two runs would not change the score. */
const mostPages = 10;

/**
 * Returns the source for GitHub: development activity.
 * Without a token, GitHub allows 60 requests an hour; responses with status 304 do not count.
 * See https://docs.github.com/rest/commits/commits
 */
export function github(web: Web, token: string | undefined): Source {
  const headers: Record<string, string> = {
    accept: 'application/vnd.github+json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return {
    name: 'GitHub',
    kind: 'development',
    pausedUntil: web.pausedUntil,
    async *fetch({ now, sinceOf, coins: tickers }) {
      const wanted = coins
        .filter(({ ticker }) => tickers.includes(ticker))
        .flatMap(({ ticker, repositories }) => repositories.map((repository) => ({ ticker, repository })));
      yield* eachOf(
        wanted,
        ({ repository }) => repository,
        async function* ({ ticker, repository }) {
          // The period starts at midnight, so that each fetch counts every day from its start and replaces the stored
          // count.
          const from = new Date(`${dayOf(sinceOf(repository))}T00:00:00Z`);
          const work: Work[] = [];
          const commits: Date[] = [];
          let refused = 0;
          const pastOf = (dates: Date[]) => {
            const past = dates.filter((at) => isPast(at, now));
            refused += dates.length - past.length;
            return past;
          };
          for (let page = 1; page <= mostPages; page++) {
            const path = `/repos/${repository}/commits?since=${from.toISOString()}&per_page=${pageSize}&page=${page}`;
            const list = await web.json(path, z.array(z.unknown()), headers);
            const found = rowsOf(list, commit);
            refused += found.refused;
            commits.push(...pastOf(found.rows.map((row) => row.commit.committer.date)));
            if (list.length < pageSize) break;
          }
          const list = await web.json(`/repos/${repository}/releases?per_page=20`, z.array(z.unknown()), headers);
          const found = rowsOf(list, release);
          refused += found.refused;
          const releases = pastOf(
            found.rows.filter(({ draft, prerelease }) => !draft && !prerelease).map(({ published_at }) => published_at),
          );
          for (let time = from.getTime(); time <= now.getTime(); time += 86_400_000) {
            const day = dayOf(new Date(time));
            const on = (dates: Date[]) => dates.filter((at) => dayOf(at) === day).length;
            work.push({ coin: ticker, day, repository, commits: on(commits), releases: on(releases) });
          }
          yield { work, refused };
        },
      );
    },
  };
}
