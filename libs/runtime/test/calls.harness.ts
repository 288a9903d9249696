import { defineRoute } from '@xrp-bridge/contracts/define';
import { pino } from 'pino';
import { z } from 'zod';
import { handle, handleRaw, type RouteHandler } from '../src/calls.ts';
import { type CurrentCall, currentCalls, timeoutHeader } from '../src/current-call.ts';
import { ProblemError } from '../src/errors.ts';
import { addRoutes, addTracing, allow, answerBeforeClosing, createHttpServer } from '../src/http.ts';
import { createServiceClient, type ServiceClient } from '../src/http-client.ts';
import { createLoadGate, serviceLimits } from '../src/load-gate.ts';
import { createLocalService } from '../src/local-service.ts';

export const json = { 'content-type': 'application/json' };
export const at = new Date('2026-11-23T02:00:00.000Z');
const seen = z.object({
  id: z.string(),
  limit: z.number(),
  note: z.unknown(),
  calledAs: z.string(),
  leftMs: z.unknown(),
});
export const Echo = defineRoute({
  method: 'POST',
  path: '/things/{id}',
  summary: 'Returns its input',
  access: 'internal',
  params: z.object({ id: z.string().max(20) }),
  query: z.strictObject({ limit: z.coerce.number().int().max(100).default(5), after: z.string().optional() }),
  body: z.strictObject({ note: z.unknown().optional(), text: z.string().max(10).optional() }),
  reply: seen,
  status: 201,
  bodyLimit: 1_000,
});
export const Read = defineRoute({
  method: 'GET',
  path: '/times/{id}',
  summary: 'Returns values that JSON does not have',
  access: 'internal',
  params: z.object({ id: z.string() }),
  reply: z.object({ at: z.string(), nothing: z.null(), left: z.string().optional() }),
});
export const Forget = defineRoute({
  method: 'DELETE',
  path: '/things',
  summary: 'Returns nothing',
  access: 'internal',
});
export const Fail = defineRoute({
  method: 'POST',
  path: '/fail',
  summary: 'Fails',
  access: 'internal',
  body: z.object({ how: z.enum(['refused', 'away', 'broken']) }),
  reply: z.object({}),
});
export const Wait = defineRoute({
  method: 'POST',
  path: '/wait',
  summary: 'Waits',
  access: 'internal',
  reply: z.object({}),
});
export const Sign = defineRoute({
  method: 'POST',
  path: '/signed',
  summary: 'Takes bytes',
  access: 'internal',
  reply: z.object({ bytes: z.string(), signature: z.unknown() }),
  bodyLimit: 1_000,
});
export const Unknown = defineRoute({
  method: 'GET',
  path: '/nowhere',
  summary: '',
  access: 'internal',
  reply: z.object({}),
});

/** A running service and its log lines. */
export interface Opened {
  client: ServiceClient;
  logged: { level: number; msg: string; requestId?: string; url?: string; err?: { message: string } }[];
  /** Resolves when a call waits for its response. */
  reached: Promise<void>;
  /** Allows that call to respond. */
  release(): void;
  close(): Promise<void>;
}

export interface Options {
  telemetryOn?: boolean;
  timeoutMs?: number;
}

/** Returns a current call, on whose behalf other calls are made. */
export function current(id: string, deadline = Number.POSITIVE_INFINITY, hasBegun = false): CurrentCall {
  return { id, deadline, hasBegun };
}

function setUp() {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const handlers: RouteHandler[] = [
    handle(Echo, async ({ params, query, body, headers }) => ({
      ...params,
      limit: query.limit,
      note: body.note,
      calledAs: String(currentCalls.getStore()?.id),
      leftMs: headers[timeoutHeader],
    })),
    // A handler may return more than its contract allows.
    handle(Read, async () => ({ at, nothing: null, left: undefined }) as never),
    handle(Forget, async () => undefined),
    handle(Fail, async ({ body }) => {
      const errors = [{ field: 'text', code: 'odd', message: 'Odd.' }];
      if (body.how === 'refused') throw new ProblemError('already_paid', 'Paid yesterday.', { errors });
      if (body.how === 'away') throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      throw new Error('relation "secret" at 10.0.0.7');
    }),
    handle(Wait, async () => {
      reached.resolve();
      await released.promise;
      return {};
    }),
    handleRaw(Sign, async ({ body, headers }) => ({
      bytes: body.toString('hex'),
      signature: headers['stripe-signature'],
    })),
  ];
  const logged: Opened['logged'] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) });
  return { handlers, log, shown: { logged, reached: reached.promise, release: () => released.resolve() } };
}

export async function openHttp({ telemetryOn = false, timeoutMs }: Options): Promise<Opened> {
  const { handlers, log, shown } = setUp();
  const app = createHttpServer({ log, guards: { internal: allow } });
  if (telemetryOn) await addTracing(app, false);
  await addRoutes(app, handlers);
  answerBeforeClosing(app, 60_000);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = createServiceClient({ service: 'things', url, token: 'a-token', timeoutMs });
  return { ...shown, client, close: () => app.close() };
}

export async function openLocal({ timeoutMs }: Options): Promise<Opened> {
  const { handlers, log, shown } = setUp();
  const { client, close } = createLocalService({
    service: 'things',
    handlers,
    gate: createLoadGate(serviceLimits),
    log,
    ready: async () => ({ ok: true, body: { service: 'things' } }),
    timeoutMs,
  });
  return { ...shown, client, close: () => close(60_000) };
}
