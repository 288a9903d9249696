import { createHash } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createBrowser, refusal } from './browser.ts';
import { script, theme, useBuild } from './build.ts';
import { startBff } from './harness.ts';

const { folder, bff, browser } = useBuild();
const hashOfTheme = `'sha256-${createHash('sha256').update(theme).digest('base64')}'`;

function directives(policy: string | null): Record<string, string> {
  return Object.fromEntries(
    (policy ?? '').split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}

describe('the page', () => {
  it.each([
    [200, '/'],
    [200, '/checkout'],
    [200, '/checkout?success=true&transfer=0123'],
    [200, '/concierge/dashboard'],
    [200, '/admin'],
    [200, '/admin/'],
    [404, '/no/such/page'],
    [404, '/transfer/0123/more'],
    [404, '/admin/below'],
    [404, '/transfer//0123'],
    [404, '//anything'],
    [404, '/\\anything'],
  ])('is served with status %i for %s', async (status, address) => {
    const answer = await browser.get(address, { accept: 'text/html,*/*;q=0.8' });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.text).toContain('/assets/app-1a2b3c4d.js');
  });

  it('has a new nonce in each answer, in the HTML and in the content security policy', async () => {
    const nonces = new Set<string>();
    for (let visit = 0; visit < 3; visit++) {
      const { text, headers } = await browser.get('/');
      const found = [...text.matchAll(/nonce="([^"]+)"/g)].map((match) => match[1]);
      expect(new Set(found).size).toBe(1);
      expect(found).toHaveLength(3);
      expect(directives(headers.get('content-security-policy'))['style-src']).toBe(`'self' 'nonce-${found[0]}'`);
      nonces.add(found[0] as string);
    }
    expect(nonces.size).toBe(3);
  });

  it.each(['//[', '//:x', '///'])('answers 404, not 500, for the malformed path %s', async (target) => {
    const { hostname, port } = new URL(bff.url);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ hostname, port, path: target, headers: { accept: 'application/json' } }, resolve)
        .on('error', reject)
        .end();
    });
    answer.resume();
    expect(answer.statusCode).toBe(404);
  });

  it('has a content security policy that allows only our origin and the payment provider', async () => {
    const { headers } = await browser.get('/');
    const policy = directives(headers.get('content-security-policy'));
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': `'self' ${hashOfTheme}`,
      'connect-src': "'self' http://127.0.0.1:3001",
      'frame-src': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'form-action': "'self' http://127.0.0.1:3001",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'push-worker',
    });
    expect(headers.get('content-security-policy-report-only')).toBeNull();
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe-|\*/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('permissions-policy')).toContain('payment=(self)');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('has a content security policy that allows Stripe’s origins if the key is a real Stripe key', async () => {
    const live = await startBff({
      STATIC_DIR: folder.path,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_123',
      PUBLIC_URL: 'https://bridge.example',
    });
    try {
      const { headers } = await createBrowser(live.url).get('/');
      const policy = directives(headers.get('content-security-policy'));
      expect(policy['script-src']).toBe(`'self' ${hashOfTheme} https://js.stripe.com https://*.js.stripe.com`);
      expect(policy['connect-src']).toBe("'self' https://api.stripe.com");
      expect(policy['require-trusted-types-for']).toBe("'script'");
      // The Trusted Types policy that the card form creates.
      expect(policy['trusted-types']).toBe('default push-worker');
      expect(headers.get('content-security-policy-report-only')).toBeNull();
      expect(policy['frame-src']).toContain('https://hooks.stripe.com');
      expect(policy).toHaveProperty('upgrade-insecure-requests');
      expect(headers.get('permissions-policy')).toContain('payment=(self "https://js.stripe.com"');
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
    } finally {
      await live.stop();
    }
  });

  it('only reports violations of Trusted Types if TRUSTED_TYPES is report', async () => {
    const live = await startBff({
      STATIC_DIR: folder.path,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_123',
      TRUSTED_TYPES: 'report',
    });
    try {
      const { headers } = await createBrowser(live.url).get('/');
      expect(headers.get('content-security-policy')).not.toContain('trusted-types');
      const reported = directives(headers.get('content-security-policy-report-only'));
      expect(reported).toEqual({ 'require-trusted-types-for': "'script'", 'trusted-types': 'default push-worker' });
    } finally {
      await live.stop();
    }
  });

  const call = (address: string) =>
    `<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/${address}">`;
  const operatorCalls = [call('operator/session'), call('admin/dashboard')];
  const id = '0123456789abcdef0123456789abcdef';
  // The instructions are not preloaded, because they are refused before the payment.
  const guideCalls = [call(`transfers/${id}`)];
  const script = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}-1a2b3c4d.js">`;
  const style = '<link rel="preload" as="style" crossorigin href="/assets/admin-1a2b3c4d.css">';
  const font = '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/mono-1a2b3c4d.woff2">';
  it.each([
    ['/', []],
    [`/transfer/${id}`, [...guideCalls, script('guide')]],
    [`/Transfer/${id}/?from=mail`, [...guideCalls, script('guide')]],
    ['/transfer/0123', [script('guide')]],
    ['/transfer/%22%3E%3Cscript%3E', [script('guide')]],
    [`/transfer/${id}/receipt`, [script('receipt'), font]],
    ['/admin', [...operatorCalls, script('shell'), script('admin'), style]],
    ['/get-ip', operatorCalls],
    ['/checkout', [call('config')]],
    [`/checkout?transfer=${id}`, [call('config'), ...guideCalls]],
    ['/checkout?transfer=%22%3E%3Cscript%3E', [call('config')]],
    ['/admin/below', []],
    ['/no/such/page', []],
  ])('preloads exactly the files and calls that %s needs, after the common files', async (address, named) => {
    const { text } = await browser.get(address, { accept: 'text/html' });
    const [, own] = /.*(?:app-1a2b3c4d\.css">|<\/style>)(.*)<\/head><body>/s.exec(text) ?? [];
    expect(own).toBe(named.join(''));
  });

  it('preloads Stripe.js at the checkout alone, and only if the key is a real Stripe key', async () => {
    const live = await startBff({ STATIC_DIR: folder.path, STRIPE_PUBLISHABLE_KEY: 'pk_test_123' });
    const linked = async (url: string, address: string) =>
      /<link rel="preload" as="script" fetchpriority="low" href="([^"]+)">/.exec(
        (await createBrowser(url).get(address, { accept: 'text/html' })).text,
      )?.[1];
    try {
      const library = await readFile(createRequire(import.meta.url).resolve('@stripe/stripe-js/dist/pure.mjs'), 'utf8');
      const [, train] = /RELEASE_TRAIN = '(\w+)'/.exec(library) ?? [];
      expect(await linked(live.url, `/checkout?transfer=${id}`)).toBe(`https://js.stripe.com/${train}/stripe.js`);
      expect(await linked(live.url, '/')).toBeUndefined();
      expect(await linked(bff.url, `/checkout?transfer=${id}`)).toBeUndefined();
    } finally {
      await live.stop();
    }
  });

  it('contains the theme script inline, and the content security policy allows this script by its hash', async () => {
    const { text } = await browser.get('/checkout');
    expect(text).toContain(`<script>${theme}</script>`);
    expect(text).not.toContain('src="/theme.js"');
  });

  it('has a title with the configured product name, escaped', async () => {
    expect((await browser.get('/')).text).toContain('<title>Bridge &amp; &lt;Co&gt; $&amp;</title>');
  });

  it('is served only to clients that accept HTML, and not at /index.html', async () => {
    expect(refusal(await browser.get('/checkout', { accept: 'application/json' }))).toEqual([404, 'not_found']);
    expect(refusal(await browser.get('/index.html'))).toEqual([404, 'not_found']);
  });

  it('answers 503 with an instruction while the frontend is not built', async () => {
    const unbuilt = await startBff({ STATIC_DIR: path.join(folder.path, 'missing') });
    try {
      const answer = await createBrowser(unbuilt.url).get('/');
      expect(answer.status).toBe(503);
      expect(answer.text).toContain('npm start');
    } finally {
      await unbuilt.stop();
    }
  });
});

describe('static files:', () => {
  it('a file with a hash in its name is cacheable for a year', async () => {
    const { headers, status } = await browser.get('/assets/app-1a2b3c4d.js');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toContain('javascript');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])(
    'for Accept-Encoding “%s”, a script has the Content-Encoding %s (null: not compressed)',
    async (accepted, encoding) => {
      const { headers, text } = await browser.get('/assets/app-1a2b3c4d.js', { 'accept-encoding': accepted });
      expect(headers.get('content-encoding')).toBe(encoding);
      expect(headers.get('vary')).toContain('accept-encoding');
      expect(text).toBe(script);
    },
  );

  it.each(['br', 'gzip', 'identity'])(
    'a file has the same headers whether it comes from memory or from disk, with the encoding %s',
    async (encoding) => {
      const get = (headers = {}) => browser.get('/assets/app-1a2b3c4d.js', { 'accept-encoding': encoding, ...headers });
      // Without `cache-control`, fetch sends `no-cache`, and the server would ignore the ETag.
      const ifOther = (etag: string) => get({ 'if-none-match': etag, 'cache-control': 'max-age=0' });
      const own = ['date', 'x-request-id', 'content-security-policy', 'connection', 'keep-alive'];
      const headersOf = ({ headers }: { headers: Headers }) => [...headers].filter(([name]) => !own.includes(name));
      const fromMemory = await get();
      const fromDisk = await ifOther('"another"');
      expect(fromMemory.text).toBe(script);
      expect(headersOf(fromMemory)).toEqual(headersOf(fromDisk));
      expect((await ifOther(fromMemory.headers.get('etag') ?? '')).status).toBe(304);
      const head = await browser.send('HEAD', '/assets/app-1a2b3c4d.js', undefined, { 'accept-encoding': encoding });
      expect([head.status, head.text, headersOf(head)]).toEqual([200, '', headersOf(fromMemory)]);
    },
  );

  it('a file is read from disk only once, and range requests are answered', async () => {
    const address = '/assets/once-1a2b3c4d.css';
    const plain = { 'accept-encoding': 'identity' };
    await writeFile(path.join(folder.path, address), 'p { color: red }');
    const part = await browser.get(address, { ...plain, range: 'bytes=0-2' });
    expect([part.status, part.text]).toEqual([206, 'p {']);
    const first = await browser.get(address);
    await rm(path.join(folder.path, address));
    const again = await browser.get(address);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('the web app manifest contains the product’s name and icons, and the Content-Security-Policy allows a manifest and a service worker', async () => {
    const answer = await browser.get('/app.webmanifest');
    expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    const manifest = JSON.parse(answer.text);
    expect(manifest).toMatchObject({ name: 'Bridge & <Co> $&', start_url: '/', display: 'standalone' });
    const root = fileURLToPath(new URL('../../frontend/public', import.meta.url));
    for (const { src } of manifest.icons) expect(await stat(root + src)).toBeTruthy();
    const policy = (await browser.get('/', { accept: 'text/html' })).headers.get('content-security-policy');
    expect(policy).toContain("manifest-src 'self'");
    expect(policy).toContain("worker-src 'self'");
  });

  it('/.well-known/security.txt names the contact for security problems and expires in 90 days', async () => {
    const answer = await browser.get('/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const { Contact, Expires, Canonical } = Object.fromEntries(
      answer.text
        .trim()
        .split('\r\n')
        .map((line) => line.split(': ')),
    );
    expect([Contact, Canonical]).toEqual([
      'mailto:support@xrp-bridge.example',
      'http://localhost:3000/.well-known/security.txt',
    ]);
    const days = (Date.parse(Expires) - Date.now()) / (24 * 3600_000);
    expect(Math.round(days)).toBe(90);
  });

  it('a file without a hash in its name is revalidated each time, and sent again only after a change', async () => {
    const first = await browser.get('/theme.js');
    expect(first.headers.get('cache-control')).toBe('public, max-age=0');
    const again = await browser.get('/theme.js', {
      'if-none-match': first.headers.get('etag') ?? '',
      // Without this header, fetch sends `no-cache`, and the server would ignore the ETag.
      'cache-control': 'max-age=0',
    });
    expect(again.status).toBe(304);
  });

  it.each([
    ['/assets/gone-1a2b3c4d.js', 404],
    ['/.secret', 404],
    ['/.vite/pages.json', 404],
    ['/.server/entry-server.js', 404],
    ['/assets/%2e%2e/.secret', 404],
    ['/%2e%2e%2f%2e%2e%2fpackage.json', 404],
    ['/theme.js%00', 404],
    ['/assets//app-1a2b3c4d.js', 400],
  ])('the missing or hidden file %s is refused', async (address, status) => {
    const answer = await browser.get(address, { accept: 'text/html' });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.text).not.toContain('hidden');
  });
});
