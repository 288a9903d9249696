import { connect } from 'node:net';
import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createBrowser, refusal } from './browser.ts';
import { eventually, startBff, startSystem, useBff } from './harness.ts';

const { bff, browser } = useBff({
  PUBLIC_URL: 'http://bridge.example',
  STRIPE_PUBLISHABLE_KEY: 'pk_sandbox_test',
  STRIPE_API_BASE: 'http://127.0.0.1:3001',
  TIP_ADDRESS: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
  TIP_TAG: '7',
  SOCIAL_URL: 'https://social.example/us',
  LEGAL_NAME: 'Bridge Guides LLC',
  POSTAL_ADDRESS: '1 Bridge Street, Springfield, OH 45501',
  JURISDICTION: 'the State of Ohio, USA',
});

const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };

describe('request bodies:', () => {
  it.each([
    ['broken JSON', '{"fromExchange": "coinbase"', 'application/json', 400, 'invalid_json'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'application/json', 400, 'invalid_json'],
    ['a key that would pollute prototypes', '{"__proto__": {"x": 1}}', 'application/json', 400, 'invalid_json'],
    ['JSON that is not an object', '[1, 2]', 'application/json', 400, 'invalid_input'],
    ['an empty body', '', 'application/json', 400, 'invalid_input'],
    ['a form body', 'fromExchange=coinbase', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['JSON declared as text', JSON.stringify(order), 'text/plain', 415, 'unsupported_media_type'],
  ])('%s is refused', async (_what, body, type, status, code) => {
    const answer = await browser.post('/api/transfers', body, { 'content-type': type });
    expect(refusal(answer)).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ status, requestId: answer.headers.get('x-request-id') });
  });

  it('10 MB are refused, with or without a Content-Length', async () => {
    const large = JSON.stringify({ ...order, email: 'a'.repeat(10 * 1024 * 1024) });
    expect(refusal(await browser.post('/api/transfers', large))).toEqual([413, 'too_large']);
    expect(refusal(await browser.post('/webhooks/stripe', large))).toEqual([413, 'too_large']);
    const chunked = await fetch(`${bff.url}/api/transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  it('an empty body counts as no body, whatever its content type', async () => {
    const answer = await browser.send('DELETE', '/api/operator/session', '', { 'content-type': 'text/plain' });
    expect(refusal(answer)).toEqual([401, 'operator_required']);
  });
});

describe('paths without a route:', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/transfers/1/2/3', '/api/hot-meters', '/webhooks/other'])(
    '%s answers 404 with JSON, not with a page',
    async (path) => {
      expect(refusal(await browser.get(path, { accept: 'text/html' }))).toEqual([404, 'not_found']);
    },
  );

  it('a malformed path answers 404, and the response does not contain the path', async () => {
    const answer = await browser.get('/api/transfers/%zz');
    expect(refusal(answer)).toEqual([404, 'not_found']);
    expect(answer.text).not.toContain('%zz');
  });

  it('an unsupported method answers 405 with the allowed methods', async () => {
    const answer = await browser.send('DELETE', '/api/transfers/0123456789abcdef0123456789abcdef');
    expect(refusal(answer)).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe('GET, PATCH');
    expect(refusal(await browser.get('/webhooks/stripe'))).toEqual([405, 'method_not_allowed']);
  });

  it('a POST outside the API answers 404', async () => {
    expect(refusal(await browser.post('/checkout', {}))).toEqual([404, 'not_found']);
  });
});

describe('state-changing requests:', () => {
  it.each([
    ['Sec-Fetch-Site is cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['the origin has another host', { origin: 'https://evil.example' }],
    ['the origin has another port', { origin: 'http://bridge.example:3001', 'sec-fetch-site': 'same-site' }],
    ['the origin is opaque', { origin: 'null' }],
  ])('a request is refused when %s', async (_what, headers) => {
    for (const [method, path] of [
      ['POST', '/api/transfers'],
      ['DELETE', '/api/operator/session'],
      ['POST', '/api/operator/session'],
    ] as const) {
      expect(refusal(await browser.send(method, path, {}, headers as unknown as Record<string, string>))).toEqual([
        403,
        'cross_site_refused',
      ]);
    }
  });

  it('a request is accepted with the origin of PUBLIC_URL, with the origin of the called host, and without an origin', async () => {
    for (const headers of [{ origin: 'http://bridge.example' }, { origin: bff.url }, {}]) {
      const answer = await browser.post('/api/transfers', {}, headers as Record<string, string>);
      expect(refusal(answer)).toEqual([400, 'invalid_input']);
    }
  });

  it('a request with an http origin is refused if PUBLIC_URL is https', async () => {
    const secure = await startBff({ PUBLIC_URL: 'https://bridge.example' });
    try {
      const send = async (origin: string) =>
        refusal(await createBrowser(secure.url).post('/api/transfers', {}, { origin }));
      const { host } = new URL(secure.url);
      for (const origin of ['http://bridge.example', `http://${host}`, 'https://bridge.example:8443', 'null', 'x']) {
        expect(await send(origin), origin).toEqual([403, 'cross_site_refused']);
      }
      for (const origin of ['https://bridge.example', `https://${host}`]) {
        expect(await send(origin), origin).toEqual([400, 'invalid_input']);
      }
    } finally {
      await secure.stop();
    }
  });

  it('webhooks and reads are accepted from another site', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(refusal(await browser.post('/webhooks/stripe', {}, headers))).toEqual([503, 'service_unavailable']);
    expect((await browser.get('/api/config', headers)).status).toBe(200);
  });
});

describe('answers:', () => {
  it('the security headers forbid caching, framing and content sniffing', async () => {
    for (const path of ['/api/config', '/api/nothing', '/livez']) {
      const { headers } = await browser.get(path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('the answer to an internal failure contains no internal details', async () => {
    const answer = await browser.post('/api/transfers', order);
    expect(refusal(answer)).toEqual([503, 'service_unavailable']);
    expect(answer.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|at /);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('GET /api/config returns the configuration of the web app', async () => {
    expect((await browser.get('/api/config')).body).toEqual({
      productName: 'XRP Bridge',
      mode: 'sandbox',
      prices: { guide: '4.00', concierge: '13.76', bundle: '17.76', currency: 'USD' },
      conciergeOffered: true,
      statementName: 'XRP BRIDGE',
      stripe: { publishableKey: 'pk_sandbox_test', apiBase: 'http://127.0.0.1:3001' },
      manualPayments: expect.arrayContaining([{ id: 'paypal', label: 'PayPal', handle: expect.any(String) }]),
      support: { email: expect.any(String), hours: expect.any(String), response: expect.any(String) },
      company: {
        legalName: 'Bridge Guides LLC',
        postalAddress: '1 Bridge Street, Springfield, OH 45501',
        jurisdiction: 'the State of Ohio, USA',
      },
      socialUrl: 'https://social.example/us',
      tip: { address: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', tag: '7' },
    });
    expect((await browser.get('/api/get-client-ip')).body).toEqual({ ip: '127.0.0.1' });
  });

  it('with an https PUBLIC_URL, answers have HSTS, and cookies have Secure and the prefix __Host-', async () => {
    const secure = await startBff({ PUBLIC_URL: 'https://bridge.example' });
    try {
      const other = createBrowser(secure.url);
      const { headers } = await other.get('/api/config');
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
      await other.post('/api/operator/session', { password: 'correct-horse-battery' });
      expect(other.setCookies).toHaveLength(2);
      for (const cookie of other.setCookies) expect(cookie).toMatch(/^__Host-operator_\w+=.*; Path=\/; .*Secure/);
      expect((await other.get('/api/operator/session')).status).toBe(200);
      const unprefixed = other.cookiesFor('/api').replaceAll('__Host-', '');
      const tossed = await createBrowser(secure.url).get('/api/operator/session', { cookie: unprefixed });
      expect(refusal(tossed)).toEqual([401, 'operator_required']);
    } finally {
      await secure.stop();
    }
  });
});

describe('rate limits:', () => {
  it('each class of routes has a limit, and refused calls have a Retry-After header', async () => {
    const limited = await startBff({ RATE_LIMITS: 'on' });
    try {
      const other = createBrowser(limited.url);
      for (const path of [
        'create-payment-intent',
        'concierge-checkout',
        'concierge/sign-in-link',
        'concierge/sign-in',
      ]) {
        const send = () => other.post(`/api/${path}`, { unknown: true });
        for (let call = 0; call < 20; call++) expect(refusal(await send())).toEqual([400, 'invalid_input']);
        const refused = await send();
        expect(refusal(refused)).toEqual([429, 'rate_limited']);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await other.get('/api/config')).status).toBe(200);
      const page = await other.get('/');
      expect(Number(page.headers.get('x-ratelimit-limit'))).toBeGreaterThan(1_000);
      // Unsubscribing has no strict limit: mailbox providers unsubscribe all their users from a few IP addresses.
      const unsubscribe = () => other.post('/api/newsletters/unsubscribe/no-token', {});
      for (let call = 0; call < 70; call++) expect(refusal(await unsubscribe())).toEqual([400, 'invalid_input']);
    } finally {
      await limited.stop();
    }
  });

  it('payments and declines are counted per network and day, and a network over the limit cannot pay', async () => {
    const limited = await startSystem({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
    try {
      const pay = async (ip: string) => {
        const { browser, id } = await limited.startTransfer();
        return browser.post('/api/create-payment-intent', { transferId: id }, { 'x-forwarded-for': ip });
      };
      const buyConcierge = (ip: string) =>
        limited.browser().post('/api/concierge-checkout', {}, { 'x-forwarded-for': ip });
      expect((await pay('2001:db8::1')).status).toBe(200);
      expect((await buyConcierge('2001:db8::2')).status).toBe(200);
      const { db } = limited.payment.context as { db: Kysely<{ velocity: { opened: number; declined: number } }> };
      const counts = await db.selectFrom('velocity').select(['opened', 'declined']).execute();
      expect(counts).toEqual([{ opened: 2, declined: 0 }]);
      await db.updateTable('velocity').set({ declined: 20 }).execute();
      for (const answer of [await pay('2001:db8::3'), await buyConcierge('2001:db8::4')]) {
        expect(refusal(answer)).toEqual([429, 'rate_limited']);
        expect(answer.body.detail).toContain('Please try again tomorrow');
      }
      expect((await pay('2001:db8:0:1::1')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('the sandbox has no limits by default', async () => {
    for (let call = 0; call < 25; call++) {
      expect((await browser.post('/api/create-payment-intent', { transferId: 'x' })).status).toBe(404);
    }
  });
});

describe('health and API description:', () => {
  it('/livez answers 200, and /readyz answers 503 with the state of each dependency, while the services are unavailable', async () => {
    expect(await browser.get('/livez')).toMatchObject({ status: 200, body: { status: 'alive' } });
    // Bus and queue become ready shortly after the start.
    await eventually(async () =>
      expect(await browser.get('/readyz?verbose')).toMatchObject({
        status: 503,
        body: {
          status: 'not ready',
          degraded: false,
          database: 'ready',
          bus: 'ready',
          queue: 'ready',
          services: { bff: 'ready', transfer: 'not ready', payment: 'not ready', notification: 'not ready' },
        },
      }),
    );
  });

  it('/api/openapi.json and /api/docs describe every route', async () => {
    const document = (await browser.get('/api/openapi.json')).body;
    const page = await browser.get('/api/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    for (const route of publicRoutes) {
      expect(document.paths[route.path]).toHaveProperty(route.method.toLowerCase());
      expect(page.text).toContain(route.path);
    }
  });

  it('/api/docs contains nothing that the content security policy blocks', async () => {
    const { headers, text } = await browser.get('/api/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(text).not.toMatch(/<script| style=| on\w+=/);
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1];
    expect(policy).toContain(`'nonce-${nonce}'`);
  });
});

describe('malformed HTTP:', () => {
  it.each([
    ['with an unknown HTTP version', 'GET / HTTP/9.9\r\n\r\n'],
    ['with two hosts', 'GET /api/config HTTP/1.1\r\nHost: bridge.example\r\nhost: other.example\r\n\r\n'],
  ])('a request %s is answered with 400', async (_which, request) => {
    const { port, hostname } = new URL(bff.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(request));
      socket.on('data', (data) => resolve(data.toString()));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
  });
});

describe('compression:', () => {
  const accept = { 'accept-encoding': 'gzip, deflate, br;q=0.9' };

  it.each([
    ['br, gzip', 'br'],
    ['gzip, br;q=0.5', 'gzip'],
    ['br;q=0', null],
    ['identity', null],
  ])(
    'for Accept-Encoding “%s”, a public answer has the Content-Encoding %s (null: not compressed)',
    async (accepted, encoding) => {
      const plain = await browser.get('/api/wallet-guides/ledger', { 'accept-encoding': 'identity' });
      const answer = await browser.get('/api/wallet-guides/ledger', { 'accept-encoding': accepted });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('vary')).toBe('accept-encoding');
      expect(answer.body).toEqual(plain.body);
      expect(plain.text.length).toBeGreaterThan(1_000);
    },
  );

  it('a short answer is not compressed', async () => {
    const { headers } = await browser.get('/api/maintenance-status', accept);
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null]);
  });
});
