import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PLATFORM_LIES } from './ads/platform.ts';
import { FAULT_KINDS, PROVIDERS } from './faults.ts';
import { type Provider, readState, type World } from './provider.ts';
import { SOURCE_LIES } from './signals/faulty.ts';
import { PRICE_SOURCES } from './signals/price-apis.ts';
import { TEXT_SOURCES } from './signals/text-apis.ts';
import { X_LIES } from './x/index.ts';
import { MAX_LAG } from './xrpl/ledger.ts';
import { LIES } from './xrpl/lies.ts';
import { SERVERS } from './xrpl/servers.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Providers with several servers, or with kinds of false answers. */
const parts: Partial<Record<(typeof PROVIDERS)[number], { servers: readonly string[]; lies: readonly string[] }>> = {
  xrpl: { servers: SERVERS, lies: LIES },
  market: { servers: PRICE_SOURCES, lies: SOURCE_LIES },
  mentions: { servers: TEXT_SOURCES, lies: SOURCE_LIES },
  x: { servers: [], lies: X_LIES },
  'google-ads': { servers: [], lies: PLATFORM_LIES },
  meta: { servers: [], lies: PLATFORM_LIES },
  coinzilla: { servers: [], lies: SOURCE_LIES },
  bitmedia: { servers: [], lies: SOURCE_LIES },
};

const faultRequest = z
  .strictObject({
    provider: z.enum(PROVIDERS),
    kind: z.enum(FAULT_KINDS),
    forMs: z
      .int()
      .min(0)
      .max(365 * DAY_MS),
    /** The server or source with the fault; all of the provider's servers if missing. */
    server: z.string().optional(),
    /** The kind of false answer of a `lying` provider; all kinds if missing. */
    lie: z.string().optional(),
    /** Number of ledgers that a `lagging` server is behind. */
    ledgers: z.int().min(1).max(MAX_LAG).optional(),
  })
  .refine(({ provider, kind }) => provider === 'xrpl' || !['stalled', 'lagging'].includes(kind), {
    path: ['kind'],
    error: 'Only xrpl stalls and lags.',
  })
  .refine(({ provider, kind }) => provider === 'smtp' || kind !== 'bouncing', {
    path: ['kind'],
    error: 'Only smtp bounces.',
  })
  .refine(({ provider, kind }) => provider in parts || kind !== 'lying', {
    path: ['kind'],
    error: `Only ${Object.keys(parts).join(', ')} lie.`,
  })
  .refine(({ provider, server }) => !server || parts[provider]?.servers.includes(server), {
    path: ['server'],
    error: 'This provider has no such server.',
  })
  .refine(({ provider, lie }) => !lie || parts[provider]?.lies.includes(lie), {
    path: ['lie'],
    error: 'This provider has no such lie.',
  });

const clockRequest = z.strictObject({
  advanceMs: z
    .int()
    .min(0)
    .max(3650 * DAY_MS),
});

/** A refusal by the control API: RFC 9457 problem details with the invalid field. */
class Problem extends Error {
  readonly status: number;
  readonly field: string;

  constructor(status: number, field: string, message: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

export function problem(status: number, field: string, message: string): Error {
  return new Problem(status, field, message);
}

/**
 * Validates a control request.
 * @throws Problem with status 400 and the invalid field
 */
export function check<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0] as z.core.$ZodIssue;
  const field = issue.code === 'unrecognized_keys' ? (issue.keys[0] as string) : issue.path.join('.');
  throw new Problem(400, field, issue.message);
}

/**
 * Returns true if a Host header names this machine: the connected IP address, the web app's name, or a
 * name without a dot. Names in public DNS contain a dot, so another site cannot make such a name resolve to this
 * machine (DNS rebinding).
 */
function isOurs(host: string, publicName: string, reached: string | undefined): boolean {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (isIP(name)) return name === '::1' || name.startsWith('127.') || name === reached?.replace(/^::ffff:/, '');
  return name !== '' && (name === publicName || !name.includes('.') || name.endsWith('.localhost'));
}

/**
 * Serves the control API for tests and demos: faults, state, clock, reset, and the providers' own
 * controls.
 */
export function serveControl(app: FastifyInstance, world: World, providers: Provider[]): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const isProblem = error instanceof Problem;
    const status = isProblem ? error.status : (error.statusCode ?? 500);
    if (status >= 500) world.log(`control: ${error.stack}`);
    const errors = isProblem ? [{ field: error.field, code: 'invalid', message: error.message }] : undefined;
    const detail = isProblem && error.field ? `${error.field}: ${error.message}` : error.message;
    reply
      .code(status)
      .type('application/problem+json')
      .send({ type: 'about:blank', title: 'The sandbox refused this', status, detail, errors });
  });

  app.addHook('onRequest', async ({ headers, socket }) => {
    // Any web page can send requests to this machine, or make its own host name resolve to this machine. Therefore the
    // Host and Origin headers are checked.
    const { host = '', origin } = headers;
    if (!isOurs(host, new URL(world.publicUrl).hostname, socket.localAddress))
      throw problem(403, '', 'This host name is not the sandbox’s.');
    if (origin && ![`http://${host}`, new URL(world.publicUrl).origin].includes(origin)) {
      throw problem(403, '', 'Pages of other sites are not heard.');
    }
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(problem(400, 'body', 'This is not JSON.'));
    }
  });

  app.post('/faults', async (request) => {
    const { provider, kind, lie, ledgers, forMs, server } = check(faultRequest, request.body);
    world.faults.set(provider, { kind, lie, ledgers }, forMs, server);
    for (const { name, faulted } of providers) if (name === provider) faulted?.();
    return { provider, kind, forMs, server, lie, ledgers };
  });
  app.get('/state', async () => readState(providers));
  app.post('/clock', async (request) => {
    world.clock.advance(check(clockRequest, request.body).advanceMs);
    return { now: new Date(world.clock.now()).toISOString() };
  });
  app.post('/save', async (_request, reply) => {
    await world.save();
    return reply.code(204).send();
  });
  app.post('/reset', async (_request, reply) => {
    world.faults.reset();
    world.clock.reset();
    for (const provider of providers) provider.reset();
    return reply.code(204).send();
  });
  for (const provider of providers) provider.controls?.(app);
}
