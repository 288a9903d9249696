import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { coins } from '../src/domain/coins.ts';
import type { Findings } from '../src/domain/findings.ts';
import { createReader } from '../src/reader.ts';
import { binance } from '../src/sources/binance.ts';
import { coingecko } from '../src/sources/coingecko.ts';
import { feeds } from '../src/sources/feeds.ts';
import { gdelt } from '../src/sources/gdelt.ts';
import { github } from '../src/sources/github.ts';
import { hackerNews } from '../src/sources/hacker-news.ts';
import { kraken } from '../src/sources/kraken.ts';
import { reddit } from '../src/sources/reddit.ts';
import { eachOf, type Source } from '../src/sources/source.ts';
import { BadAnswer, createWeb, type Web } from '../src/sources/web.ts';
import { xCounts } from '../src/sources/x-counts.ts';
import { type Played, played, playedNames, startOutside } from './harness.ts';

// Every source against the sandbox, which answers in that source's own words, or as it is told to misbehave.

const dayMs = 86_400_000;
const now = new Date();
const tickers = ['XRP', 'XLM', 'ALGO'];
const reader = createReader();
let outside: Awaited<ReturnType<typeof startOutside>>;
beforeAll(async () => {
  outside = await startOutside();
});
afterAll(async () => {
  await reader.close();
  await outside.sandbox.stop();
});
afterEach(() => outside.control('reset', {}));

/** A source of its own, so that no test meets the pauses of another's. */
const open = (name: Played, timeoutMs?: number) =>
  outside.open({ timeoutMs }).find((source) => source.name === name) as Source;
const web = (name: string) => createWeb({ base: `${outside.sandbox.signalSourcesUrl}/${name}`, gapMs: 0, retryMs: 1 });
const misbehave = (name: Played, kind: string, lie?: string) =>
  outside.fault({ ...played[name], kind, ...(lie ? { lie } : {}) });

interface Found extends Required<Omit<Findings, 'known'>> {
  known: string[];
}
const nothing = (): Found => ({ quotes: [], candles: [], items: [], counts: [], work: [], refused: 0, known: [] });

interface Asked {
  from?: Date;
  to?: Date;
  /** Where what it brings is put, for when it fails in between. */
  all?: Found;
}

/** Everything that a source brings, together. */
async function askAll(
  source: Source,
  asked = tickers,
  { from = new Date(now.getTime() - 10 * dayMs), to = now, all = nothing() }: Asked = {},
): Promise<Found> {
  for await (const one of source.ask({ now: to, since: from, sinceOf: () => from, coins: asked })) {
    all.quotes.push(...(one.quotes ?? []));
    all.candles.push(...(one.candles ?? []));
    all.items.push(...(one.items ?? []));
    all.counts.push(...(one.counts ?? []));
    all.work.push(...(one.work ?? []));
    all.refused += one.refused ?? 0;
    if (one.known) all.known.push(one.known);
  }
  return all;
}

const countOf = ({ quotes, candles, items, counts, work }: Found) =>
  quotes.length + candles.length + items.length + counts.length + work.length;

const writesNumbers: ReadonlySet<Played> = new Set(['CoinGecko', 'CoinMarketCap', 'Binance', 'Kraken', 'Hacker News']);

function expectSound({ quotes, candles, items }: Found): void {
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

test('entities of a feed that grow without end are not expanded', async () => {
  await misbehave('Project feeds', 'lying', 'entities');
  const found = await askAll(open('Project feeds'), ['XRP']);
  expect(found.refused).toBe(1);
  expect(JSON.stringify(found).length).toBeLessThan(1_000);
});

describe('a feed of 420 kB', () => {
  const feedOf = async (entries: string) => {
    const body = `<feed xmlns="http://www.w3.org/2005/Atom">${entries}</feed>`;
    const stub: Web = { ...web('feeds'), text: async () => ({ body, headers: new Headers() }) };
    return askAll(feeds(stub, reader.parseFeed), ['XLM']);
  };

  it('that nests its entries is no feed, and is read no further than sixteen levels', async () => {
    await expect(feedOf('<entry>'.repeat(60_000))).rejects.toThrow('is no feed');
    await expect(feedOf(`<entry>${'<b>'.repeat(70_000)}${'</c>'.repeat(50_000)}`)).rejects.toThrow('is no feed');
  });

  it('that has thousands of entries is read as far as a hundred', async () => {
    const { items, refused } = await feedOf('<entry><title>v1</title></entry>'.repeat(13_000));
    expect([items.length, refused]).toEqual([0, 100]);
  });

  it('that takes longer than the budget is given up, and the thread with it', async () => {
    const hasty = createReader(0);
    onTestFinished(() => hasty.close());
    await expect(hasty.parseFeed('<feed></feed>')).rejects.toThrow();
    expect(await hasty.read([{ title: 'Stellar launched it', text: '', language: 'en' }])).toHaveLength(1);
  });

  it('is not fetched when it is longer than 512 kB', async () => {
    const server = createServer((_, reply) => reply.end('x'.repeat(512 * 1024 + 1)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const one = createWeb({ base: `http://127.0.0.1:${port}`, gapMs: 0 });
    await expect(one.text('/')).rejects.toThrow('is longer than 524288 bytes');
  });
});

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

describe('whatever is asked', () => {
  /** A place that answers everything with this, and what happened there. */
  async function startPlace(status: number, headers: Record<string, string> = {}) {
    const log: string[] = [];
    const server = createServer((_, reply) => {
      log.push('asked');
      reply.writeHead(status, headers).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const pause = async (ms: number) => void log.push(`waited ${ms}`);
    const { port } = server.address() as AddressInfo;
    return { log, web: createWeb({ base: `http://127.0.0.1:${port}`, gapMs: 5_500, retryMs: 1, pause }) };
  }

  it('is asked again within the limit, too', async () => {
    const { log, web } = await startPlace(500);
    await expect(web.text('/')).rejects.toThrow('answered 500');
    expect(log.slice(0, 5)).toEqual(['asked', 'waited 5500', 'asked', 'waited 5500', 'asked']);
  });

  it.each([
    [301, { location: '/elsewhere' }],
    [404, {}],
    [503, { 'retry-after': '120' }],
  ])('is not asked again where the answer is %i', async (status, headers) => {
    const { log, web } = await startPlace(status, headers);
    await expect(web.text('/')).rejects.toThrow(`answered ${status}`);
    expect(log.filter((what) => what === 'asked')).toHaveLength(1);
    expect(web.pausedUntil() !== null).toBe(status === 503);
  });
});

describe('more than a source gives at once', () => {
  it.each([['GDELT'], ['Hacker News']] as const)('is asked for bit by bit: %s', async (name) => {
    const from = new Date(now.getTime() - 38 * dayMs);
    const urlsOf = ({ items }: Found) => new Set(items.map(({ url }) => url));
    const daily = nothing();
    for (let day = 0; day < 38; day++) {
      const [begin, end] = [day, day + 1].map((n) => new Date(from.getTime() + n * dayMs));
      await askAll(open(name), ['BTC'], { from: begin as Date, to: end as Date, all: daily });
    }
    expect(urlsOf(daily).size).toBeGreaterThan(name === 'GDELT' ? 250 : 500);
    expect(urlsOf(await askAll(open(name), ['BTC'], { from }))).toEqual(urlsOf(daily));
  });
});

describe('a stubborn second', () => {
  // All of a page bears the same time: the next page begins before it.
  const at = Math.floor(now.getTime() / 1000) - 3_600;
  const stamp = new Date(at * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
  it.each<[string, (web: Web) => Source, (n: number) => unknown, number]>([
    ['Hacker News', hackerNews, (n) => ({ objectID: String(n), title: `Bitcoin ${n}`, created_at_i: at }), 50],
    [
      'GDELT',
      gdelt,
      (n) => ({ url: `https://a.example.com/${n}`, title: `Bitcoin ${n}`, seendate: stamp, language: 'English' }),
      4,
    ],
  ])('is left behind: %s', async (_, open, rowOf, most) => {
    const asked: string[] = [];
    const full: Web = {
      ...web('hacker-news'),
      async json(path, schema) {
        asked.push(path);
        const rows = Array.from({ length: 500 }, (_, n) => rowOf(n));
        return schema.parse({ hits: rows, articles: rows });
      },
    };
    await askAll(open(full), ['BTC']);
    expect(new Set(asked).size).toBe(most);
    expect(asked).toHaveLength(most);
  });
});

test('Kraken’s last 24 hours are those up to now, whenever its day began', async () => {
  const noon = new Date('2026-05-12T03:07:00Z');
  const dayAgo = noon.getTime() - dayMs;
  const first = Date.parse('2026-05-11T02:15:00Z');
  const rows = Array.from({ length: 100 }, (_, n) => first + n * 15 * 60_000).map((at) => {
    const price = at > dayAgo ? '3.0' : '2.0';
    return [at / 1000, price, price, price, price, price, '10', 5];
  });
  const asked: string[] = [];
  const stub: Web = {
    ...web('kraken'),
    async json(path, schema) {
      asked.push(path);
      return schema.parse({ error: [], result: { XXRPZUSD: rows, last: 0 } });
    },
  };
  const { quotes } = await askAll(kraken(stub), ['XRP'], { from: noon, to: noon });
  expect(quotes).toEqual([
    // 96 candles, of 10 coins at 3 dollars each.
    { coin: 'XRP', price: 3, change24h: 50, volume24h: 2_880, marketCap: null, at: noon },
  ]);
  expect(asked).toEqual(['/OHLC?pair=XRPUSD&interval=15&since=1778465220']);
});

test('a release without a name is told with the name of its project', async () => {
  const stub: Web = {
    ...web('feeds'),
    async text(path) {
      const entry = (title: string, n: number) =>
        `<entry><id>${n}</id><updated>${new Date(now.getTime() - dayMs).toISOString()}</updated>` +
        `<link rel="alternate" href="https://github.com${path}/${n}"/><title>${title}</title>` +
        '<content type="html">Fixes.</content></entry>';
      const entries = ['v1.2.0', '2.0.0-rc1', 'core v21.0'].map(entry);
      return { body: `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`, headers: new Headers() };
    },
  };
  const { items } = await askAll(feeds(stub, reader.parseFeed), ['XLM', 'ALGO']);
  expect(items.map(({ title, text }) => [title, text])).toEqual([
    ['Stellar released v1.2.0', 'Fixes.'],
    ['Stellar released 2.0.0-rc1', 'Fixes.'],
    ['core v21.0', 'Stellar released core v21.0. Fixes.'],
    ['Algorand released v1.2.0', 'Fixes.'],
    ['Algorand released 2.0.0-rc1', 'Fixes.'],
    ['core v21.0', 'Algorand released core v21.0. Fixes.'],
  ]);
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
