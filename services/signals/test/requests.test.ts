import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { gdelt } from '../src/sources/gdelt.ts';
import { hackerNews } from '../src/sources/hacker-news.ts';
import { kraken } from '../src/sources/kraken.ts';
import type { Source } from '../src/sources/source.ts';
import { createWeb, type Web } from '../src/sources/web.ts';
import { type AllFindings, dayMs, fetchAll, noFindings, now, useSources } from './sources-harness.ts';

// The sandbox simulates each source in that source's own format. The stubs in this file replace single responses.

const { open, web } = useSources();

describe('a request to a source', () => {
  /** Starts a server that gives every request the same answer, with a log of requests and pauses. */
  async function startServer(status: number, headers: Record<string, string> = {}) {
    const log: string[] = [];
    const server = createServer((_, reply) => {
      log.push('requested');
      reply.writeHead(status, headers).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const pause = async (ms: number) => void log.push(`waited ${ms}`);
    const { port } = server.address() as AddressInfo;
    return { log, web: createWeb({ base: `http://127.0.0.1:${port}`, gapMs: 5_500, retryMs: 1, pause }) };
  }

  it('is retried within the rate limit', async () => {
    const { log, web } = await startServer(500);
    await expect(web.text('/')).rejects.toThrow('returned error 500');
    expect(log.slice(0, 5)).toEqual(['requested', 'waited 5500', 'requested', 'waited 5500', 'requested']);
  });

  it.each([
    [301, { location: '/elsewhere' }],
    [404, {}],
    [503, { 'retry-after': '120' }],
  ])('is not retried after status %i', async (status, headers) => {
    const { log, web } = await startServer(status, headers);
    await expect(web.text('/')).rejects.toThrow(`returned error ${status}`);
    expect(log.filter((entry) => entry === 'requested')).toHaveLength(1);
    expect(web.pausedUntil() !== null).toBe(status === 503);
  });
});

describe('a result with more rows than one page', () => {
  it.each([['GDELT'], ['Hacker News']] as const)('is fetched page by page: %s', async (name) => {
    const from = new Date(now.getTime() - 38 * dayMs);
    const urlsOf = ({ items }: AllFindings) => new Set(items.map(({ url }) => url));
    const daily = noFindings();
    for (let day = 0; day < 38; day++) {
      const [begin, end] = [day, day + 1].map((n) => new Date(from.getTime() + n * dayMs));
      await fetchAll(open(name), ['BTC'], { from: begin as Date, to: end as Date, all: daily });
    }
    expect(urlsOf(daily).size).toBeGreaterThan(name === 'GDELT' ? 250 : 500);
    expect(urlsOf(await fetchAll(open(name), ['BTC'], { from }))).toEqual(urlsOf(daily));
  });
});

describe('a page of rows with the same time', () => {
  // All rows are from one second. The next page must begin before this second; otherwise the source would return the
  // same page again.
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
  ])('is followed by a page of earlier rows: %s', async (_, open, rowOf, most) => {
    const paths: string[] = [];
    const full: Web = {
      ...web('hacker-news'),
      async json(path, schema) {
        paths.push(path);
        const rows = Array.from({ length: 500 }, (_, n) => rowOf(n));
        return schema.parse({ hits: rows, articles: rows });
      },
    };
    await fetchAll(open(full), ['BTC']);
    expect(new Set(paths).size).toBe(most);
    expect(paths).toHaveLength(most);
  });
});

test('Kraken’s volume and price change cover the 24 hours up to now, not Kraken’s day', async () => {
  const noon = new Date('2026-05-12T03:07:00Z');
  const dayAgo = noon.getTime() - dayMs;
  const first = Date.parse('2026-05-11T02:15:00Z');
  const rows = Array.from({ length: 100 }, (_, n) => first + n * 15 * 60_000).map((at) => {
    const price = at > dayAgo ? '3.0' : '2.0';
    return [at / 1000, price, price, price, price, price, '10', 5];
  });
  const paths: string[] = [];
  const stub: Web = {
    ...web('kraken'),
    async json(path, schema) {
      paths.push(path);
      return schema.parse({ error: [], result: { XXRPZUSD: rows, last: 0 } });
    },
  };
  const { quotes } = await fetchAll(kraken(stub), ['XRP'], { from: noon, to: noon });
  expect(quotes).toEqual([
    // There are 96 candles, each with a volume of 10 coins at 3 dollars.
    { coin: 'XRP', price: 3, change24h: 50, volume24h: 2_880, marketCap: null, at: noon },
  ]);
  expect(paths).toEqual(['/OHLC?pair=XRPUSD&interval=15&since=1778465220']);
});
