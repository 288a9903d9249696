import { z } from 'zod';
import { check } from '../control.ts';
import type { Provider, World } from '../provider.ts';
import { coins } from './coins.ts';
import type { Story } from './news.ts';
import { servePrices } from './price-apis.ts';
import { serveTexts } from './text-apis.ts';

/** Path prefix of the signal sources. */
export const signalSourcesPath = '/signal-sources';

/** Creates the provider of prices: CoinGecko, CoinMarketCap, Binance and Kraken. */
export function createMarketProvider(world: World): Provider {
  return {
    name: 'market',
    routes: (app) => app.register(async (own) => servePrices(own, world), { prefix: signalSourcesPath }),
    state: () => ({}),
    reset() {},
  };
}

const storyRequest = z.strictObject({
  coin: z.enum(coins.map(({ ticker }) => ticker)),
  title: z.string().max(5_000),
  url: z.url().optional(),
  comment: z.string().max(100_000).optional(),
});

/**
 * Creates the provider of texts and development activity:
 * Hacker News, GDELT, GitHub, feeds, X and Reddit.
 */
export function createMentionsProvider(world: World): Provider {
  const injected: Story[] = [];
  return {
    name: 'mentions',
    routes: (app) => app.register(async (own) => serveTexts(own, world, injected), { prefix: signalSourcesPath }),
    controls: (app) =>
      app.post('/mentions', async (request) => {
        const { coin: ticker, title, url, comment } = check(storyRequest, request.body);
        const coin = coins.find((one) => one.ticker === ticker) as (typeof coins)[number];
        const id = 50_000_000 + injected.length;
        const story = { id, title, comment: comment ?? null, at: world.clock.now(), language: 'English' as const };
        injected.push({ ...story, coin, url: url ?? `https://ledger-news.example/told/${id}` });
        return { id };
      }),
    state: () => ({}),
    reset() {
      injected.length = 0;
    },
  };
}
