import { type Sandbox, startSandbox } from '@xrp-bridge/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { coins } from '../src/domain/coins.ts';
import { openSources } from '../src/sources/index.ts';
import type { Findings, Source } from '../src/sources/source.ts';

// Every source against the sandbox, which answers in that source's own words, or as it is told to misbehave.

const dayMs = 86_400_000;
const now = new Date();
const tickers = ['XRP', 'XLM', 'ALGO'];
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, publicUrl: 'https://bridge.example', webhookSecret: 'whsec_test' });
});
afterAll(() => sandbox.stop());
afterEach(() => control('reset', {}));

async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

const providerOf = { prices: 'market', mentions: 'mentions', development: 'mentions' } as const;
const served: Record<string, string> = {
  CoinGecko: 'coingecko',
  CoinMarketCap: 'coinmarketcap',
  Binance: 'binance',
  Kraken: 'kraken',
  'Hacker News': 'hacker-news',
  GDELT: 'gdelt',
  GitHub: 'github',
  'Project feeds': 'feeds',
};
const names = Object.keys(served);

/** A source of its own, so that no test meets the pauses of another's. */
function open(name: string): Source {
  const source = openSources({ SIGNAL_SOURCES_URL: sandbox.signalSourcesUrl }, () => new Date()).find(
    (one) => one.name === name,
  );
  if (!source) throw new Error(`There is no source ${name}`);
  return source;
}

const misbehave = (source: Source, kind: string, lie?: string) =>
  control('faults', { provider: providerOf[source.kind], server: served[source.name], kind, lie, forMs: 600_000 });

/** Everything that a source brings, together. */
async function askAll(source: Source, asked = tickers): Promise<Required<Findings>> {
  const all: Required<Findings> = { quotes: [], candles: [], items: [], counts: [], work: [], refused: 0 };
  for await (const one of source.ask({ now, since: new Date(now.getTime() - 10 * dayMs), coins: asked })) {
    all.quotes.push(...(one.quotes ?? []));
    all.candles.push(...(one.candles ?? []));
    all.items.push(...(one.items ?? []));
    all.counts.push(...(one.counts ?? []));
    all.work.push(...(one.work ?? []));
    all.refused += one.refused ?? 0;
  }
  return all;
}

const countOf = ({ quotes, candles, items, counts, work }: Required<Findings>) =>
  quotes.length + candles.length + items.length + counts.length + work.length;

describe.each(names)('%s', (name) => {
  it('is understood', async () => {
    const found = await askAll(open(name));
    expect(countOf(found)).toBeGreaterThan(0);
    expect(found.refused).toBe(0);
    for (const { price, change24h, at } of found.quotes) {
      expect(price).toBeGreaterThan(0);
      expect(Math.abs(change24h)).toBeLessThan(100);
      expect(Math.abs(at.getTime() - now.getTime())).toBeLessThan(10 * 60_000);
    }
    for (const { url, title, publishedAt } of found.items) {
      expect(url).toMatch(/^https:\/\//);
      expect(title).not.toBe('');
      expect(publishedAt.getTime()).toBeLessThanOrEqual(now.getTime() + 60_000);
    }
  });

  it.each([
    ['down', undefined],
    ['error', undefined],
    ['rate-limited', undefined],
    ['lying', 'html'],
    ['lying', 'half'],
    ['lying', 'error-text'],
    ['lying', 'huge'],
  ])('brings nothing and says so when it is %s %s', async (kind, lie) => {
    const source = open(name);
    await misbehave(source, kind, lie);
    await expect(askAll(source, ['XRP'])).rejects.toThrow();
  });

  it('is refused row by row where its numbers are none, and its times in the future', async () => {
    const source = open(name);
    for (const lie of ['nan', 'future']) {
      await misbehave(source, 'lying', lie);
      const found = await askAll(source, ['XRP']).catch(() => null);
      for (const { price, at } of found?.quotes ?? []) {
        expect(price).toBeGreaterThan(0);
        expect(at.getTime()).toBeLessThanOrEqual(now.getTime() + 10 * 60_000);
      }
      for (const { close, day } of found?.candles ?? []) {
        expect(close).toBeGreaterThan(0);
        expect(day < now.toISOString().slice(0, 10)).toBe(true);
      }
      for (const { publishedAt } of found?.items ?? []) {
        expect(publishedAt.getTime()).toBeLessThanOrEqual(now.getTime() + 10 * 60_000);
      }
    }
  });
});

test.each(['Hacker News', 'GDELT'])('a script in a title of %s stays there', async (name) => {
  const source = open(name);
  await misbehave(source, 'lying', 'script');
  const { items } = await askAll(source);
  expect(items.length).toBeGreaterThan(0);
  for (const { title, text } of items) expect(`${title} ${text}`).not.toMatch(/[<>]|alert\(1\)/);
});

test('numbers that are written as texts are read as numbers', async () => {
  const source = open('CoinGecko');
  await misbehave(source, 'lying', 'strings');
  const { quotes } = await askAll(source);
  expect(quotes.map(({ coin }) => coin).sort()).toEqual([...tickers].sort());
});

test('entities of a feed that grow without end are not expanded', async () => {
  const source = open('Project feeds');
  await misbehave(source, 'lying', 'entities');
  const found = await askAll(source, ['XRP']);
  expect(JSON.stringify(found).length).toBeLessThan(1_000);
});

test('an hour of silence is not waited for', async () => {
  const source = open('Kraken');
  await control('faults', { provider: 'market', server: 'kraken', kind: 'down', forMs: 600_000 });
  for (let visit = 0; visit < 2; visit++) await expect(askAll(source, ['XRP'])).rejects.toThrow();
  // Six failed requests: now it is left alone for a while.
  expect(source.pausedUntil()?.getTime()).toBeGreaterThan(Date.now());
  await control('reset', {});
  await expect(askAll(source, ['XRP'])).rejects.toThrow(/circuit/i);
});

test('every coin has its own names at the sources', () => {
  for (const field of ['ticker', 'coingecko', 'coinmarketcap'] as const) {
    expect(new Set(coins.map((coin) => coin[field])).size).toBe(coins.length);
  }
});
