import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { currentCalls, runCall } from '../src/current-call.ts';
import { ProblemError } from '../src/errors.ts';
import {
  at,
  current,
  Echo,
  Fail,
  Forget,
  json,
  type Opened,
  type Options,
  openHttp,
  openLocal,
  Read,
  Sign,
  Unknown,
  Wait,
} from './calls.harness.ts';
import { recordSpans } from './span-recorder.ts';

describe.each([
  ['by HTTP', openHttp],
  ['within a process', openLocal],
])('a call between services %s', (_name, openService) => {
  const open = async (options: Options = {}): Promise<Opened> => {
    const opened = await openService(options);
    onTestFinished(async () => {
      opened.release();
      await opened.client.close();
      await opened.close();
    });
    return opened;
  };

  it('has parsed input: numbers are converted, defaults are filled in, and undefined values are absent', async () => {
    const { client } = await open();
    const note = { at, left: undefined };
    const given = { params: { id: 'a/b c' }, query: { limit: 7, after: undefined }, body: { note } };
    expect(await client.call(Echo, given)).toMatchObject({ id: 'a/b c', limit: 7, note: { at: at.toISOString() } });
    expect(await client.call(Echo, { params: { id: 'é%' }, body: {} })).toMatchObject({ id: 'é%', limit: 5 });
  });

  it('delivers a body exactly like JSON.parse(JSON.stringify(body))', async () => {
    const { client } = await open();
    const callEcho = async (note: unknown) => (await client.call(Echo, { params: { id: '1' }, body: { note } })).note;
    const list = [undefined, at, Number.NaN, -1.5, [], () => 1, new Map([[1, 2]])];
    const note = { list, at, flag: false, no: null, left: undefined, more: { '': 'x', left: undefined } };
    expect(await callEcho(note)).toStrictEqual(JSON.parse(JSON.stringify(note)));
    for (const key of ['__proto__', 'constructor']) {
      await expect(callEcho(JSON.parse(`{ "${key}": {} }`))).rejects.toMatchObject({ code: 'invalid_json' });
    }
  });

  it('returns plain JSON: dates are strings, and undefined values are absent', async () => {
    const { client } = await open();
    const answer = await client.call(Read, { params: { id: '1' } });
    expect(answer).toStrictEqual({ at: at.toISOString(), nothing: null });
    expect(await client.call(Forget)).toBe(undefined);
  });

  it('shares no objects with its caller', async () => {
    const { client } = await open();
    const note = { text: 'before', more: ['a'] };
    const [answer] = await Promise.all([
      client.call(Echo, { params: { id: '1' }, body: { note } }),
      Promise.resolve().then(() => Object.assign(note, { text: 'after' })),
    ]);
    expect(answer.note).toEqual({ text: 'before', more: ['a'] });
    expect((answer.note as typeof note).more).not.toBe(note.more);
  });

  it('carries the id of the request that caused it', async () => {
    const { client } = await open();
    const callEcho = () => client.call(Echo, { params: { id: '1' }, body: {} });
    expect(await runCall(current('request-from-afar'), callEcho)).toMatchObject({ calledAs: 'request-from-afar' });
    expect((await callEcho()).calledAs).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('carries the remaining time of the request that caused it', async () => {
    const { client } = await open();
    const callEcho = async () => Number((await client.call(Echo, { params: { id: '1' }, body: {} })).leftMs);
    expect(await callEcho()).toBeGreaterThan(9_000);
    const left = await runCall(current('request', performance.now() + 9_000), callEcho);
    expect([left > 0, left <= 9_000]).toEqual([true, true]);
  });

  it('is not made when no time is left', async () => {
    const { client, reached } = await open();
    const begun = vi.fn();
    void reached.then(begun);
    const callEcho = (hasBegun: boolean) =>
      currentCalls.run(current('request', performance.now(), hasBegun), () => client.call(Wait));
    await expect(callEcho(false)).rejects.toMatchObject({ code: 'overloaded' });
    await expect(callEcho(true)).rejects.toMatchObject({ code: 'service_unavailable' });
    await client.call(Echo, { params: { id: '1' }, body: {} });
    expect(begun).not.toHaveBeenCalled();
  });

  it.each([
    ['an invalid parameter', { params: { id: 'x'.repeat(21) }, body: {} }, 'id', 'too_big'],
    ['an invalid query', { params: { id: '1' }, query: { limit: 101 }, body: {} }, 'limit', 'too_big'],
    ['an invalid body', { params: { id: '1' }, body: { text: 'x'.repeat(11) } }, 'text', 'too_big'],
    [
      'a character that PostgreSQL cannot store',
      { params: { id: '1' }, body: { text: '\0' } },
      'text',
      'unusable_character',
    ],
  ])('is refused for %s, with the name of the field and a readable message', async (_what, input, field, code) => {
    const { client } = await open();
    const refusal = await client.call(Echo, input as never).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({ code: 'invalid_input', status: 400, errors: [{ field, code }] });
    expect((refusal as ProblemError).message).toBe((refusal as ProblemError).errors?.[0]?.message);
  });

  it('is accepted with fields that only a later version knows, which are ignored', async () => {
    const { client } = await open();
    const input = { params: { id: '1' }, query: { limit: 3, later: 1 }, body: { note: 'a', later: { deep: 1 } } };
    expect(await client.call(Echo, input as never)).toMatchObject({ id: '1', limit: 3, note: 'a' });
    const refusal = client.call(Echo, { ...input, query: { limit: 101, later: 1 } } as never);
    await expect(refusal).rejects.toMatchObject({ errors: [{ field: 'limit', code: 'too_big' }] });
  });

  it('accepts an empty parameter if the route allows it, and fails with not_found for a parameter over 300 characters', async () => {
    const { client } = await open();
    const callEcho = (id: string) =>
      client.call(Echo, { params: { id }, body: {} }).then(
        (answer) => answer.id,
        (refusal: ProblemError) => refusal.code,
      );
    expect(await callEcho('')).toBe('');
    expect(await callEcho('é'.repeat(300))).toBe('invalid_input');
    expect(await callEcho('é'.repeat(301))).toBe('not_found');
  });

  it('is refused when it is too large or its route is unknown', async () => {
    const { client } = await open();
    const large = client.call(Echo, { params: { id: '1' }, body: { note: 'x'.repeat(1_000) } });
    await expect(large).rejects.toMatchObject({ code: 'too_large', status: 413 });
    await expect(client.forward(Sign, Buffer.alloc(1_001), json)).resolves.toMatchObject({ status: 413 });
    await expect(client.call(Unknown)).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });

  it('passes on the code, message and fields of a refusal', async () => {
    const { client, logged } = await open();
    const errors = [{ field: 'text', code: 'odd', message: 'Odd.' }];
    const refused = client.call(Fail, { body: { how: 'refused' } });
    await expect(refused).rejects.toMatchObject({ code: 'already_paid', message: 'Paid yesterday.', errors });
    expect(logged).toEqual([]);
  });

  it('reveals no internals when it fails, and is logged with the request id', async () => {
    const { client, logged } = await open();
    const fail = (how: 'broken' | 'away') =>
      runCall(current(`request-${how}`), () => client.call(Fail, { body: { how } })).catch((error: unknown) => error);
    expect(await fail('broken')).toMatchObject({ code: 'internal', message: 'Something went wrong on our side' });
    expect(await fail('away')).toMatchObject({ code: 'service_unavailable', status: 503 });
    const line = { url: '/fail', msg: 'request failed' };
    expect(logged).toMatchObject([
      { ...line, level: 50, requestId: 'request-broken', err: { message: 'relation "secret" at 10.0.0.7' } },
      { ...line, level: 40, requestId: 'request-away' },
    ]);
  });

  it('fails when no response arrives in time', async () => {
    const { client } = await open({ timeoutMs: 50 });
    await expect(client.call(Wait)).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    await expect(client.forward(Wait, Buffer.alloc(0), {})).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('forwards a webhook byte for byte, and returns the response unchanged', async () => {
    const { client } = await open();
    const bytes = Buffer.from([0x7b, 0x00, 0xc3, 0xff, 0x7d]);
    const headers = { ...json, 'stripe-signature': 't=1' };
    const answer = await client.forward(Sign, bytes, headers);
    expect(answer).toEqual({ status: 200, body: { bytes: '7b00c3ff7d', signature: 't=1' } });
    const failed = await client.forward(Fail, Buffer.from('{"how": "refused"}'), headers);
    expect(failed).toMatchObject({ status: 409, body: { code: 'already_paid', detail: 'Paid yesterday.' } });
  });

  it('is completed if it began before the service closes, and is refused afterwards', async () => {
    const { client, close, reached, release } = await open();
    const early = client.call(Wait);
    await reached;
    const closed = close();
    await expect(client.call(Forget)).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    release();
    expect(await early).toEqual({});
    await closed;
  });

  it('is one span of the caller’s trace, and the span contains the route but no values', async () => {
    const spans = recordSpans();
    const { client } = await open({ telemetryOn: true });
    const traceId = await trace.getTracer('test').startActiveSpan('callEcho', async (span) => {
      await client.call(Read, { params: { id: 'of-somebody' } });
      await client.call(Fail, { body: { how: 'broken' } }).catch(() => {});
      span.end();
      return span.spanContext().traceId;
    });
    const [read, fail] = ['GET /times/:id', 'POST /fail'].map((name) => spans.find((span) => span.name === name));
    const parent = spans.find(({ name }) => name === 'callEcho');
    for (const span of [read, fail]) {
      expect(span?.kind).toBe(SpanKind.SERVER);
      expect(span?.parentSpanContext).toMatchObject({ traceId, spanId: parent?.spanContext().spanId });
    }
    const about = { 'http.request.method': 'GET', 'http.route': '/times/:id', 'url.path': '/times/:id' };
    expect(read?.attributes).toMatchObject({ ...about, 'http.response.status_code': 200 });
    expect(fail?.status.code).toBe(SpanStatusCode.ERROR);
    expect(JSON.stringify([read?.name, read?.attributes])).not.toContain('of-somebody');
  });
});
