import { createLogger } from '@xrp-bridge/runtime/logger';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLanguageModel, withoutPrivateParts } from '../../src/assistant/language-model.ts';
import { sendCompletion, startModelServer } from './model-server.ts';

const log = createLogger({ level: 'silent' });
let server: Awaited<ReturnType<typeof startModelServer>>;
let now = new Date('2026-11-21T12:00:00Z');

/** The reported outcomes of calls to the model, oldest first; null is a success. */
const reported: (string | null)[] = [];
const report = (error: string | null) => void reported.push(error);
beforeAll(async () => {
  server = await startModelServer();
});
afterEach(() => {
  vi.restoreAllMocks();
  server.calls.length = 0;
  reported.length = 0;
});
afterAll(() => server?.stop());

function connect(more: { timeoutMs?: number } = {}) {
  return createLanguageModel(
    { baseUrl: `${server.url}/`, apiKey: 'key-123', name: 'small-model', ...more },
    { log, clock: () => now, report },
  );
}

const answers = [
  { id: 'tag', title: 'Do I need a destination tag?' },
  { id: 'network', title: 'Which network do I choose?' },
];

describe('the language model client', () => {
  it('sends the possible answers, and the question without personal data', async () => {
    server.respondWith('  tag\n');
    const choice = await connect()(
      'Is rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh mine? I am ada@example.com, 0151 2345678.',
      answers,
    );
    expect(choice).toBe('tag');
    expect(reported).toEqual([null]);
    expect(server.calls).toHaveLength(1);
    const [call] = server.calls;
    expect(call).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer key-123' });
    expect(call?.body).toMatchObject({ model: 'small-model', temperature: 0 });
    const [system, user] = call?.body.messages ?? [];
    expect(system).toMatchObject({ role: 'system' });
    expect(JSON.parse(user.content)).toEqual({
      question: 'Is [code] mine? I am [e-mail] [number].',
      answers,
    });
  });

  it.each([
    ['an unknown id', 'your-phrase'],
    ['an id that was not offered', 'refund'],
    ['“none”', 'none'],
    ['prose', 'Leave the tag empty.'],
    ['an id within prose', 'The best answer is tag.'],
    ['markup', '<b>tag</b>'],
    ['empty', ''],
  ])('returns null if the model’s answer is %s', async (_what, content) => {
    server.respondWith(content);
    expect(await connect()('tag?', answers)).toBeNull();
  });

  it.each([429, 500, 503])('retries once after status %i', async (status) => {
    server.answer = (response, call) =>
      call === 1 ? void response.writeHead(status).end('no') : sendCompletion(response, 'tag');
    expect(await connect()('tag?', answers)).toBe('tag');
    expect(server.calls).toHaveLength(2);
  });

  it.each([
    ['two responses with status 500', 2, 500],
    ['one response with status 401', 1, 401],
  ])('returns null after %s', async (_what, calls, status) => {
    server.answer = (response) => void response.writeHead(status).end('no');
    expect(await connect()('tag?', answers)).toBeNull();
    expect(server.calls).toHaveLength(calls);
  });

  it.each([
    ['is not JSON', (): string => 'hello'],
    ['has no choices', () => JSON.stringify({ choices: [] })],
    ['has no text', () => JSON.stringify({ choices: [{ message: { content: null } }] })],
    ['is far too long', () => JSON.stringify({ choices: [{ message: { content: 'x'.repeat(200_000) } }] })],
  ])('returns null if the reply %s', async (_what, body) => {
    server.answer = (response) => void response.end(body());
    expect(await connect()('tag?', answers)).toBeNull();
  });

  it('follows no redirect, so that the key is not sent elsewhere', async () => {
    server.answer = (response) => void response.writeHead(307, { location: '/v1/elsewhere' }).end();
    expect(await connect()('tag?', answers)).toBeNull();
    expect(server.calls.map(({ path }) => path)).not.toContain('/v1/elsewhere');
  });

  it('returns null after the timeout, without a retry', async () => {
    // The timeout fires when the request has arrived, so the test does not depend on the speed of the machine.
    const time = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
    server.answer = () => time.abort();
    expect(await connect({ timeoutMs: 50 })('tag?', answers)).toBeNull();
    expect(AbortSignal.timeout).toHaveBeenCalledWith(50);
    expect(server.calls).toHaveLength(1);
  });

  it('returns null if the connection is refused', async () => {
    const gone = await startModelServer();
    await gone.stop();
    const model = createLanguageModel(
      { baseUrl: gone.url, apiKey: 'key', name: 'm' },
      { log, clock: () => now, report },
    );
    expect(await model('tag?', answers)).toBeNull();
    expect(reported).toEqual(['TypeError']);
  });
});

describe('a failing or slow language model', () => {
  it('is not called after three failures in a row, and is tried again after a minute', async () => {
    const model = connect();
    server.answer = (response) => void response.writeHead(401).end();
    for (let failure = 0; failure < 5; failure++) expect(await model('tag?', answers)).toBeNull();
    expect(server.calls).toHaveLength(3);
    expect(reported).toEqual(['status 401', 'status 401', 'status 401']);

    now = new Date(now.getTime() + 60_000);
    expect(await model('tag?', answers)).toBeNull();
    expect(await model('tag?', answers)).toBeNull();
    expect(server.calls).toHaveLength(4);

    now = new Date(now.getTime() + 60_000);
    server.respondWith('tag');
    for (let answer = 0; answer < 3; answer++) expect(await model('tag?', answers)).toBe('tag');
    expect(server.calls).toHaveLength(7);
  });

  it('receives only one question until it answers again after the pause', async () => {
    const model = connect();
    server.answer = (response) => void response.writeHead(401).end();
    for (let failure = 0; failure < 3; failure++) await model('tag?', answers);
    now = new Date(now.getTime() + 60_000);
    server.calls.length = 0;
    reported.length = 0;
    const trial = Promise.withResolvers<void>();
    server.answer = (response) => void trial.promise.then(() => sendCompletion(response, 'tag'));
    const first = model('tag?', answers);
    expect(await model('tag?', answers)).toBeNull();
    trial.resolve();
    expect(await first).toBe('tag');
    expect(server.calls).toHaveLength(1);
  });

  it('receives at most eight questions at the same time', async () => {
    const model = connect();
    const release = Promise.withResolvers<void>();
    server.answer = (response) => void release.promise.then(() => sendCompletion(response, 'tag'));
    const waiting = Array.from({ length: 8 }, () => model('tag?', answers));
    expect(await model('tag?', answers)).toBeNull();
    release.resolve();
    expect(await Promise.all(waiting)).toEqual(Array(8).fill('tag'));
  });
});

describe('withoutPrivateParts', () => {
  it.each([
    ['my hash E3FE6EA3D48F0C2B639448020EA4F03D4F4F8FFDB243A852A0F59177921B4879', 'my hash [code]'],
    ['transfer 0af7651916cd43dd8448eb211c80319c', 'transfer [code]'],
    ['call +49 151 2345-678 now', 'call [number] now'],
    ['see http://localhost:3000/x?y=1 please', 'see [link] please'],
    ['48 hours, 0.00001 XRP, 17.76', '48 hours, 0.00001 XRP, 17.76'],
  ])('turns “%s” into “%s”', (question, sent) => {
    expect(withoutPrivateParts(question)).toBe(sent);
  });
});
