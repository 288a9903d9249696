import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineRoute } from '@xrp-bridge/contracts/define';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { runCall } from '../src/current-call.ts';
import { createServiceClient } from '../src/http-client.ts';

const reply = z.object({ ok: z.boolean() });
const Read = defineRoute({
  method: 'GET',
  path: '/things/{id}',
  summary: 'Reads',
  access: 'open',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.number().optional(), after: z.string().optional() }),
  reply,
});
const ReadAll = defineRoute({ method: 'GET', path: '/things', summary: 'Reads all', access: 'open', reply });
const Change = defineRoute({
  method: 'POST',
  path: '/change',
  summary: 'Changes',
  access: 'open',
  body: z.object({}),
  reply,
});
const Put = defineRoute({
  method: 'POST',
  path: '/put',
  summary: 'Puts',
  access: 'open',
  body: z.object({}),
  reply,
  idempotent: true,
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const seen: IncomingMessage[] = [];
let answers: Answer[] = [];
let time = new AbortController();
const server = createServer((request, response) => {
  seen.push(request);
  request.resume();
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(request, response);
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  seen.length = 0;
  answers = [];
  time = new AbortController();
  vi.restoreAllMocks();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ok: Answer = (_request, response) => response.end('{"ok":true}');
const hangUp: Answer = (request) => request.socket.destroy();
const silence: Answer = () => {};
/** Makes a call time out when its request has arrived, independent of the machine's speed. */
const timeIsUp: Answer = () => time.abort();
const answerWith =
  (status: number, body: string): Answer =>
  (_request, response) =>
    response.writeHead(status).end(body);

async function withClient<Result>(
  use: (client: ReturnType<typeof createServiceClient>) => Promise<Result>,
  options: { timeoutMs?: number; url?: string } = {},
): Promise<Result> {
  const client = createServiceClient({ service: 'things', url, token: 'a-token', ...options });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe('a call between services', () => {
  it('carries the token, the request id and the parameters', async () => {
    answers = [ok];
    const input = { params: { id: 'a/b c' }, query: { limit: 5, after: undefined as never } };
    const current = { id: 'request-1', deadline: Number.POSITIVE_INFINITY, hasBegun: false };
    await withClient((client) => runCall(current, () => client.call(Read, input)));
    expect(seen[0]?.url).toBe('/things/a%2Fb%20c?limit=5');
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer a-token', 'x-request-id': 'request-1' });
  });

  it.each([
    ['a read', Read],
    ['a write that is idempotent', Put],
  ])('is made at most three times for %s', async (_what, route) => {
    const call = () => withClient((client) => client.call(route as typeof Put, { body: {} }));
    answers = [hangUp, hangUp, ok];
    expect(await call()).toEqual({ ok: true });
    expect(seen).toHaveLength(3);

    answers = [hangUp];
    await expect(call()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(seen).toHaveLength(6);
  });

  it.each([
    ['the connection is lost', hangUp],
    ['no response comes', timeIsUp],
    ['the service is closing', answerWith(503, '')],
  ])('is not repeated when %s, if the call is a write that is not idempotent', async (_what, answer) => {
    answers = [answer];
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
    const call = withClient((client) => client.call(Change, { body: {} }));
    await expect(call).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    expect(seen).toHaveLength(1);
  });

  it('fails when no response arrives in time, or a response does not end', async () => {
    for (const stuck of [silence, ((_request, response) => response.write('{"ok"')) as Answer]) {
      answers = [stuck];
      const call = withClient((client) => client.call(Change, { body: {} }), { timeoutMs: 50 });
      await expect(call).rejects.toMatchObject({ code: 'service_unavailable' });
    }
  });

  it('is not made again after its timeout', async () => {
    answers = [timeIsUp];
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
    const call = withClient((client) => client.call(Read, { params: { id: '1' } }));
    await expect(call).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['a read', Read],
    ['a write that is idempotent', Put],
  ])('tries another instance before the timeout when one instance hangs, for %s', async (_what, route) => {
    const begins = ((_request, response) => response.write('{"ok"')) as Answer;
    for (const hangs of [silence, begins]) {
      answers = [hangs, ok];
      const call = withClient((client) => client.call(route as typeof Put, { body: {} }), { timeoutMs: 4_000 });
      expect(await call).toEqual({ ok: true });
    }
    expect(seen).toHaveLength(4);
  });

  it('is made again after every form of 503 that a closing instance sends', async () => {
    const problem = JSON.stringify({ code: 'service_unavailable', status: 503, detail: 'Later.' });
    const closing: Answer = (_request, response) => response.writeHead(503, { connection: 'close' }).end(problem);
    for (const answer of [closing, answerWith(503, ''), answerWith(503, '<h1>Service Unavailable</h1>')]) {
      answers = [answer, ok];
      expect(await withClient((client) => client.call(Put, { body: {} }))).toEqual({ ok: true });
    }
    seen.length = 0;
    answers = [answerWith(503, problem), ok];
    await expect(withClient((client) => client.call(Put, { body: {} }))).rejects.toMatchObject({ message: 'Later.' });
    expect(seen).toHaveLength(1);
  });

  it('is made again, even a write that is not idempotent, when a closing server refused it before its handler', async () => {
    const refusal = '{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}';
    answers = [(_request, response) => response.writeHead(503, { connection: 'close' }).end(refusal), ok];
    expect(await withClient((client) => client.call(Change, { body: {} }))).toEqual({ ok: true });
    expect(seen).toHaveLength(2);
  });

  it('is made to another instance, even a write that is not idempotent, when an instance is not there', async () => {
    answers = [ok];
    const urls = `http://127.0.0.1:1,${url}`;
    const statuses = await withClient(
      async (client) => [await client.call(Change, { body: {} }), await client.call(Change, { body: {} })],
      { url: urls },
    );
    expect(statuses).toEqual([{ ok: true }, { ok: true }]);
    expect(seen).toHaveLength(2);
  });

  it('fails when no instance responds', async () => {
    const call = withClient((client) => client.call(Change, { body: {} }), { url: 'http://127.0.0.1:1' });
    await expect(call).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('passes on the code, message and fields of a refusal, and is not repeated', async () => {
    const errors = [{ field: 'id', code: 'too_big', message: 'Too long.' }];
    answers = [
      answerWith(400, JSON.stringify({ code: 'invalid_input', status: 400, detail: 'id: Too long.', errors })),
    ];
    const call = withClient((client) => client.call(Read, { params: { id: '1' } }));
    await expect(call).rejects.toMatchObject({ code: 'invalid_input', message: 'id: Too long.', errors });
    expect(seen).toHaveLength(1);
  });

  it('treats an error response without a problem document as our own failure', async () => {
    answers = [answerWith(418, '{"error": "teapot"}')];
    const call = withClient((client) => client.call(Change, { body: {} }));
    await expect(call).rejects.toMatchObject({ code: 'upstream_failed', status: 502 });
  });
});

it('a call to each instance returns the responses of those that respond', async () => {
  const second = createServer(ok).listen(0, '127.0.0.1');
  await once(second, 'listening');
  onTestFinished(() => void second.close());
  const secondUrl = `http://127.0.0.1:${(second.address() as AddressInfo).port}`;
  const read = (client: ReturnType<typeof createServiceClient>) => client.callEach(ReadAll);
  answers = [answerWith(200, '{"ok":false}')];
  const all = await withClient(read, { url: `${url},http://127.0.0.1:1,${secondUrl}` });
  expect(all).toEqual([{ ok: false }, { ok: true }]);
  await expect(withClient(read, { url: 'http://127.0.0.1:1' })).rejects.toMatchObject({ code: 'service_unavailable' });
  answers = [answerWith(404, JSON.stringify({ code: 'not_found' }))];
  await expect(withClient(read)).rejects.toMatchObject({ code: 'not_found' });
});

it('a service is ready while one of its instances is ready', async () => {
  const ready = JSON.stringify({ service: 'things', status: 'ready' });
  answers = [answerWith(200, ready)];
  const check = async (client: ReturnType<typeof createServiceClient>) => [await client.ready(), await client.ready()];
  const up = { ok: true, body: JSON.parse(ready) };
  expect(await withClient(check, { url: `http://127.0.0.1:1,${url}` })).toEqual([up, up]);
  answers = [answerWith(503, '{"service":"things","status":"not ready"}')];
  const down = { ok: false, body: { service: 'things', status: 'not ready' } };
  expect(await withClient(check, { url: `http://127.0.0.1:1,${url}` })).toEqual([down, down]);
});

describe('a forwarded webhook', () => {
  it('is sent once, byte for byte, and its response is passed on unchanged', async () => {
    answers = [answerWith(400, '{"code":"invalid_signature"}')];
    const bytes = Buffer.from([0x7b, 0x0a, 0xc3, 0xa9, 0x7d]);
    const answer = await withClient((client) => client.forward(Change, bytes, { 'stripe-signature': 't=1' }));
    expect(answer).toEqual({ status: 400, body: { code: 'invalid_signature' } });
    expect(seen[0]?.headers).toMatchObject({ 'stripe-signature': 't=1', 'content-length': '5' });

    answers = [hangUp];
    const lost = withClient((client) => client.forward(Change, bytes, {}));
    await expect(lost).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(seen).toHaveLength(2);
  });
});
