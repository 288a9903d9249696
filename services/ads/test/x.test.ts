import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, startSandbox } from '@xrp-bridge/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { adsSettings } from '../src/config.ts';
import { createXGateway } from '../src/x.ts';
import { authorizationOf } from '../src/x-client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, publicUrl: 'http://localhost:3000', webhookSecret: 'whsec_test' });
});
afterAll(() => sandbox.stop());

const outcomes: (string | null)[] = [];
beforeEach(() => outcomes.splice(0));
afterEach(() => control('reset', {}));

async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}
const fault = (kind: string, more: object = {}) => control('faults', { provider: 'x', kind, forMs: 60_000, ...more });

function settingsOf(url: string) {
  return {
    X_API_BASE: url,
    X_API_KEY: 'sandbox-key',
    X_API_SECRET: 'sandbox-secret',
    X_ACCESS_TOKEN: 'sandbox-token',
    X_ACCESS_SECRET: 'sandbox-token-secret',
  };
}

function openX(changes: Record<string, string> = {}) {
  const settings = adsSettings.parse({ ...settingsOf(sandbox.url), ...changes });
  return createXGateway(
    settings,
    async () => new Date(),
    (error) => void outcomes.push(error),
  );
}

/** Starts a server that sends the same response to every request. @returns its URL */
async function answerAll(status: number, body: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the signature of a request matches the example in X’s documentation', () => {
  // The example of https://docs.x.com/fundamentals/authentication/oauth-1-0a/creating-a-signature, with its parameters
  // in the query.
  const url = new URL('https://api.x.com/1.1/statuses/update.json');
  url.searchParams.set('include_entities', 'true');
  url.searchParams.set('status', 'Hello Ladies + Gentlemen, a signed OAuth request!');
  const keys = {
    consumerKey: 'xvz1evFS4wEEPTGEFPHBog',
    consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
    token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
    tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
  };
  const header = authorizationOf('POST', url, keys, {
    nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
    timestamp: 1_318_622_958,
  });
  expect(header).toMatch(/^OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce=/);
  expect(header).toContain('oauth_signature="Ls93hJiZbQ3akF3HF3x1Bz8%2FzU4%3D"');
});

test('the signature of a query with special characters is accepted', async () => {
  const url = new URL('/2/users/me', sandbox.url);
  url.search = new URLSearchParams({ q: "it's (a) *test*! ü & + ~ 100%" }).toString();
  expect((await openX().request('GET', url)).status).toBe(200);
});

describe('a post to X', () => {
  it('returns its id and appears on the account', async () => {
    const x = openX();
    const before = new Date(Date.now() - 60_000);
    const answer = await x.post('Ad: fish & chips, <now>');
    expect(answer).toEqual({ kind: 'posted', providerId: expect.any(String), at: expect.any(Date) });
    const own = await x.readOwnPosts(before);
    expect(own).toEqual([
      {
        providerId: (answer as { providerId: string }).providerId,
        text: 'Ad: fish & chips, <now>',
        at: expect.any(Date),
      },
    ]);
    expect(await x.readOwnPosts(new Date(Date.now() + 60_000))).toEqual([]);
    expect(x.limits()).toMatchObject({
      'POST /2/tweets': { limit: 100, remaining: 99, resetAt: expect.any(String) },
      'GET /2/users/me': { remaining: 74 },
    });
    expect(new Set(outcomes)).toEqual(new Set([null]));
  });

  it('has the outcome `unclear` if X reports duplicate content', async () => {
    const x = openX();
    await x.post('the same');
    expect(await x.post('the same')).toMatchObject({
      kind: 'unclear',
      why: expect.stringContaining('duplicate content'),
    });
  });

  it.each([
    ['unanswered', 'X didn’t respond'],
    ['error-after', 'X returned 503'],
    ['half', 'X returned 201'],
  ])('has the outcome `unclear` if X publishes the post but then has the fault %s', async (lie, why) => {
    await fault('lying', { lie });
    const x = openX();
    expect(await x.post('hello')).toMatchObject({ kind: 'unclear', why: expect.stringContaining(why) });
    expect(await x.readOwnPosts(new Date(0))).toHaveLength(1);
  });

  it.each([['down'], ['error']])('has the outcome `unclear` while X has the fault %s', async (kind) => {
    await fault(kind);
    const x = openX();
    expect(await x.post('hello')).toMatchObject({ kind: 'unclear' });
    await expect(x.readOwnPosts(new Date(0))).rejects.toThrow(/^X /);
    expect(outcomes.every((error) => error?.startsWith('X '))).toBe(true);
  });

  it('has the outcome `not_taken` if the connection is refused', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const answer = await openX({ X_API_BASE: `http://127.0.0.1:${port}` }).post('hello');
    expect(answer).toEqual({
      kind: 'not_taken',
      why: 'X didn’t respond (ECONNREFUSED).',
      notBefore: null,
    });
  });

  it('has the outcome `not_taken` if the rate limit is exceeded, and may be sent again after 15 minutes', async () => {
    await fault('rate-limited');
    const answer = await openX().post('hello');
    expect(answer).toMatchObject({ kind: 'not_taken', why: 'X returned 429: Too Many Requests.' });
    const wait = ((answer as { notBefore: Date }).notBefore.getTime() - Date.now()) / 60_000;
    expect(wait).toBeGreaterThan(14);
    expect(wait).toBeLessThan(16);
  });

  it('waits for the reset of an exhausted daily limit, or 15 minutes if X names no reset', async () => {
    const reset = Math.floor(Date.now() / 1000) + 40_000;
    const daily = await answerAll(429, '{}', {
      'x-rate-limit-limit': '100',
      'x-rate-limit-remaining': '99',
      'x-rate-limit-reset': '2000000000',
      'x-user-limit-24hour-limit': '17',
      'x-user-limit-24hour-remaining': '0',
      'x-user-limit-24hour-reset': String(reset),
    });
    expect(await openX({ X_API_BASE: daily }).post('hello')).toMatchObject({ notBefore: new Date(reset * 1000) });
    const silent = await openX({ X_API_BASE: await answerAll(429, 'slow down') }).post('hello');
    const wait = (silent as { notBefore: Date }).notBefore.getTime() - Date.now();
    expect(Math.abs(wait - 15 * 60_000)).toBeLessThan(60_000);
  });

  it('is refused if a key is wrong, and the error does not contain the key', async () => {
    const answer = await openX({ X_API_SECRET: 'another-secret' }).post('hello');
    expect(answer).toEqual({ kind: 'refused', why: 'X returned 401: Unauthorized.' });
  });

  it.each([
    ['a page of HTML', 200, '<!doctype html>', 'unclear'],
    ['an empty body', 200, '', 'unclear'],
    ['no id', 201, '{"data":{}}', 'unclear'],
    ['a number for an id', 201, '{"data":{"id":5}}', 'unclear'],
    ['an error that is not JSON', 400, 'Bad Request', 'refused'],
    ['the error page of a proxy', 502, '<html>', 'unclear'],
    ['a list', 403, '[]', 'refused'],
  ])('has the outcome $3 if X responds with status $1 and $0', async (_what, status, body, kind) => {
    expect(await openX({ X_API_BASE: await answerAll(status, body) }).post('hello')).toMatchObject({ kind });
  });
});

test('a gateway without keys sends no request', async () => {
  const x = createXGateway(
    adsSettings.parse({ X_API_BASE: sandbox.url }),
    async () => new Date(),
    () => {},
  );
  expect(x.configured).toBe(false);
  expect(await x.post('hello')).toEqual({ kind: 'not_taken', why: 'X’s API keys aren’t set up.', notBefore: null });
  expect(openX().configured).toBe(true);
});

test.each([
  ['an account without an id', '{"data":{}}'],
  ['a page of HTML', '<!doctype html>'],
  ['a timeline where an account should be', '{"data":[]}'],
])('a look-up of our posts rejects %s', async (_what, body) => {
  await expect(openX({ X_API_BASE: await answerAll(200, body) }).readOwnPosts(new Date(0))).rejects.toThrow(
    'X’s answer isn’t in the expected format.',
  );
});
