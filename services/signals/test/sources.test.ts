import { describe, expect, it, test } from 'vitest';
import { coins } from '../src/domain/coins.ts';
import { binance } from '../src/sources/binance.ts';
import { coingecko } from '../src/sources/coingecko.ts';
import { feeds } from '../src/sources/feeds.ts';
import { gdelt } from '../src/sources/gdelt.ts';
import { github } from '../src/sources/github.ts';
import { hackerNews } from '../src/sources/hacker-news.ts';
import { kraken } from '../src/sources/kraken.ts';
import { reddit } from '../src/sources/reddit.ts';
import { eachOf, type Source } from '../src/sources/source.ts';
import { BadAnswer, type Web } from '../src/sources/web.ts';
import { xCounts } from '../src/sources/x-counts.ts';
import { type Played, played, playedNames } from './harness.ts';
import { askAll, expectSound, type Found, nothing, tickers, useSources } from './sources-harness.ts';

// Every source against the sandbox, which answers in that source's own words, or as it is told to misbehave.

const { reader, outside, open, web, misbehave } = useSources();

const countOf = ({ quotes, candles, items, counts, work }: Found) =>
  quotes.length + candles.length + items.length + counts.length + work.length;

const writesNumbers: ReadonlySet<Played> = new Set(['CoinGecko', 'CoinMarketCap', 'Binance', 'Kraken', 'Hacker News']);

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
      if (lie === 'future') expect(found instanceof Error || found.refused > 0).toBe(true);
      if (lie === 'nan' && writesNumbers.has(name)) expect(found).toBeInstanceOf(Error);
    },
  );
});

test.each(['CoinGecko', 'CoinMarketCap', 'Binance', 'Kraken'] as const)(
  'numbers as texts are numbers: %s',
  async (name) => {
    const source = open(name);
    await misbehave(name, 'lying', 'strings');
    const all = nothing();
    const found = await askAll(source, tickers, { all }).catch((error: Error) => error);
    // A time that is a text is none: Binance and Kraken are refused then, row by row.
    if (name === 'CoinGecko') expect(all.quotes.map(({ coin }) => coin).sort()).toEqual([...tickers].sort());
    else expect(found instanceof Error || found.refused > 0).toBe(true);
  },
);

test('a source that fails again and again is left alone for a while', async () => {
  const source = open('Kraken');
  await misbehave('Kraken', 'down');
  for (let visit = 0; visit < 2; visit++) await expect(askAll(source, ['XRP'])).rejects.toThrow();
  // Five failed requests are borne, and no more.
  expect(source.pausedUntil()?.getTime()).toBeGreaterThan(Date.now());
  await outside.control('reset', {});
  await expect(askAll(source, ['XRP'])).rejects.toThrow(/left alone until/);
});

describe('one of several that gets no good answer takes nothing from the others', () => {
  const gone = () => '/gone';
  it.each<[Played, (web: Web) => Source, string, (path: string) => string, string]>([
    ['CoinGecko', (one) => coingecko(one, undefined), '/coins/stellar/', gone, 'stellar: answered 404'],
    // An unknown one among several spoils them all.
    ['Binance', binance, 'XLMUSDT', (path) => path.replace('XLMUSDT', 'GONEUSDT'), 'XLMUSDT: answered 400'],
    ['Kraken', kraken, 'XLMUSD', (path) => path.replace('XLMUSD', 'GONEUSD'), 'XLMUSD: says EQuery:Unknown'],
    ['Hacker News', hackerNews, 'query=Stellar', gone, 'XLM: answered 404'],
    ['GDELT', gdelt, 'Soroban', gone, 'XLM: answered 404'],
    ['GitHub', (one) => github(one, undefined), 'stellar/stellar-core', gone, 'stellar/stellar-core: answered 404'],
    [
      'Project feeds',
      (one) => feeds(one, reader.parseFeed),
      'stellar/stellar-core',
      gone,
      'stellar/stellar-core: answered 404',
    ],
  ])('%s', async (name, open, part, instead, reason) => {
    const one = web(played[name].server);
    const to = (path: string) => (path.includes(part) ? instead(path) : path);
    const lacking: Web = {
      ...one,
      text: (path, headers) => one.text(to(path), headers),
      json: (path, schema, headers) => one.json(to(path), schema, headers),
    };
    const [whole, all] = [await askAll(open(one)), nothing()];
    await expect(askAll(open(lacking), tickers, { all })).rejects.toThrow(reason);
    const of = ({ quotes, candles, work, items }: Found, coin: string) => [
      ...[quotes, candles, work].map((rows) => rows.filter((row) => row.coin === coin).length),
      items.filter(({ title, url }) => /algorand/i.test(title + url) && coin === 'ALGO').length,
    ];
    // It is asked for again, and they are not; ALGO comes after the one that is gone.
    expect(whole.known.filter((one) => !all.known.includes(one))).toEqual([reason.split(':')[0]]);
    for (const coin of ['XRP', 'ALGO']) expect(of(all, coin)).toEqual(of(whole, coin));
    expect(Math.max(...of(all, 'ALGO'))).toBeGreaterThan(0);
  });

  it('but so many in a row are the source’s fault, and whatever else goes wrong ends it at once', async () => {
    const asked: number[] = [];
    const ask = (error: Error) => async () => {
      asked.length = 0;
      const each = eachOf(coins.keys(), String, async function* (one) {
        asked.push(one);
        yield {};
        throw error;
      });
      for await (const _ of each);
    };
    await expect(ask(new BadAnswer('is no JSON'))).rejects.toThrow('0: is no JSON');
    expect(asked).toEqual([0, 1, 2, 3, 4]);
    await expect(ask(new Error('is left alone'))).rejects.toThrow('is left alone');
    expect(asked).toEqual([0]);
  });
});

describe('with a key', () => {
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
