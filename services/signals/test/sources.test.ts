import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { coins } from '../src/domain/coins.ts';
import type { Findings } from '../src/domain/findings.ts';
import { reddit } from '../src/sources/reddit.ts';
import type { Source } from '../src/sources/source.ts';
import { createWeb } from '../src/sources/web.ts';
import { xCounts } from '../src/sources/x-counts.ts';
import { type Played, played, playedNames, startOutside } from './harness.ts';

// Every source against the sandbox, which answers in that source's own words, or as it is told to misbehave.

const dayMs = 86_400_000;
const now = new Date();
const tickers = ['XRP', 'XLM', 'ALGO'];
let outside: Awaited<ReturnType<typeof startOutside>>;
beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.sandbox.stop());
afterEach(() => outside.control('reset', {}));

/** A source of its own, so that no test meets the pauses of another's. */
const open = (name: Played, timeoutMs?: number) =>
  outside.open({ timeoutMs }).find((source) => source.name === name) as Source;
const misbehave = (name: Played, kind: string, lie?: string) =>
  outside.fault({ ...played[name], kind, ...(lie ? { lie } : {}) });

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

const writesNumbers: ReadonlySet<Played> = new Set(['CoinGecko', 'CoinMarketCap', 'Binance', 'Kraken', 'Hacker News']);

function expectSound({ quotes, candles, items }: Required<Findings>): void {
  for (const { price, change24h, at } of quotes) {
    expect(price).toBeGreaterThan(0);
    expect(Math.abs(change24h)).toBeLessThan(100);
    expect(Math.abs(at.getTime() - now.getTime())).toBeLessThan(10 * 60_000);
  }
  for (const { close, day } of candles) {
    expect(close).toBeGreaterThan(0);
    expect(day < now.toISOString().slice(0, 10)).toBe(true);
  }
  for (const { url, title, text, publishedAt } of items) {
    expect(url).toMatch(/^https:\/\//);
    expect(title).not.toBe('');
    expect(`${title} ${text}`).not.toMatch(/[<>]|alert\(1\)/);
    expect(publishedAt.getTime()).toBeLessThanOrEqual(now.getTime() + 10 * 60_000);
  }
}

describe.each(playedNames)('%s', (name) => {
  it('is understood', async () => {
    const found = await askAll(open(name));
    expect(countOf(found)).toBeGreaterThan(0);
    expect(found.refused).toBe(0);
    expectSound(found);
  });

  it.each([
    ['down', undefined],
    ['slow', undefined],
    ['error', undefined],
    ['rate-limited', undefined],
    ['lying', 'html'],
    ['lying', 'half'],
    ['lying', 'error-text'],
    ['lying', 'huge'],
  ])('brings nothing and says so when it is %s %s', async (kind, lie) => {
    const source = open(name, kind === 'slow' ? 50 : undefined);
    await misbehave(name, kind, lie);
    await expect(askAll(source, ['XRP'])).rejects.toThrow();
    // Whoever asks for patience gets it.
    expect(source.pausedUntil() !== null).toBe(kind === 'rate-limited');
  });

  it.each(['strings', 'nan', 'future', 'script', 'entities'])(
    'brings nothing unsound when it lies: %s',
    async (lie) => {
      await misbehave(name, 'lying', lie);
      const found = await askAll(open(name), ['XRP']).catch((error: Error) => error);
      if (!(found instanceof Error)) expectSound(found);
      if (lie === 'future' || (lie === 'nan' && writesNumbers.has(name))) {
        expect(found instanceof Error || found.refused > 0).toBe(true);
      }
    },
  );
});

test.each(['CoinGecko', 'CoinMarketCap', 'Binance', 'Kraken'] as const)(
  'numbers as texts are numbers: %s',
  async (name) => {
    const source = open(name);
    await misbehave(name, 'lying', 'strings');
    const found = await askAll(source).catch((error: Error) => error);
    // A time that is a text is none: Binance and Kraken are refused then, row by row.
    if (name === 'CoinGecko')
      expect((found as Findings).quotes?.map(({ coin }) => coin).sort()).toEqual([...tickers].sort());
    else expect(found instanceof Error || found.refused > 0).toBe(true);
  },
);

test('entities of a feed that grow without end are not expanded', async () => {
  await misbehave('Project feeds', 'lying', 'entities');
  const found = await askAll(open('Project feeds'), ['XRP']);
  expect(found.refused).toBe(1);
  expect(JSON.stringify(found).length).toBeLessThan(1_000);
});

test('a source that fails again and again is left alone for a while', async () => {
  const source = open('Kraken');
  await misbehave('Kraken', 'down');
  for (let visit = 0; visit < 2; visit++) await expect(askAll(source, ['XRP'])).rejects.toThrow();
  // Six failed requests, one more than is borne.
  expect(source.pausedUntil()?.getTime()).toBeGreaterThan(Date.now());
  await outside.control('reset', {});
  await expect(askAll(source, ['XRP'])).rejects.toThrow(/left alone until/);
});

describe('with a key', () => {
  const web = (name: string) => createWeb({ base: `${outside.sandbox.signalSourcesUrl}/${name}`, gapMs: 0 });

  it('X tells how often a coin was spoken of, by the hour', async () => {
    const { counts, refused } = await askAll(xCounts(web('x'), 'token'), ['XRP']);
    expect(counts.length).toBeGreaterThan(160);
    expect(new Set(counts.map(({ hour }) => hour.getTime() % 3_600_000))).toEqual(new Set([0]));
    expect(refused).toBe(0);
  });

  it('Reddit gives new posts', async () => {
    const found = await askAll(reddit(web('reddit'), 'token'));
    expect(found.items.length).toBeGreaterThan(0);
    expectSound(found);
    for (const { url } of found.items) expect(url).toMatch(/^https:\/\/www\.reddit\.com\/r\//);
  });

  it('and to nobody without one', async () => {
    for (const source of [xCounts(web('x'), ''), reddit(web('reddit'), '')]) {
      await expect(askAll(source, ['XRP'])).rejects.toThrow('401');
    }
  });
});

test('every coin has its own names at the sources', () => {
  for (const field of ['ticker', 'coingecko', 'coinmarketcap'] as const) {
    expect(new Set(coins.map((coin) => coin[field])).size).toBe(coins.length);
  }
});
