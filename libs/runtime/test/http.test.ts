import { connect } from 'node:net';
import { defineRoute } from '@xrp-bridge/contracts/define';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { handle, handleRaw } from '../src/calls.ts';
import { ProblemError } from '../src/errors.ts';
import { addRoutes, allow, answerBeforeClosing, createHttpServer, type FastifyInstance } from '../src/http.ts';
import { createServiceClient, type ServiceClient } from '../src/http-client.ts';

const Save = defineRoute({
  method: 'POST',
  path: '/notes/{id}',
  summary: 'Saves a note',
  access: 'open',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ text: z.string().max(20), tags: z.array(z.string()).optional() }),
  reply: z.object({ text: z.string() }),
  status: 201,
});
const Sign = defineRoute({
  method: 'POST',
  path: '/signed',
  summary: 'Takes bytes',
  access: 'open',
  reply: z.object({ bytes: z.string() }),
});
const Relay = defineRoute({
  method: 'POST',
  path: '/relay',
  summary: 'Calls another service',
  access: 'open',
  body: z.object({ text: z.string() }),
  reply: z.object({ calledAs: z.string() }),
});
const Called = defineRoute({
  method: 'POST',
  path: '/called',
  summary: 'Is called',
  access: 'open',
  body: z.object({ text: z.string() }),
  reply: z.object({ calledAs: z.string() }),
});
const Fail = defineRoute({
  method: 'GET',
  path: '/fail/{how}',
  summary: 'Fails',
  access: 'open',
  params: z.object({ how: z.string() }),
  reply: z.object({}),
});

const Leave = defineRoute({
  method: 'GET',
  path: '/leave',
  summary: 'Answers by itself, by a text that takes a while to be written',
  access: 'open',
  reply: z.string(),
});

let app: FastifyInstance;
let other: ServiceClient;
let url: string;
const logged: string[] = [];
/** Writes a response of `Leave`. It is called once for each response that is sent. */
const write = vi.fn<() => Promise<string>>();
/** Called when `Leave` continues after its response. */
const left = vi.fn();

beforeAll(async () => {
  app = createHttpServer({
    log: pino({ level: 'info' }, { write: (line) => void logged.push(line) }),
    guards: { open: allow },
  });
  app.addHook('onRoute', (added) => {
    if (added.url === Leave.path) added.onSend = write;
  });
  await addRoutes(app, [
    handle(Leave, async ({ reply }) => {
      await reply.send('an answer');
      left();
      return undefined as never;
    }),
    handle(Save, async ({ body }) => ({ text: body.text })),
    handleRaw(Sign, async ({ body }) => ({ bytes: body.toString('hex') })),
    handle(Relay, ({ body }) => other.call(Called, { body })),
    handle(Called, async ({ request }) => ({ calledAs: request.id })),
    handle(Fail, async ({ params }) => {
      if (params.how === 'expected') throw new ProblemError('already_paid', 'Paid yesterday.');
      if (params.how === 'unusable') throw Object.assign(new Error('invalid byte sequence'), { code: '22021' });
      if (params.how === 'away') throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      throw new Error('connect ECONNREFUSED 10.0.0.7:5432');
    }),
  ]);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  other = createServiceClient({ service: 'other', url, token: 'a-token' });
});
afterAll(async () => {
  await other?.close();
  await app?.close();
});

async function post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test declares the body that it expects
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
}

describe('a response', () => {
  it('has the status of its route and the id of its request', async () => {
    const answer = await post('/notes/1', '{"text": "hello"}', { 'x-request-id': 'from-the-bff-1' });
    expect(answer).toMatchObject({ status: 201, body: { text: 'hello' } });
    expect(answer.headers.get('x-request-id')).toBe('from-the-bff-1');
  });

  it('is sent only once when the client disconnects while the response is being written', async () => {
    let finish = () => {};
    const written = new Promise<string>((resolve) => {
      finish = () => resolve('written');
    });
    write.mockReturnValue(written);
    const leaver = new AbortController();
    const answer = fetch(`${url}${Leave.path}`, { signal: leaver.signal, headers: { 'x-request-id': 'has-gone' } });
    await vi.waitFor(() => expect(write).toHaveBeenCalledOnce(), { timeout: 150_000 });
    leaver.abort();
    await expect(answer).rejects.toThrow();
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce(), { timeout: 150_000 });
    finish();
    // When this later call has its response, a second response to the first call would have been sent too.
    await post('/notes/1', '{"text": "hello"}');
    expect(write).toHaveBeenCalledOnce();
    expect(logged.filter((line) => line.includes('has-gone') || line.includes('already sent'))).toEqual([]);
  });

  it.each(['short', 'with spaces in it', `${'x'.repeat(65)}`, 'a;b=c&d-more'])(
    'has a new request id if the request’s id is invalid: %s',
    async (given) => {
      const answer = await post('/notes/1', '{"text": "hello"}', { 'x-request-id': given });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

it('a request passes its id on to the service that it calls', async () => {
  const answer = await post('/relay', '{"text": "hello"}', { 'x-request-id': 'from-the-bff-2' });
  expect(answer.body).toEqual({ calledAs: 'from-the-bff-2' });
});

describe('a problem', () => {
  it('lists every wrong field and the request id, but no values', async () => {
    const answer = await post('/notes/1', '{"text": "my recovery phrase is long", "title": "x", "tags": [1]}');
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', status: 400 } });
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['tags.0', 'text', 'title']);
    expect(JSON.stringify(answer.body)).not.toContain('recovery');
  });

  it('contains the message of an expected error; any other error is hidden, and logged with the request id', async () => {
    const expected = await (await fetch(`${url}/fail/expected`)).json();
    expect(expected).toMatchObject({ status: 409, code: 'already_paid', detail: 'Paid yesterday.' });
    const answer = await fetch(`${url}/fail/hard`, { headers: { 'x-request-id': 'look-for-me' } });
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'internal', requestId: 'look-for-me' });
    expect(text).not.toMatch(/ECONNREFUSED|10\.0\.0\.7/);
    expect(logged.filter((line) => line.includes('look-for-me'))).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  it('is a client error for a text that PostgreSQL cannot store', async () => {
    const answer = await fetch(`${url}/fail/unusable`, { headers: { 'x-request-id': 'with-a-nul' } });
    expect(await answer.json()).toMatchObject({
      status: 400,
      code: 'invalid_input',
      detail: 'This holds a character that cannot be kept. Please type it anew.',
    });
    expect(logged.filter((line) => line.includes('with-a-nul'))).toEqual([]);
  });

  it('has the status 503 while the database is down', async () => {
    const answer = await fetch(`${url}/fail/away`, { headers: { 'x-request-id': 'while-it-is-away' } });
    expect(await answer.json()).toMatchObject({ status: 503, code: 'service_unavailable' });
    const warned = expect.objectContaining({ level: 40, requestId: 'while-it-is-away' });
    expect(logged.map((line) => JSON.parse(line))).toContainEqual(warned);
  });
});

describe('a server that closes', () => {
  async function startWaiting(lastAnswersMs?: number) {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const closing = createHttpServer({ log: pino({ level: 'silent' }), guards: { open: allow } });
    await addRoutes(closing, [
      handle(Fail, async () => {
        reached.resolve();
        await released.promise;
        return {};
      }),
    ]);
    answerBeforeClosing(closing, lastAnswersMs);
    const address = await closing.listen({ host: '127.0.0.1', port: 0 });
    const answer = fetch(`${address}/fail/late`).then(({ status }) => status);
    answer.catch(() => {});
    await reached.promise;
    return { closed: closing.close(), release: released.resolve, answer, address };
  }

  it('completes the running requests first and refuses new requests', async () => {
    const { closed, release, answer, address } = await startWaiting(60_000);
    const refused = await fetch(`${address}/fail/expected`);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.headers.get('connection')).toBe('close');
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toMatchObject({ status: 503, code: 'service_unavailable' });
    release();
    expect(await answer).toBe(200);
    await closed;
  });

  it('ends running requests at its deadline', async () => {
    const { closed, answer } = await startWaiting(0);
    await closed;
    await expect(answer).rejects.toThrow('fetch failed');
  });
});

describe('a request body', () => {
  it.each([
    ['a NUL, which PostgreSQL cannot store', String.raw`{"text": "a\u0000b"}`, 'text'],
    ['a NUL in a list', String.raw`{"text": "a", "tags": ["\u0000"]}`, '0'],
  ])('with %s is refused', async (_what, body, field) => {
    const answer = await post('/notes/1', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ field, code: 'unusable_character', message: expect.any(String) }]);
    // The message is one plain sentence, because screens show it unchanged.
    expect(answer.body.detail).toBe(answer.body.errors[0].message);
  });

  it('arrives byte for byte if the route verifies a signature', async () => {
    const bytes = new Uint8Array([0x7b, 0x00, 0xff, 0x7d]);
    expect((await post('/signed', bytes)).body).toEqual({ bytes: '7b00ff7d' });
  });

  it.each(['/notes/1', '/signed'])(
    'is read to its end if it is too large, so that the client can read the 413 of %s',
    async (path) => {
      const { hostname, port } = new URL(url);
      const size = 10 * 1024 * 1024;
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      const answer = new Promise<string>((resolve, reject) => {
        let text = '';
        socket.on('data', (data) => {
          text += data.toString();
        });
        socket.on('end', () => resolve(text));
        socket.on('error', reject);
      });
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
      );
      // Like a browser on a slow connection, the client reads nothing before it has written everything.
      const part = Buffer.alloc(size / 160, 'a');
      for (let sent = 0; sent < size; sent += part.length) {
        await new Promise<void>((resolve, reject) =>
          socket.write(part, (error) => (error ? reject(error) : resolve())),
        );
      }
      expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"too_large"/);
    },
  );
});
