import type { z } from 'zod';
import type { signalsSettings } from '../config.ts';
import type { Reader } from '../reader.ts';
import { binance } from './binance.ts';
import { coingecko } from './coingecko.ts';
import { coinmarketcap } from './coinmarketcap.ts';
import { feeds } from './feeds.ts';
import { gdelt } from './gdelt.ts';
import { github } from './github.ts';
import { hackerNews } from './hacker-news.ts';
import { kraken } from './kraken.ts';
import { reddit } from './reddit.ts';
import type { Source } from './source.ts';
import { createWeb, type WebOptions } from './web.ts';
import { xCounts } from './x-counts.ts';

/**
 * Returns all sources. The price sources are in order of preference.
 * @param timeouts overrides the time limits of every source
 */
export function openSources(
  settings: z.infer<typeof signalsSettings>,
  clock: () => Date,
  { parseFeed }: Pick<Reader, 'parseFeed'>,
  timeouts: Pick<WebOptions, 'timeoutMs' | 'retryMs'> = {},
): Source[] {
  const { SIGNAL_SOURCES_URL: played, COINGECKO_API_KEY, GITHUB_TOKEN, X_BEARER_TOKEN, REDDIT_TOKEN } = settings;
  /**
   * A source with a key uses the real API.
   * Other sources may be simulated, and a simulated source has no rate limit.
   */
  const web = (name: string, base: string, gapMs: number, key?: string, more: Partial<WebOptions> = {}) =>
    played && !key
      ? createWeb({ base: `${played}/${name}`, gapMs: 0, clock, ...more, ...timeouts })
      : createWeb({ base, gapMs, clock, ...more, ...timeouts });
  const keyed = [
    X_BEARER_TOKEN && xCounts(web('x', 'https://api.x.com', 3_000, X_BEARER_TOKEN), X_BEARER_TOKEN),
    REDDIT_TOKEN && reddit(web('reddit', 'https://oauth.reddit.com', 700, REDDIT_TOKEN), REDDIT_TOKEN),
  ];
  return [
    // CoinGecko allows 30 calls a minute without a key, and 100 with a key.
    coingecko(
      web('coingecko', 'https://api.coingecko.com/api/v3', COINGECKO_API_KEY ? 700 : 2_200, COINGECKO_API_KEY),
      COINGECKO_API_KEY,
    ),
    coinmarketcap(web('coinmarketcap', 'https://pro-api.coinmarketcap.com/public-api', 2_000)),
    binance(web('binance', 'https://data-api.binance.vision/api/v3', 200)),
    kraken(web('kraken', 'https://api.kraken.com/0/public', 1_100)),
    hackerNews(web('hacker-news', 'https://hn.algolia.com/api/v1', 400)),
    // GDELT allows one request in five seconds, and throttles for a long time after a violation.
    gdelt(web('gdelt', 'https://api.gdeltproject.org/api/v2/doc', 5_500, undefined, { timeoutMs: 20_000 })),
    github(web('github', 'https://api.github.com', 800, GITHUB_TOKEN), GITHUB_TOKEN),
    feeds(web('feeds', 'https://github.com', 500), parseFeed),
    ...keyed.filter((source) => typeof source === 'object'),
  ];
}
