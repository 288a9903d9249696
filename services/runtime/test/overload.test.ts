import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { defineRoute } from '@xrp-bridge/contracts/define';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { handle } from '../src/calls.ts';
import { createDirectClient } from '../src/direct-client.ts';
import { openDoor } from '../src/door.ts';
import { addRoutes, createHttpServer, type Guard, letPass } from '../src/http.ts';
import { createServiceClient } from '../src/http-client.ts';
import { createLoadGate } from '../src/load-gate.ts';

const reply = z.object({});
const Create = defineRoute({
  method: 'PUT',
  path: '/create',
  summary: 'Begins something new',
  access: 'internal',
  reply,
  shedFirst: true,
});
const Read = defineRoute({ method: 'GET', path: '/read', summary: 'Goes on', access: 'internal', reply });
const log = pino({ level: 'silent' });
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 150_000, interval: 10 });
const overloaded = { code: 'overloaded', status: 503 };

/** A server of both routes whose answers wait until `release` is called. */
async function serve(limits: { calls: number; waiting: number }, guard: Guard = letPass, countWaiting = () => 0) {
  const held = Promise.withResolvers<void>();
  const begun = vi.fn<(route: string) => void>();
  const handlers = [Create, Read].map((route) =>
    handle(route, async () => {
      begun(route.path);
      await held.promise;
      return {};
    }),
  );
  const gate = createLoadGate(limits, countWaiting);
  const app = createHttpServer({ log, guards: { open: letPass, internal: guard } });
  app.get('/livez', { config: { access: 'open' } }, async () => 'alive');
  await addRoutes(app, handlers, gate);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const byHttp = createServiceClient({ service: 'other', url, token: 'a-token' });
  const door = openDoor({ handlers, gate, log, ready: async () => ({ ok: true, body: { service: 'things' } }) });
  onTestFinished(async () => {
    held.resolve();
    await byHttp.close();
    await app.close();
  });
  return { url, begun, byHttp, direct: createDirectClient({ service: 'other', door }), release: held.resolve };
}

describe.each(['byHttp', 'direct'] as const)('too many calls, %s', (way) => {
  it('are refused at once and once, what begins something new first, and answered again afterwards', async () => {
    const server = await serve({ calls: 4, waiting: 10 });
    const client = server[way];
    const calls = [client.call(Create), client.call(Create)];
    await eventually(() => expect(server.begun).toHaveBeenCalledTimes(2));
    await expect(client.call(Create)).rejects.toMatchObject(overloaded);
    calls.push(client.call(Read), client.call(Read));
    await eventually(() => expect(server.begun).toHaveBeenCalledTimes(4));
    await expect(client.call(Read)).rejects.toMatchObject(overloaded);
    const refused = await fetch(`${server.url}/read`);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 2]);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    expect(server.begun).toHaveBeenCalledTimes(4);
    server.release();
    await Promise.all(calls);
    await expect(client.call(Create)).resolves.toEqual({});
  });
});

it('calls are refused while too many queries wait for a connection', async () => {
  let waiting = 5;
  const { direct, release } = await serve({ calls: 10, waiting: 10 }, letPass, () => waiting);
  release();
  await expect(direct.call(Create)).rejects.toMatchObject(overloaded);
  await expect(direct.call(Read)).resolves.toEqual({});
  waiting = 10;
  await expect(direct.call(Read)).rejects.toMatchObject(overloaded);
  waiting = 4;
  await expect(direct.call(Create)).resolves.toEqual({});
});

it('a call whose caller has given up is not begun', async () => {
  const entered = Promise.withResolvers<ServerResponse>();
  const gone = Promise.withResolvers<void>();
  const server = await serve({ calls: 10, waiting: 10 }, async (_request, { raw }) => {
    entered.resolve(raw);
    await gone.promise;
  });
  const caller = new AbortController();
  const call = fetch(`${server.url}/read`, { signal: caller.signal });
  const response = await entered.promise;
  const closed = once(response, 'close');
  caller.abort();
  await expect(call).rejects.toThrow();
  await closed;
  gone.resolve();
  // The next call is answered after the handler of this one would have begun.
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  expect(server.begun).not.toHaveBeenCalled();
});
