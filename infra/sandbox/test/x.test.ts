import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type Harness, type Json, startHarness } from './harness.ts';

let sandbox: Harness;
beforeAll(async () => {
  sandbox = await startHarness();
});
beforeEach(() => sandbox.control('POST', 'reset'));
afterAll(() => sandbox.stop());

const quote = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

interface Call {
  token?: string;
  secret?: string;
  nonce?: string;
}

/** Calls X with an OAuth 1.0a signature (RFC 5849). */
async function send(
  method: string,
  path: string,
  body?: object,
  { token = 'one', secret = 'sandbox-secret', nonce = randomUUID() }: Call = {},
) {
  const url = new URL(path, sandbox.url);
  const oauth: [string, string][] = [
    ['oauth_consumer_key', 'key'],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(Math.floor(Date.now() / 1000))],
    ['oauth_token', token],
    ['oauth_version', '1.0'],
  ];
  const parameters = [...url.searchParams, ...oauth]
    .map(([name, value]) => `${quote(name)}=${quote(value)}`)
    .sort()
    .join('&');
  const base = [method, url.origin + url.pathname, parameters].map(quote).join('&');
  const signature = createHmac('sha1', `${secret}&sandbox-token-secret`).update(base).digest('base64');
  const authorization = `OAuth ${[...oauth, ['oauth_signature', signature] as const].map(([name, value]) => `${name}="${quote(value)}"`).join(', ')}`;
  return fetch(url, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const post = (text: string, call?: Call) => send('POST', '/2/tweets', { text }, call);
const json = async (answer: Promise<Response>): Promise<Json> => (await answer).json();
const timeline = async (query = '', token = 'one') => {
  const { data } = await json(send('GET', '/2/users/me', undefined, { token }));
  return json(send('GET', `/2/users/${data.id}/tweets${query}`, undefined, { token }));
};
const posts = async (): Promise<Json[]> => (await sandbox.control('GET', 'state')).body.posts;
const fault = (kind: string, more: object = {}) =>
  sandbox.control('POST', 'faults', { provider: 'x', kind, forMs: 60_000, ...more });

describe('a post', () => {
  it('gets an id, and appears only in the timeline of its account and in the sandbox’s state', async () => {
    const answer = await post('Ad: fish & chips <now>');
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as Json;
    expect(data.text).toBe('Ad: fish & chips <now>');
    expect(await posts()).toEqual([{ id: data.id, text: data.text, createdAt: expect.any(String) }]);
    // X returns `&`, `<` and `>` in texts as HTML entities.
    expect((await timeline()).data).toEqual([
      { id: data.id, text: 'Ad: fish &amp; chips &lt;now&gt;', created_at: expect.any(String) },
    ]);
    expect(await timeline('', 'another')).toEqual({ meta: { result_count: 0 } });
  });

  it('is refused if its account has already posted the same text, ignoring spaces at both ends', async () => {
    await post('the same');
    const again = await post(' the same ');
    expect(again.status).toBe(403);
    expect(await again.json()).toMatchObject({
      title: 'Forbidden',
      detail: 'You are not allowed to create a Tweet with duplicate content.',
      status: 403,
    });
    expect((await post('the same', { token: 'another' })).status).toBe(201);
    expect(await posts()).toHaveLength(2);
  });

  it.each([
    ['281 characters', { text: 'a'.repeat(281) }, 403],
    ['140 emoji and one letter', { text: `${'👨‍👩‍👧‍👦'.repeat(140)}a` }, 403],
    ['no text', {}, 400],
    ['an empty text', { text: ' ' }, 400],
    ['a number as its text', { text: 5 }, 400],
  ])('with %s is refused', async (_what, body, status) => {
    expect((await send('POST', '/2/tweets', body)).status).toBe(status);
    expect(await posts()).toEqual([]);
  });
});

test.each([
  ['280 characters', 'a'.repeat(280)],
  ['140 emoji', '👨‍👩‍👧‍👦'.repeat(140)],
  ['a very long link', `Ad: https://example.com/${'a'.repeat(400)}`],
])('a post with %s is accepted', async (_what, text) => {
  expect((await post(text)).status).toBe(201);
});

test.each<[string, Call]>([
  ['another secret', { secret: 'mine' }],
  ['a used nonce', { nonce: 'used-before' }],
])('a request with %s is unauthorized', async (_what, call) => {
  await send('GET', '/2/users/me', undefined, { nonce: 'used-before' });
  const answer = await post('hello', call);
  expect(answer.status).toBe(401);
  expect(await posts()).toEqual([]);
});

test('a request is authorized by a signature, but not by a bearer token or without authorization', async () => {
  const signed = await send('GET', '/2/users/me');
  expect(signed.status).toBe(200);
  expect((await fetch(`${sandbox.url}/2/users/me`)).status).toBe(401);
  expect((await fetch(`${sandbox.url}/2/users/me`, { headers: { authorization: 'Bearer token' } })).status).toBe(401);
});

test('the timeline lists the posts since start_time, newest first', async () => {
  await post('the first');
  const { body } = await sandbox.control('POST', 'clock', { advanceMs: 3_600_000 });
  await post('the second');
  const since = new Date(Date.parse(body.now) - 60_000).toISOString();
  expect((await timeline(`?start_time=${since}`)).data).toHaveLength(1);
  expect((await timeline()).data.map(({ text }: Json) => text)).toEqual(['the second', 'the first']);
  expect((await send('GET', '/2/users/1/tweets')).status).toBe(404);
  const { data } = await json(send('GET', '/2/users/me'));
  expect((await send('GET', `/2/users/${data.id}/tweets?max_results=1`)).status).toBe(400);
});

test('rate limits are sent in headers and enforced until they expire', async () => {
  const limitOf = (answer: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(answer.headers.get(`x-rate-limit-${name}`)));
  const [limit, remaining, reset] = limitOf(await post('one'));
  expect([limit, remaining]).toEqual([100, 99]);
  expect(reset).toBeGreaterThan(Date.now() / 1000);
  for (let n = 0; n < 99; n++) await post(`more ${n}`);
  const refused = await post('too much');
  expect(refused.status).toBe(429);
  expect(limitOf(refused)[1]).toBe(0);
  // Each account has its own limit.
  expect((await post('too much', { token: 'another' })).status).toBe(201);
  await sandbox.control('POST', 'clock', { advanceMs: 15 * 60_000 });
  expect((await post('too much')).status).toBe(201);
});

describe('faults of X', () => {
  it('“down”, “error” and “rate-limited” store no post', async () => {
    await fault('down');
    await expect(post('a')).rejects.toThrow();
    await fault('error');
    expect((await post('a')).status).toBe(500);
    await fault('rate-limited');
    const limited = await post('a');
    expect(limited.status).toBe(429);
    expect(limited.headers.get('x-rate-limit-remaining')).toBe('0');
    await fault('down', { forMs: 0 });
    expect(await posts()).toEqual([]);
    expect((await post('a')).status).toBe(201);
  });

  it('“slow” stores the post after 20 seconds, or when the fault is cleared', async () => {
    await fault('slow');
    const slow = post('a');
    await sandbox.control('POST', 'clock', { advanceMs: 1 });
    await fault('slow', { forMs: 0 });
    expect((await slow).status).toBe(201);
  });

  it.each([
    ['unanswered', (answer: Promise<Response>) => expect(answer).rejects.toThrow()],
    ['error-after', async (answer: Promise<Response>) => expect((await answer).status).toBe(503)],
    ['half', (answer: Promise<Response>) => expect(answer.then((one) => one.json())).rejects.toThrow()],
  ])('“lying” (%s) stores the post but sends no valid response', async (lie, check) => {
    await fault('lying', { lie });
    await check(post(`posted ${lie}`));
    expect((await timeline()).data).toHaveLength(1);
    expect(await posts()).toHaveLength(1);
  });

  it('“lying” is refused if its `lie` is not one that X supports', async () => {
    const { status, body } = await fault('lying', { lie: 'reserve' });
    expect(status).toBe(400);
    expect(body.detail).toContain('lie');
  });
});
