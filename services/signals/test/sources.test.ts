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
import { type AllFindings, expectSound, fetchAll, noFindings, tickers, useSources } from './sources-harness.ts';

// The sandbox simulates each source and its faults in that source's own format.

const { reader, outside, open, web, misbehave } = useSources();

const countOf = ({ quotes, candles, items, counts, work }: AllFindings) =>
  quotes.length + candles.length + items.length + counts.length + work.length;

const requiresNumbers: ReadonlySet<Played> = new Set([
  'CoinGecko',
  'CoinMarketCap',
  'Binance',
  'Kraken',
  'Hacker News',
]);

describe.each(playedNames)('%s', (name) => {
  it('returns findings without refused rows', async () => {
    const found = await fetchAll(open(name));
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
  ])('fails under the sandbox’s fault “%s” (%s)', async (kind, lie) => {
    const source = open(name, kind === 'slow' ? 50 : undefined);
    await misbehave(name, kind, lie);
    await expect(fetchAll(source, ['XRP'])).rejects.toThrow();
    // Only a source that throttles is paused.
    expect(source.pausedUntil() !== null).toBe(kind === 'rate-limited');
  });

  it.each(['strings', 'nan', 'future', 'script', 'entities'])(
    'yields no invalid findings when it returns wrong data: %s',
    async (lie) => {
      await misbehave(name, 'lying', lie);
      const found = await fetchAll(open(name), ['XRP']).catch((error: Error) => error);
      if (!(found instanceof Error)) expectSound(found);
      if (lie === 'future') expect(found instanceof Error || found.refused > 0).toBe(true);
      if (lie === 'nan' && requiresNumbers.has(name)) expect(found).toBeInstanceOf(Error);
    },
  );
});

test.each(['CoinGecko', 'CoinMarketCap', 'Binance', 'Kraken'] as const)(
  'numbers as strings are accepted as prices and refused as times and ids: %s',
  async (name) => {
    const source = open(name);
    await misbehave(name, 'lying', 'strings');
    const all = noFindings();
    const found = await fetchAll(source, tickers, { all }).catch((error: Error) => error);
    // The other sources also have times or ids in their rows. Times and ids must be numbers, so these rows are refused.
    if (name === 'CoinGecko') expect(all.quotes.map(({ coin }) => coin).sort()).toEqual([...tickers].sort());
    else expect(found instanceof Error || found.refused > 0).toBe(true);
  },
);

test('a source is paused after five failed requests', async () => {
  const source = open('Kraken');
  await misbehave('Kraken', 'down');
  for (let fetched = 0; fetched < 2; fetched++) await expect(fetchAll(source, ['XRP'])).rejects.toThrow();
  // Two fetches with three attempts each reach the limit of five failed requests.
  expect(source.pausedUntil()?.getTime()).toBeGreaterThan(Date.now());
  await outside.control('reset', {});
  await expect(fetchAll(source, ['XRP'])).rejects.toThrow(/paused until/);
});

describe('a failure of one item', () => {
  const gone = () => '/gone';
  it.each<[Played, (web: Web) => Source, string, (path: string) => string, string]>([
    [
      'CoinGecko',
      (one) => coingecko(one, undefined),
      '/coins/stellar/',
      gone,
      'stellar: The source returned error 404.',
    ],
    // One unknown symbol fails the request for all symbols.
    [
      'Binance',
      binance,
      'XLMUSDT',
      (path) => path.replace('XLMUSDT', 'GONEUSDT'),
      'XLMUSDT: The source returned error 400.',
    ],
    [
      'Kraken',
      kraken,
      'XLMUSD',
      (path) => path.replace('XLMUSD', 'GONEUSD'),
      'XLMUSD: The source reported an error: EQuery:Unknown',
    ],
    ['Hacker News', hackerNews, 'query=Stellar', gone, 'XLM: The source returned error 404.'],
    ['GDELT', gdelt, 'Soroban', gone, 'XLM: The source returned error 404.'],
    [
      'GitHub',
      (one) => github(one, undefined),
      'stellar/stellar-core',
      gone,
      'stellar/stellar-core: The source returned error 404.',
    ],
    [
      'Project feeds',
      (one) => feeds(one, reader.parseFeed),
      'stellar/stellar-core',
      gone,
      'stellar/stellar-core: The source returned error 404.',
    ],
  ])('affects no other item: %s', async (name, open, part, instead, reason) => {
    const one = web(played[name].server);
    const to = (path: string) => (path.includes(part) ? instead(path) : path);
    const failing: Web = {
      ...one,
      text: (path, headers) => one.text(to(path), headers),
      json: (path, schema, headers) => one.json(to(path), schema, headers),
    };
    const [whole, all] = [await fetchAll(open(one)), noFindings()];
    await expect(fetchAll(open(failing), tickers, { all })).rejects.toThrow(reason);
    const of = ({ quotes, candles, work, items }: AllFindings, coin: string) => [
      ...[quotes, candles, work].map((rows) => rows.filter((row) => row.coin === coin).length),
      items.filter(({ title, url }) => /algorand/i.test(title + url) && coin === 'ALGO').length,
    ];
    // Every item is marked as completed except the item that failed. ALGO is requested after the failed item, and is
    // complete.
    expect(whole.completed.filter((one) => !all.completed.includes(one))).toEqual([reason.split(':')[0]]);
    for (const coin of ['XRP', 'ALGO']) expect(of(all, coin)).toEqual(of(whole, coin));
    expect(Math.max(...of(all, 'ALGO'))).toBeGreaterThan(0);
  });

  it('stops the whole fetch when it is the fifth in a row, or when the source is at fault', async () => {
    const requested: number[] = [];
    const failWith = (error: Error) => async () => {
      requested.length = 0;
      const each = eachOf(coins.keys(), String, async function* (one) {
        requested.push(one);
        yield {};
        throw error;
      });
      for await (const _ of each);
    };
    await expect(failWith(new BadAnswer('is no JSON'))).rejects.toThrow('0: is no JSON');
    expect(requested).toEqual([0, 1, 2, 3, 4]);
    await expect(failWith(new Error('is left alone'))).rejects.toThrow('is left alone');
    expect(requested).toEqual([0]);
  });
});

describe('sources that need a key', () => {
  it('X returns hourly counts of mentions', async () => {
    const { counts, refused } = await fetchAll(xCounts(web('x'), 'token'), ['XRP']);
    expect(counts.length).toBeGreaterThan(160);
    expect(new Set(counts.map(({ hour }) => hour.getTime() % 3_600_000))).toEqual(new Set([0]));
    expect(refused).toBe(0);
  });

  it('Reddit returns new posts', async () => {
    const found = await fetchAll(reddit(web('reddit'), 'token'));
    expect(found.items.length).toBeGreaterThan(0);
    expectSound(found);
    for (const { url } of found.items) expect(url).toMatch(/^https:\/\/www\.reddit\.com\/r\//);
  });

  it('a fetch from X or Reddit without a key fails with 401', async () => {
    for (const source of [xCounts(web('x'), ''), reddit(web('reddit'), '')]) {
      await expect(fetchAll(source, ['XRP'])).rejects.toThrow('401');
    }
  });
});

test('every coin has a unique ticker, CoinGecko id and CoinMarketCap id', () => {
  for (const field of ['ticker', 'coingecko', 'coinmarketcap'] as const) {
    expect(new Set(coins.map((coin) => coin[field])).size).toBe(coins.length);
  }
});
