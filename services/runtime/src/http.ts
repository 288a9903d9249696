import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { trace } from '@opentelemetry/api';
import type {
  Access,
  BodyOf,
  OwnerOf,
  ParamsOf,
  QueryOf,
  ReplyOf,
  RouteDefinition,
} from '@xrp-bridge/contracts/define';
import { describeMistake } from '@xrp-bridge/contracts/mistakes';
import type { ProblemCode } from '@xrp-bridge/contracts/problem';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { z } from 'zod';
import { invalidInput, ProblemError, toProblem } from './errors.ts';
import type { Logger } from './logger.ts';
import { isOutage } from './outage.ts';
import { requestIds } from './request-id.ts';

export type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface Call<Route extends RouteDefinition> {
  params: ParamsOf<Route>;
  query: QueryOf<Route>;
  body: BodyOf<Route>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RouteHandler {
  route: RouteDefinition;
  raw: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each handler knows its own route; the list of them does not
  run: (call: any) => Promise<unknown>;
}

/** Joins a route of the contracts with the function that answers it. Input is validated before, the status set after. */
export function handle<Route extends RouteDefinition>(
  route: Route,
  run: (call: Call<Route>) => Promise<ReplyOf<Route>>,
): RouteHandler {
  return { route, raw: false, run };
}

/** Like `handle`, but the body arrives as the bytes that were sent: for signatures. */
export function handleRaw<Route extends RouteDefinition>(
  route: Route,
  run: (call: Omit<Call<Route>, 'body'> & { body: Buffer }) => Promise<ReplyOf<Route>>,
): RouteHandler {
  return { route, raw: true, run };
}

/** Lets a call pass, or throws the problem that keeps it out. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/** Who lets calls pass, for each kind of access that a server's routes have. */
export interface Guards extends Partial<Record<Exclude<Access, 'owner'>, Guard>> {
  /** Is told which transfer the call names. */
  owner?: (request: FastifyRequest, reply: FastifyReply, transferId: string) => void | Promise<void>;
}

/** The guard of what is open. */
export const letPass: Guard = () => {};

/**
 * Creates a Fastify server with our timeouts, request ids and problem+json errors. Every route, whoever adds it, says in
 * its config who may call, and the guard of that kind stands before its handler.
 */
export function createHttpServer(options: {
  log: Logger;
  guards: Guards;
  trustProxy?: boolean | string;
}): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.log,
    // One logger for all requests: a child for each costs more than the rest of a small answer. Errors carry the id.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: 16 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 72_000,
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    },
    forceCloseConnections: true,
    // Ours is a problem like every other, see below.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    // A path that cannot be decoded never reaches a route, nor the error handler below.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      const problem = new ProblemError('not_found');
      reply.code(problem.status).type('application/problem+json').send(toProblem(problem, request.id));
    },
  }) as unknown as FastifyInstance;

  // An empty body counts as none, whatever its content type says, and so does any where none is taken.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 || request.routeOptions.config.ignoresBody) return done(null, undefined);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer);
      done(null, JSON.parse(text, refuseUnusable));
    } catch (error) {
      done(error instanceof ProblemError ? error : new ProblemError('invalid_json'), undefined);
    }
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 || request.routeOptions.config.ignoresBody) done(null, undefined);
    else done(new ProblemError('unsupported_media_type'), undefined);
  });

  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (closing) throw new ProblemError('service_unavailable', undefined, { headers: { connection: 'close' } });
    // What a trusted proxy passes on may be anything; limits and lists know addresses only.
    if (options.trustProxy && !isIP(request.ip)) {
      throw new ProblemError('invalid_input', 'X-Forwarded-For must hold addresses.');
    }
  });
  addGuards(app, options.guards);
  app.setNotFoundHandler(async () => {
    throw new ProblemError('not_found');
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const problem = asProblem(error);
    if (problem.status >= 500) {
      // That something else is not there now is no fault of this process.
      const level = problem.status === 500 ? 'error' : 'warn';
      request.log[level]({ err: error, requestId: request.id, url: request.routeOptions.url }, 'request failed');
    }
    if (problem.headers) reply.headers(problem.headers);
    const shown = toProblem(problem, request.id);
    if (problem.status === 500) shown.detail = shown.title;
    if (problem.code === 'too_large') await discardBody(request.raw);
    return reply.code(problem.status).type('application/problem+json').send(shown);
  });
  return app;
}

/**
 * Puts the guard of its kind before each route that is added from now on. It comes after every hook of onRequest, rate
 * limits among them, and before the body is read, but where the body says whose transfer it is, or that all may call.
 * @throws Error, when it is added, for a route that says no kind, or one that this server has no guard for
 */
function addGuards(app: FastifyInstance, guards: Guards): void {
  app.addHook('onRoute', (route) => {
    const { access, ownerOf, openWith } = route.config ?? {};
    const name = `${route.method} ${route.url}`;
    if (!access) throw new Error(`${name} does not say who may call it`);
    if (access === 'owner') {
      const { owner } = guards;
      if (!owner || !ownerOf) throw new Error(`${name} is for owners, and nobody here knows them`);
      const guard = async (request: FastifyRequest, reply: FastifyReply) => {
        const id = transferNamedBy(request, ownerOf);
        if (typeof id === 'string') await owner(request, reply, id);
      };
      if (ownerOf === 'params.id') route.preParsing = [guard, ...asList(route.preParsing)];
      else route.preValidation = [guard, ...asList(route.preValidation)];
      return;
    }
    const guard = guards[access];
    if (!guard) throw new Error(`${name} has the access ‘${access}’, and this server has no guard for it`);
    if (guard !== letPass && openWith) {
      // What the body says decides: an unread one names nothing.
      const hook = async (request: FastifyRequest, reply: FastifyReply) => {
        if (!namesOneOf(request.body, openWith)) await guard(request, reply);
      };
      route.preValidation = [hook, ...asList(route.preValidation)];
    } else if (guard !== letPass) {
      const hook = async (request: FastifyRequest, reply: FastifyReply) => guard(request, reply);
      route.preParsing = [hook, ...asList(route.preParsing)];
    }
  });
}

/** What a call says at the place where its route names a transfer; anything, before it is validated. */
function transferNamedBy(call: { params: unknown; body: unknown }, ownerOf: OwnerOf): unknown {
  return ownerOf === 'params.id'
    ? (call.params as { id?: unknown }).id
    : (call.body as { transferId?: unknown } | null | undefined)?.transferId;
}

function namesOneOf(body: unknown, fields: readonly string[]): boolean {
  return typeof body === 'object' && body !== null && fields.some((field) => Object.hasOwn(body, field));
}

function asList<Item>(value: Item | Item[] | undefined): Item[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Adds the handlers to a server. A raw handler gets a scope of its own, where bodies stay bytes. */
export async function addRoutes(app: FastifyInstance, handlers: readonly RouteHandler[]): Promise<void> {
  for (const handler of handlers) {
    if (!handler.raw) addRoute(app, handler);
    else
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
        addRoute(scope, handler);
      });
  }
}

function addRoute(app: FastifyInstance, { route, raw, run }: RouteHandler): void {
  const takesBody = !raw && !(route.body instanceof z.ZodUndefined);
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.bodyLimit,
    config: {
      access: route.access,
      errors: route.errors,
      ignoresBody: !raw && !takesBody,
      ...(route.ownerOf ? { ownerOf: route.ownerOf } : {}),
      ...(route.openWith.length > 0 ? { openWith: route.openWith } : {}),
      ...(route.act ? { act: route.act } : {}),
    },
    handler: async (request, reply) => {
      const params = parse(route.params, request.params);
      const query = parse(route.query, request.query);
      const body = raw
        ? ((request.body as Buffer | undefined) ?? Buffer.alloc(0))
        : takesBody
          ? parse(route.body, request.body)
          : undefined;
      const { ownerOf } = route;
      if (ownerOf && transferNamedBy({ params, body }, ownerOf) !== transferNamedBy(request, ownerOf))
        throw new Error('This call was guarded for another transfer than the one it names');
      const answer = await requestIds.run(request.id, () => run({ params, query, body, request, reply }));
      if (reply.sent) return reply;
      reply.code(route.status);
      return route.status === 204 ? reply.send() : reply.send(answer);
    },
  });
}

/**
 * Has a closing server answer first what it was asked before, for a moment: closing ends every connection. What is
 * asked meanwhile gets a 503. Streams are to be ended by a hook `preClose` that was added earlier.
 */
export function answerBeforeClosing(app: FastifyInstance, lastAnswersMs = 1_500): void {
  const unanswered = new Set<ServerResponse>();
  app.server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  app.addHook('preClose', async () => {
    const answered = Promise.all([...unanswered].map((response) => once(response, 'close')));
    await Promise.race([answered, sleep(lastAnswersMs, undefined, { ref: false })]);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route: every route says it, and a server refuses those that do not. */
    access?: Access;
    ownerOf?: OwnerOf;
    openWith?: readonly string[];
    /** What an operator does by it, in words. */
    act?: RouteDefinition['act'];
    /** It takes none, whatever is sent. */
    ignoresBody?: boolean;
    /** The refusals that its contract names. */
    errors?: readonly ProblemCode[];
  }
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: describeMistake });
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}

const codeByFastifyError: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
};

// JSON and addresses may hold a NUL character, PostgreSQL's text may not: it says so where nobody has looked before.
const unusableToPostgres = '22021';
const unusable = 'This holds a character that cannot be kept. Please type it anew.';

function asProblem(error: FastifyError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error.code === unusableToPostgres) return new ProblemError('invalid_input', unusable, { cause: error });
  const code = codeByFastifyError[error.code];
  if (code) return new ProblemError(code);
  if (error.statusCode === 429) return new ProblemError('rate_limited', error.message);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new ProblemError('invalid_input', undefined, { cause: error });
  return new ProblemError(isOutage(error) ? 'service_unavailable' : 'internal', undefined, { cause: error });
}

function refuseUnusable(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor') throw new SyntaxError('forbidden key');
  if (typeof value === 'string' && value.includes('\0')) {
    throw new ProblemError('invalid_input', unusable, {
      errors: [{ field: key, code: 'unusable_character', message: unusable }],
    });
  }
  return value;
}

const discardLimit = 64 * 1024 * 1024;

/**
 * Reads on, and keeps nothing, until the sender is done or has sent more than anyone would by mistake. A connection
 * that is closed while the sender still writes is reset, and our answer is lost with it.
 */
async function discardBody(request: IncomingMessage): Promise<void> {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > discardLimit) request.destroy();
  });
  await finished(request).catch(() => {});
}

/** Adds server spans when telemetry is on; costs nothing when it is off. */
export async function addTracing(app: FastifyInstance, telemetryOn: boolean): Promise<void> {
  if (!telemetryOn) return;
  const instrumentation = new FastifyOtelInstrumentation({
    registerOnInitialization: false,
    instrumentHooks: false,
    instrumentHandler: false,
    // Of what was asked for only the route is told: a query may hold an address, and the id of a transfer opens it.
    requestHook(span, { method, routeOptions: { url = '' } }) {
      span.updateName(`${method} ${url}`.trim());
      span.setAttribute('url.path', url);
    },
  });
  instrumentation.setTracerProvider(trace.getTracerProvider());
  await app.register(instrumentation.plugin());
}
