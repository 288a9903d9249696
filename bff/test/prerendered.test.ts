import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { type Browser, createBrowser } from './browser.ts';
import { neverEnds, page, serverEntry, useBuild } from './build.ts';
import { startBff, temporaryFolder } from './harness.ts';

const { bff, browser } = useBuild();

describe('the prerendered page', () => {
  const root = async (address: string, headers = {}) =>
    /<div id="root">(.*?)<\/div>/s.exec((await browser.get(address, headers)).text)?.[1];
  const initialDataOf = (text: string) => JSON.parse(/id="initial-data">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null');

  it.each(['/', '/?utm_source=letter'])('contains this installation’s settings at %s', async (address) => {
    const { text } = await browser.get(address);
    expect(text).toContain('<div id="root"><h1>Drawn in the sandbox</h1></div>');
    expect(text).toMatch(/<style nonce="[^"]+">h1 \{ color: red \}<\/style>/);
    // The link of the inlined stylesheet stays in the page, disabled, so that no lazy chunk loads the stylesheet again.
    const links = text.match(/<link [^>]*stylesheet[^>]*>/g);
    expect(links).toEqual([expect.stringMatching(/^<link disabled media="not all" /)]);
    const config = (await browser.get('/api/config')).body;
    expect(initialDataOf(text)).toEqual({ '/api/config': config });
    // The product name contains characters that could end a script element.
    expect(text.match(/<Co>/g)).toBeNull();
    expect(initialDataOf(text)['/api/config'].productName).toBe('Bridge & <Co> $&');
  });

  it.each(['/?from=coinbase', '/?payment=success', '/checkout', '/transfer?from=coinbase', '/admin', '/no/such/page'])(
    'is not served at %s',
    async (address) => {
      const { text } = await browser.get(address);
      expect(text).toContain('<div id="root"></div>');
      expect(text).toContain('<link rel="stylesheet"');
      expect(text).not.toContain('id="initial-data"');
    },
  );

  it('is the same for every visitor, and shared caches must revalidate it', async () => {
    const withoutNonce = ({ text }: { text: string }) => text.replaceAll(/nonce="[^"]+"/g, '');
    const one = await browser.get('/', { cookie: 'owner=a.b; operator=c' });
    const other = await browser.get('/', { cookie: 'owner=d.e' });
    expect(withoutNonce(one)).toBe(withoutNonce(other));
    expect(one.headers.get('cache-control')).toBe('no-cache');
    expect(one.headers.getSetCookie()).toEqual([]);
  });

  it('is the maintenance page for customers while the application is closed', async () => {
    await bff.context.maintenance.set(true);
    try {
      for (const address of ['/', '/?from=coinbase', '/checkout']) {
        expect(await root(address)).toBe('<h1>Closed: true</h1>');
        const status = initialDataOf((await browser.get(address)).text)['/api/maintenance-status'];
        expect(status).toEqual({ maintenanceMode: true });
      }
      for (const address of ['/admin', '/no/such/page']) expect(await root(address)).toBe('');
      // During maintenance, the page of a guide is still served.
      expect((await browser.get(`/transfer/${'0'.repeat(32)}`)).text).toContain('preload');
    } finally {
      await bff.context.maintenance.set(false);
    }
    expect(await root('/')).toBe('<h1>Drawn in the sandbox</h1>');
  });

  /** Starts a BFF with another build, and runs a check against it. */
  async function withBuild(
    { entry, html = page, pause = neverEnds }: { entry: string; html?: string; pause?: () => Promise<void> },
    check: (visitor: Browser, context: Context) => Promise<void>,
  ): Promise<void> {
    const build = await temporaryFolder();
    await Promise.all(['assets', '.server'].map((name) => mkdir(path.join(build.path, name))));
    await writeFile(path.join(build.path, '.server/entry-server.js'), entry);
    await writeFile(path.join(build.path, 'index.html'), html);
    await writeFile(path.join(build.path, 'assets/app-1a2b3c4d.css'), 'h1 { color: red }');
    const other = await startBff({ STATIC_DIR: build.path }, { overrides: { pause } });
    try {
      await check(createBrowser(other.url), other.context);
    } finally {
      await other.stop();
      await build.remove();
    }
  }

  it('is replaced by an empty root element if prerendering fails', () =>
    withBuild({ entry: 'throw new Error("broken")' }, async (visitor) => {
      const { status, text } = await visitor.get('/');
      expect([status, text.includes('<div id="root"></div>')]).toEqual([200, true]);
    }));

  const hangs = 'setInterval(() => {}, 1_000)';

  it('is replaced by an empty root element if prerendering takes too long, even while the application is closed', () =>
    withBuild({ entry: hangs, pause: async () => {} }, async (visitor, { maintenance }) => {
      expect((await visitor.get('/')).text).toContain('<div id="root"></div>');
      await maintenance.set(true);
      expect((await visitor.get('/checkout')).text).toContain('<div id="root"></div>');
    }));

  it('does not delay other pages while it is prerendered', () =>
    withBuild({ entry: hangs }, async (visitor) => {
      for (const address of ['/checkout', '/transfer/0123', '/admin', '/?from=coinbase', '/no/such/page']) {
        expect((await visitor.get(address)).text, address).toContain('<div id="root"></div>');
      }
    }));

  it('contains the main stylesheet inline, and links to the other stylesheets', () => {
    const other = '<link rel="stylesheet" href="/assets/more-1a2b3c4d.css">';
    return withBuild({ entry: serverEntry, html: page.replace('</head>', `${other}</head>`) }, async (visitor) => {
      const { text } = await visitor.get('/');
      expect(text).toContain(other);
      expect(text.match(/<style[^>]*>.*?<\/style>/g)).toEqual([expect.stringContaining('>h1 { color: red }<')]);
    });
  });

  it('is compressed, because it has no personal data', async () => {
    const { headers } = await browser.get('/', { 'accept-encoding': 'br' });
    expect(headers.get('content-encoding')).toBe('br');
  });
});
