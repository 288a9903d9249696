import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser } from './browser.ts';
import { writeBuild } from './build.ts';
import { type System, startSystem, temporaryFolder } from './harness.ts';

const one = {
  destinationAddress: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
  destinationTag: '47114711',
  sourceAmount: '250.5',
};
const other = {
  destinationAddress: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn',
  destinationTag: '3141592653',
  sourceAmount: '7654.25',
};

const system = {} as System;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeBuild(folder.path);
  Object.assign(system, await startSystem({ STATIC_DIR: folder.path }));
  // The first page starts the renderer's thread, which may take longer than a page waits for its content.
  const { browser, id } = await system.startPaid(one);
  await vi.waitFor(async () => expect((await getGuide(browser, id)).text).toContain('initial-data'), 60_000);
});
afterAll(async () => {
  await system.stop?.();
  await folder.remove();
});

const pageOf = (id: string) => `/transfer/${id}`;
const initialDataOf = (text: string) => JSON.parse(/id="initial-data">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null');

/** Requests a guide with the step of the browser's cookie. */
async function getGuide(browser: Browser, id: string, step?: string, headers: Record<string, string> = {}) {
  const cookie = [browser.cookiesFor(pageOf(id)), ...(step === undefined ? [] : [`step=${step}`])].join('; ');
  return browser.get(pageOf(id), { cookie, ...headers });
}

/** Expects the page that the browser fills, without any customer's data. */
function expectEmpty(text: string): void {
  expect(text).toContain('<div id="root"></div>');
  expect(text).not.toContain('initial-data');
  expect(text).not.toContain('data-address');
  for (const secret of [one, other].flatMap((owner) => Object.values(owner))) expect(text).not.toContain(secret);
}

describe('the guide’s page for its owner', () => {
  it('is rendered with exactly the answers of the API, and contains them', async () => {
    const { browser, id, path } = await system.startPaid(one);
    const { text } = await getGuide(browser, id);
    expect(text).toContain(`<div id="root"><h1>${pageOf(id)}</h1>`);
    expect(initialDataOf(text)).toEqual({
      '/api/config': (await browser.get('/api/config')).body,
      [path]: (await browser.get(path)).body,
      [`/api/transfer-instructions/${id}`]: (await browser.get(`/api/transfer-instructions/${id}`)).body,
      step: 0,
    });
    expect(initialDataOf(text)[path]).toMatchObject(one);
    expect(text).toContain(`data-address="${one.destinationAddress}"`);
    // The page contains the data, so nothing is preloaded but files.
    expect(text).not.toContain('as="fetch"');
    expect(text).toContain('/assets/guide-1a2b3c4d.js');
  });

  it.each([
    ['3', 3],
    ['0', 0],
    ['-1', 0],
    ['20', 0],
    ['3a', 0],
  ])('shows the step of the cookie: for “%s” the step %i', async (cookie, step) => {
    const { browser, id } = await system.startPaid(one);
    expect(initialDataOf((await getGuide(browser, id, cookie)).text).step).toBe(step);
  });

  it('is never stored, has no ETag, and is sent whole to a conditional request', async () => {
    const { browser, id } = await system.startPaid(one);
    const first = await getGuide(browser, id);
    const digest = createHash('sha1').update(first.text).digest('base64');
    const again = await getGuide(browser, id, undefined, {
      'if-none-match': `"${digest}", *`,
      'if-modified-since': new Date().toUTCString(),
    });
    for (const { status, headers, text } of [first, again]) {
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')?.split(', ')).toContain('cookie');
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('last-modified')).toBeNull();
      expect(text).toContain(one.destinationAddress);
    }
  });

  it('is compressed, and varies by cookie and encoding', async () => {
    const { browser, id } = await system.startPaid(one);
    const { headers, text } = await getGuide(browser, id, undefined, { 'accept-encoding': 'br' });
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('vary')).toBe('cookie, accept-encoding');
    expect(text).toContain(one.destinationAddress);
  });

  it('never contains data of another owner, however many pages are rendered at once', async () => {
    const [first, second] = await Promise.all([system.startPaid(one), system.startPaid(other)]);
    const owners = [
      { ...first, own: one, others: other },
      { ...second, own: other, others: one },
    ];
    let rendered = 0;
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { browser, id, own, others } = owners[index % 2] as (typeof owners)[number];
        const { text } = await getGuide(browser, id, String(index % 5));
        for (const secret of Object.values(others)) expect(text).not.toContain(secret);
        if (!initialDataOf(text)) return expectEmpty(text);
        rendered++;
        for (const secret of Object.values(own)) expect(text).toContain(secret);
        expect(initialDataOf(text).step).toBe(index % 5);
      }),
    );
    expect(rendered).toBeGreaterThan(2);
  });
});

describe('the pages of an unpaid transfer for its owner', () => {
  const checkoutOf = (id: string) => `/checkout?transfer=${id}`;

  it.each([
    ['the guide', pageOf],
    ['the checkout', checkoutOf],
  ])('%s is rendered with the transfer and the settings, and is never stored', async (_what, path) => {
    const { browser, id } = await system.startTransfer(one);
    const { text, headers } = await browser.get(path(id));
    expect(text).toContain(`<div id="root"><h1>${path(id)}</h1>`);
    expect(initialDataOf(text)).toEqual({
      '/api/config': (await browser.get('/api/config')).body,
      [`/api/transfers/${id}`]: (await browser.get(`/api/transfers/${id}`)).body,
    });
    expect(initialDataOf(text)[`/api/transfers/${id}`]).toMatchObject(one);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toContain('cookie');
    expect(headers.get('etag')).toBeNull();
  });

  describe('the checkout is empty', () => {
    it('for visitors and other owners', async () => {
      const [{ browser, id }, { browser: another }] = await Promise.all([
        system.startTransfer(one),
        system.startPaid(other),
      ]);
      // The owner's page comes first, so that a cache could hold it.
      expect((await browser.get(checkoutOf(id))).text).toContain(one.destinationAddress);
      const texts = await Promise.all(
        [another, system.browser()].map(async (caller) => (await caller.get(checkoutOf(id))).text),
      );
      for (const text of texts) expectEmpty(text);
      const [theirs, strangers] = texts.map((text) => text.replaceAll(/nonce="[^"]+"/g, ''));
      expect(theirs).toBe(strangers);
    });

    it('for a paid transfer, which leads to the guide', async () => {
      const { browser, id } = await system.startPaid(one);
      expectEmpty((await browser.get(checkoutOf(id))).text);
    });

    it('with other parameters, and for a malformed id', async () => {
      const { browser, id } = await system.startTransfer(one);
      expectEmpty((await browser.get(`${checkoutOf(id)}&stripe_failed=true`)).text);
      expectEmpty((await browser.get(checkoutOf('0123'))).text);
    });
  });
});

describe('the guide’s page without its content', () => {
  it.each([
    ['without a cookie', async () => ''],
    [
      'with a forged cookie',
      async (id: string) => `owner=${Buffer.from(id, 'hex').toString('base64url')}.c2lnbmF0dXJl`,
    ],
    ['with a forged cookie of the transfer', async (id: string) => `owner_${id}=c2lnbmF0dXJl`],
    ['with another owner’s cookie', async () => (await system.startPaid(other)).browser.cookiesFor('/')],
  ])('is sent to a visitor %s', async (_what, cookieFor) => {
    const { browser, id } = await system.startPaid(one);
    // The owner's page comes first, so that a cache could hold it.
    expect((await getGuide(browser, id)).text).toContain(one.destinationAddress);
    const { text, headers } = await system.browser().get(pageOf(id), { cookie: await cookieFor(id) });
    expectEmpty(text);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toContain('cookie');
    expect(text).toContain(`href="/api/transfers/${id}"`);
  });

  it('is sent for an unknown or malformed id', async () => {
    for (const id of ['0'.repeat(32), '0123']) expectEmpty((await system.browser().get(pageOf(id))).text);
  });

  it.each([
    ['fails', '17'],
    ['ends the thread', '18'],
    ['hangs', '19'],
  ])('is sent if rendering %s, and the next page is rendered again', async (_what, step) => {
    const { browser, id } = await system.startPaid(one);
    const { text } = await getGuide(browser, id, step);
    expectEmpty(text);
    // The browser has shown the steps before, so the page preloads them.
    expect(text).toContain(`href="/api/transfer-instructions/${id}"`);
    await expect
      .poll(async () => (await getGuide(browser, id)).text, { timeout: 60_000 })
      .toContain(one.destinationAddress);
  });
});
