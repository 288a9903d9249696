import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { defineRoute } from '@xrp-bridge/contracts/define';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { handle } from '../src/calls.ts';
import { addRoutes, allow, createHttpServer, type Guard } from '../src/http.ts';
import { createServiceClient } from '../src/http-client.ts';
import { createLoadGate, type LoadSignals } from '../src/load-gate.ts';
import { createLocalService } from '../src/local-service.ts';
import { observeLoopDelay } from '../src/loop-delay.ts';

const reply = z.object({});
const Create = defineRoute({
  method: 'PUT',
  path: '/create',
  summary: 'Begins something new',
  access: 'internal',
  body: z.object({}).optional(),
  reply,
  shedFirst: true,
});
const Read = defineRoute({ method: 'GET', path: '/read', summary: 'Goes on', access: 'internal', reply });
const log = pino({ level: 'silent' });
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 150_000, interval: 10 });
const overloaded = { code: 'overloaded', status: 503 };

/** Serves both routes; their responses wait until `release` is called. */
async function serve({
  guard = allow,
  calls = 8,
  warmUpCalls = 0,
  ...signals
}: { calls?: number; warmUpCalls?: number; guard?: Guard } & LoadSignals = {}) {
  const held = Promise.withResolvers<void>();
  const begun = vi.fn<(route: string) => void>();
  const handlers = [Create, Read].map((route) =>
    handle(route, async () => {
      begun(route.path);
      await held.promise;
      return {};
    }),
  );
  const limits = { calls, shedFirstCalls: calls / 2, waiting: 10, loopDelayMs: 100, warmUpCalls };
  const gate = createLoadGate(limits, signals);
  const app = createHttpServer({ log, guards: { open: allow, internal: guard } });
  app.get('/livez', { config: { access: 'open' } }, async () => 'alive');
  await addRoutes(app, handlers, gate);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const byHttp = createServiceClient({ service: 'other', url, token: 'a-token' });
  const ready = async () => ({ ok: true, body: { service: 'other' } });
  const local = createLocalService({ service: 'other', handlers, gate, log, ready });
  onTestFinished(async () => {
    held.resolve();
    await byHttp.close();
    await app.close();
  });
  return { url, begun, byHttp, direct: local.client, release: held.resolve };
}

describe.each(['byHttp', 'direct'] as const)('too many calls (%s)', (way) => {
  it('are refused at once, calls with shedFirst first, and are accepted again afterwards', async () => {
    const server = await serve({ calls: 4 });
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

it('the body of a refused call is not read', async () => {
  const { url, direct, begun, release } = await serve({ calls: 2 });
  const held = direct.call(Create);
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce());
  const unreadable = { method: 'PUT', body: '{', headers: { 'content-type': 'application/json' } };
  expect(await (await fetch(`${url}/create`, unreadable)).json()).toMatchObject(overloaded);
  release();
  await held;
  expect((await fetch(`${url}/create`, unreadable)).status).toBe(400);
});

it('calls are refused while too many queries wait for a connection', async () => {
  let waiting = 8;
  const { direct, release } = await serve({ countWaiting: () => waiting });
  release();
  await expect(direct.call(Create)).rejects.toMatchObject(overloaded);
  await expect(direct.call(Read)).resolves.toEqual({});
  waiting = 10;
  await expect(direct.call(Read)).rejects.toMatchObject(overloaded);
  waiting = 7;
  await expect(direct.call(Create)).resolves.toEqual({});
});

it('calls with shedFirst are refused while the event loop is late, unless very few calls are in flight', async () => {
  let loopDelay = 100;
  const { direct, begun, release } = await serve({ readLoopDelay: () => loopDelay });
  const held = [direct.call(Create), direct.call(Create)];
  await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2));
  await expect(direct.call(Create)).rejects.toMatchObject(overloaded);
  const read = direct.call(Read);
  loopDelay = 99;
  const created = direct.call(Create);
  release();
  await Promise.all([...held, read, created]);
});

it('a process that is still warming up does not refuse calls when the event loop is late', async () => {
  const { direct, begun, release } = await serve({ readLoopDelay: () => 100, warmUpCalls: 3 });
  const cold = [direct.call(Create), direct.call(Create), direct.call(Create)];
  await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(3));
  release();
  await Promise.all(cold);
  const warm = await Promise.allSettled([direct.call(Create), direct.call(Create), direct.call(Create)]);
  expect(warm.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

it('the event-loop delay can be read while the loop is blocked', async () => {
  const read = observeLoopDelay();
  // Reads the delay after each block, as frequent calls would.
  const block = () => {
    const until = performance.now() + 60;
    while (performance.now() < until);
    return read();
  };
  await vi.waitFor(() => expect(block()).toBeGreaterThan(20), { interval: 1, timeout: 60_000 });
});

it('the event-loop delay is the mean of the last window only', () => {
  const histogram = createHistogram();
  let now = 0;
  const read = observeLoopDelay(histogram, () => now);
  const observe = (forMs: number, ...delaysMs: number[]) => {
    for (const delayMs of delaysMs) histogram.record((10 + delayMs) * 1e6);
    now += forMs;
    return read();
  };
  expect(observe(249, 60)).toBe(0);
  expect(observe(1, 40)).toBeCloseTo(50, 0);
  expect(observe(250, 4, 6)).toBeCloseTo(5, 0);
  expect(observe(249, 90)).toBeCloseTo(5, 0);
});

it('a call whose caller has disconnected does not begin', async () => {
  const entered = Promise.withResolvers<ServerResponse>();
  const gone = Promise.withResolvers<void>();
  const server = await serve({
    guard: async (_request, { raw }) => {
      entered.resolve(raw);
      await gone.promise;
    },
  });
  const caller = new AbortController();
  const call = fetch(`${server.url}/read`, { signal: caller.signal });
  const response = await entered.promise;
  const closed = once(response, 'close');
  caller.abort();
  await expect(call).rejects.toThrow();
  await closed;
  gone.resolve();
  // When this later call has its response, the handler of the first call would have begun.
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  expect(server.begun).not.toHaveBeenCalled();
});
