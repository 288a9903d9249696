import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { createReader } from '../src/reader.ts';
import { feeds } from '../src/sources/feeds.ts';
import { createWeb, type Web } from '../src/sources/web.ts';
import { dayMs, fetchAll, now, useSources } from './sources-harness.ts';

// The sandbox simulates each source and its faults in that source's own format.

const { reader, open, web, misbehave } = useSources();

test('recursive entities in a feed are not expanded', async () => {
  await misbehave('Project feeds', 'lying', 'entities');
  const found = await fetchAll(open('Project feeds'), ['XRP']);
  expect(found.refused).toBe(1);
  expect(JSON.stringify(found).length).toBeLessThan(1_000);
});

describe('a large feed', () => {
  const feedOf = async (entries: string) => {
    const body = `<feed xmlns="http://www.w3.org/2005/Atom">${entries}</feed>`;
    const stub: Web = { ...web('feeds'), text: async () => ({ body, headers: new Headers() }) };
    return fetchAll(feeds(stub, reader.parseFeed), ['XLM']);
  };

  it('is rejected when its elements are nested deeper than sixteen levels', async () => {
    await expect(feedOf('<entry>'.repeat(60_000))).rejects.toThrow('isn’t a feed');
    await expect(feedOf(`<entry>${'<b>'.repeat(70_000)}${'</c>'.repeat(50_000)}`)).rejects.toThrow('isn’t a feed');
  });

  it('is read only up to the 100th entry', async () => {
    const { items, refused } = await feedOf('<entry><title>v1</title></entry>'.repeat(13_000));
    expect([items.length, refused]).toEqual([0, 100]);
  });

  it('is rejected when parsing exceeds the time limit, and the next request still succeeds', async () => {
    const hasty = createReader(0);
    onTestFinished(() => hasty.close());
    await expect(hasty.parseFeed('<feed></feed>')).rejects.toThrow();
    expect(await hasty.read([{ title: 'Stellar launched it', text: '', language: 'en' }])).toHaveLength(1);
  });

  it('is rejected when it is longer than 512 kB', async () => {
    const server = createServer((_, reply) => reply.end('x'.repeat(512 * 1024 + 1)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const one = createWeb({ base: `http://127.0.0.1:${port}`, gapMs: 0 });
    await expect(one.text('/')).rejects.toThrow('is longer than 524288 bytes.');
  });
});

test('the thread of the reader ends when it is idle, and the next request starts a new thread', async () => {
  const threads: Worker[] = [];
  const onThread = (thread: Worker) => void threads.push(thread);
  process.on('worker', onThread);
  onTestFinished(() => void process.off('worker', onThread));
  const brief = createReader(undefined, 0);
  onTestFinished(() => brief.close());
  const text = [{ title: 'Stellar launched it', text: '', language: 'en' }];
  for (const count of [1, 2]) {
    expect(await brief.read(text)).toMatchObject([{ coins: ['XLM'] }]);
    expect(threads).toHaveLength(count);
    await vi.waitFor(() => expect(threads[count - 1]?.threadId).toBe(-1), { timeout: 30_000 });
  }
});

test('the title of a release without a name includes the name of the project', async () => {
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
  const { items } = await fetchAll(feeds(stub, reader.parseFeed), ['XLM', 'ALGO']);
  expect(items.map(({ title, text }) => [title, text])).toEqual([
    ['Stellar released v1.2.0', 'Fixes.'],
    ['Stellar released 2.0.0-rc1', 'Fixes.'],
    ['core v21.0', 'Stellar released core v21.0. Fixes.'],
    ['Algorand released v1.2.0', 'Fixes.'],
    ['Algorand released 2.0.0-rc1', 'Fixes.'],
    ['core v21.0', 'Algorand released core v21.0. Fixes.'],
  ]);
});
