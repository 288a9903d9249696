import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import type { Access, OperatorRole, OwnerOf, RouteDefinition } from '@xrp-bridge/contracts/define';
import type { ProblemCode } from '@xrp-bridge/contracts/problem';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import {
  answerCall,
  longestParam,
  type RouteHandler,
  readJson,
  refuse,
  takesBody,
  transferNamedBy,
  urlOf,
} from './calls.ts';
import { createBoundedServer } from './connections.ts';
import { ProblemError, toProblem } from './errors.ts';
import { createLoadGate, type LoadGate, serviceLimits } from './load-gate.ts';
import type { Logger } from './logger.ts';

/** Of a call that was refused, by this service or by one behind it. */
const overloadedRetryS = 2;

export type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
    serverFactory: (handler) => createBoundedServer(handler),
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    },
    forceCloseConnections: true,
    // Ours is a problem like every other, see below.
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestParam },
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
      done(null, readJson(body as Buffer));
    } catch (error) {
      done(error as ProblemError, undefined);
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
    if (hasTwoHosts(request.raw)) throw new ProblemError('invalid_input', 'The header Host must be sent once.');
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
    const { problem, shown } = refuse(error, request.id, request.routeOptions.url, options.log);
    if (problem.headers) reply.headers(problem.headers);
    if (problem.code === 'overloaded') reply.header('retry-after', overloadedRetryS);
    if (problem.code === 'too_large') await discardBody(request.raw);
    return reply.code(problem.status).type('application/problem+json').send(shown);
  });
  return app;
}

/** Proxies and servers could each read another one: https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
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

function namesOneOf(body: unknown, fields: readonly string[]): boolean {
  return typeof body === 'object' && body !== null && fields.some((field) => Object.hasOwn(body, field));
}

function asList<Item>(value: Item | Item[] | undefined): Item[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Adds the handlers to a server. A raw handler gets a scope of its own, where bodies stay bytes. */
export async function addRoutes(
  app: FastifyInstance,
  handlers: readonly RouteHandler[],
  gate: LoadGate = createLoadGate(serviceLimits),
): Promise<void> {
  for (const handler of handlers) {
    if (!handler.raw) addRoute(app, handler, gate);
    else
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
        addRoute(scope, handler, gate);
      });
  }
}

function addRoute(app: FastifyInstance, handler: RouteHandler, gate: LoadGate): void {
  const { route, raw } = handler;
  app.route({
    method: route.method,
    url: urlOf(route),
    bodyLimit: route.bodyLimit,
    config: {
      access: route.access,
      errors: route.errors,
      ignoresBody: !raw && !takesBody(route),
      ...(route.ownerOf ? { ownerOf: route.ownerOf } : {}),
      ...(route.openWith.length > 0 ? { openWith: route.openWith } : {}),
      ...(route.act ? { act: route.act } : {}),
      ...(route.role ? { role: route.role } : {}),
    },
    onRequest: (_request, _reply, done) => {
      gate.check(route);
      done();
    },
    handler: async (request, reply) => {
      // The caller has given up while its call waited: nothing is begun that nobody reads.
      if (reply.raw.destroyed) return reply.hijack();
      const { id, params, query, body, headers } = request;
      const received = { id, params, query, body, headers, isCallerGone: () => reply.raw.destroyed };
      const answer = await answerCall(handler, received, gate, { request, reply });
      // The handler has sent it itself, or who asked has gone while it did: nobody is there to be answered once more.
      if (reply.sent || reply.raw.destroyed) return reply;
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
    /** The lowest role of operators that may call it; the guard enforces it. */
    role?: OperatorRole;
    /** It takes none, whatever is sent. */
    ignoresBody?: boolean;
    /** The refusals that its contract names. */
    errors?: readonly ProblemCode[];
  }
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
  const { FastifyOtelInstrumentation } = await import('@fastify/otel');
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
