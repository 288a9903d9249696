import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { createReader } from '../src/reader.ts';
import { feeds } from '../src/sources/feeds.ts';
import { createWeb, type Web } from '../src/sources/web.ts';
import { askAll, dayMs, now, useSources } from './sources-harness.ts';

// Every source against the sandbox, which answers in that source's own words, or as it is told to misbehave.

const { reader, open, web, misbehave } = useSources();

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
