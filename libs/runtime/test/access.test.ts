import { defineRoute } from '@xrp-bridge/contracts/define';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { handle } from '../src/calls.ts';
import { ProblemError } from '../src/errors.ts';
import { addRoutes, allow, createHttpServer, type FastifyInstance, type Guard } from '../src/http.ts';

const log = pino({ level: 'silent' });
const Count = defineRoute({
  method: 'POST',
  path: '/counts',
  summary: 'Open to those who name a page, and to operators',
  access: 'operator',
  publicIfBodyHas: ['page', 'ad'],
  auditAction: 'Count',
  body: z.strictObject({ page: z.string().optional(), ad: z.string().optional(), amount: z.int().optional() }),
  reply: z.object({ counted: z.literal(true) }),
  status: 200,
});

describe('access control', () => {
  const body = z.strictObject({ transferId: z.string().optional() });
  const reply = z.object({});
  const Open = defineRoute({ method: 'POST', path: '/open', summary: '', access: 'open', body, reply });
  const Operate = defineRoute({
    method: 'POST',
    path: '/operator',
    summary: '',
    access: 'operator',
    auditAction: 'Try',
    body,
    reply,
  });
  const Own = defineRoute({
    method: 'PATCH',
    path: '/own/{id}',
    summary: '',
    access: 'owner',
    ownerOf: 'params.id',
    params: z.object({ id: z.string() }),
    body,
    reply: z.object({}),
  });
  const Pay = defineRoute({
    method: 'POST',
    path: '/pay',
    summary: '',
    access: 'owner',
    ownerOf: 'body.transferId',
    body,
    reply: z.object({}),
  });
  const refuse = () => {
    throw new ProblemError('operator_required');
  };
  const owner = async (_request: unknown, _reply: unknown, transferId: string) => {
    if (transferId !== 'mine') throw new ProblemError('not_your_transfer');
  };

  it('requires a declared access for each route and a guard for each kind of access, or the server does not start', async () => {
    const server = createHttpServer({ log, guards: { open: allow, owner } });
    await expect(addRoutes(server, [handle(Operate, async () => ({}))])).rejects.toThrow(
      'POST /operator has the access ‘operator’, and this server has no guard for it',
    );
    const ownerless = createHttpServer({ log, guards: { open: allow } });
    await expect(addRoutes(ownerless, [handle(Own, async () => ({}))])).rejects.toThrow(
      'PATCH /own/:id has the access ‘owner’',
    );
    // A route outside the contracts also needs a declared access.
    expect(() => server.get('/raw', async () => 'open to all?')).toThrow('GET /raw does not say who may call it');
    const unsaid = async (scope: FastifyInstance) => void scope.get('/plugin', async () => 'open to all?');
    await expect(server.register(unsaid)).rejects.toThrow('GET /plugin does not say');
  });

  it('runs before the body is parsed and after the hooks of every request', async () => {
    const ran = vi.fn(async () => ({}));
    const server = createHttpServer({ log, guards: { open: allow, owner, operator: refuse } });
    await addRoutes(server, [handle(Open, ran), handle(Operate, ran), handle(Own, ran), handle(Pay, ran)]);
    server.addHook('onRequest', async (_request, reply) => void reply.header('x-seen', 'yes'));
    const send = async (method: 'POST' | 'PATCH', url: string, payload: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await server.inject({ method, url, headers, payload: JSON.stringify(payload) });
      expect(answer.headers['x-seen']).toBe('yes');
      return answer.json().code ?? answer.statusCode;
    };
    for (const wrong of [{ unknown: 1 }, 'x'.repeat(20_000)]) {
      expect(await send('POST', '/operator', wrong)).toBe('operator_required');
      expect(await send('PATCH', '/own/other', wrong)).toBe('not_your_transfer');
    }
    expect(await send('POST', '/open', { unknown: 1 })).toBe('invalid_input');
    expect(await send('POST', '/pay', { transferId: 'other', unknown: 1 })).toBe('not_your_transfer');
    expect(await send('POST', '/pay', { transferId: ['mine'] })).toBe('invalid_input');
    expect(await send('PATCH', '/own/mine', { transferId: 'other' })).toBe(200);
    expect(await send('POST', '/pay', { transferId: 'mine' })).toBe(200);
    // A body without a transfer id needs no owner.
    expect(await send('POST', '/pay', {})).toBe(200);
    expect(ran).toHaveBeenCalledTimes(3);
  });
});

describe('a route with publicIfBodyHas', () => {
  const send = async (body: unknown, cookie = '') => {
    const operator: Guard = ({ headers }) => {
      if (headers.cookie !== 'operator') throw new ProblemError('operator_required');
    };
    const server = createHttpServer({ log, guards: { open: allow, operator } });
    await addRoutes(server, [handle(Count, async () => ({ counted: true as const }))]);
    const headers = { 'content-type': 'application/json', cookie };
    const answer = await server.inject({ method: 'POST', url: '/counts', headers, payload: JSON.stringify(body) });
    return [answer.statusCode, answer.json().code];
  };

  it('accepts a call whose body has one of the fields', async () => {
    expect(await send({ page: 'home' })).toEqual([200, undefined]);
    expect(await send({ ad: 'a1', amount: 5 })).toEqual([200, undefined]);
  });

  it.each([{ amount: 5 }, {}, [], 'page', null, { Page: 'home' }, { unknown: true }])(
    'refuses %j without a session',
    async (body) => {
      expect(await send(body)).toEqual([401, 'operator_required']);
    },
  );

  it('accepts an operator’s call without any of the fields, and reports an unknown field', async () => {
    expect(await send({ amount: 5 }, 'operator')).toEqual([200, undefined]);
    expect(await send({ unknown: true }, 'operator')).toEqual([400, 'invalid_input']);
    expect(await send({ page: 'home', unknown: true })).toEqual([400, 'invalid_input']);
  });

  it('does not start on a server without a guard for operators', async () => {
    const other = createHttpServer({ log, guards: { open: allow } });
    await expect(addRoutes(other, [handle(Count, async () => ({ counted: true as const }))])).rejects.toThrow(
      'no guard',
    );
    await other.close();
  });
});
