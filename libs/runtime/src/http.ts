import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
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

export type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Retry-After, in seconds, for a call that this service, or a service behind it, refused. */
const refusedRetryS = 2;

/** Checks the access to a route. Throws a ProblemError to refuse the call. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/** The guards of a server, one for each kind of access that its routes have. */
export interface Guards extends Partial<Record<Exclude<Access, 'owner'>, Guard>> {
  owner?: (request: FastifyRequest, reply: FastifyReply, transferId: string) => void | Promise<void>;
}

/** The guard of open routes, which allows every call. */
export const allow: Guard = () => {};

/** Creates a Fastify server with our timeouts, request ids, problem+json errors and guards. */
export function createHttpServer(options: {
  log: Logger;
  guards: Guards;
  trustProxy?: boolean | string;
}): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.log,
    // All requests share one logger, because a child logger for each costs more than the rest of a small response.
    // Logged errors contain the request id.
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
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestParam },
    // A request whose path cannot be decoded reaches neither a route nor the error handler below.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      const problem = new ProblemError('not_found');
      reply.code(problem.status).type('application/problem+json').send(toProblem(problem, request.id));
    },
  }) as unknown as FastifyInstance;

  // An empty body counts as absent, whatever its content type. On a route that takes no body, every body counts as
  // absent.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0 || request.routeOptions.config.ignoresBody) return undefined;
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      throw new ProblemError('unsupported_media_type');
    }
    return readJson(body);
  });

  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (closing) {
      const headers = { connection: 'close', 'retry-after': String(refusedRetryS) };
      throw new ProblemError('service_unavailable', undefined, { headers });
    }
    if (hasTwoHosts(request.raw)) throw new ProblemError('invalid_input', 'The header Host must be sent once.');
    // A trusted proxy may pass on any text as the client's address, but rate limits and allow-lists need an IP address.
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
    if (problem.code === 'overloaded') reply.header('retry-after', refusedRetryS);
    if (problem.code === 'too_large') await discardBody(request.raw);
    return reply.code(problem.status).type('application/problem+json').send(shown);
  });
  return app;
}

/**
 * Returns true if the request has two Host headers.
 * A proxy and a server could each use a different header: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

/**
 * Adds the guard of a route's `access` to each route that is added later.
 * The guard runs after all onRequest hooks (including rate limits) and before the body is read. If the guard depends on
 * the body (`body.transferId` or `publicIfBodyHas`), it runs after the body is parsed.
 * @throws Error if a route has no `access`, or if this server has no guard for it
 */
function addGuards(app: FastifyInstance, guards: Guards): void {
  app.addHook('onRoute', (route) => {
    const { access, ownerOf, publicIfBodyHas = [] } = route.config ?? {};
    const name = `${route.method} ${route.url}`;
    if (!access) throw new Error(`${name} does not say who may call it`);
    const guard = access === 'owner' ? ownerOf && guardOwner(guards.owner, ownerOf) : guards[access];
    if (!guard) throw new Error(`${name} has the access ‘${access}’, and this server has no guard for it`);
    if (guard === allow) return;
    const hook = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!hasOneOf(request.body, publicIfBodyHas)) await guard(request, reply);
    };
    const phase = ownerOf === 'body.transferId' || publicIfBodyHas.length > 0 ? 'preValidation' : 'preParsing';
    route[phase] = [hook, route[phase] ?? []].flat() as (typeof hook)[];
  });
}

function guardOwner(owner: Guards['owner'], ownerOf: OwnerOf): Guard | undefined {
  if (!owner) return undefined;
  return async (request, reply) => {
    const id = transferNamedBy(request, ownerOf);
    if (typeof id === 'string') await owner(request, reply, id);
  };
}

function hasOneOf(body: unknown, fields: readonly string[]): boolean {
  return typeof body === 'object' && body !== null && fields.some((field) => Object.hasOwn(body, field));
}

/** Adds the handlers to a server. Each raw handler has a separate scope that does not parse bodies. */
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
  const { method, bodyLimit, access, errors, ownerOf, publicIfBodyHas, auditAction, role } = route;
  app.route({
    method,
    url: urlOf(route),
    bodyLimit,
    config: { access, errors, ownerOf, publicIfBodyHas, auditAction, role, ignoresBody: !raw && !takesBody(route) },
    onRequest: (_request, _reply, done) => {
      gate.check(route);
      done();
    },
    handler: async (request, reply) => {
      // The caller closed the connection while the call was waiting.
      if (reply.raw.destroyed) return reply.hijack();
      const { id, params, query, body, headers } = request;
      const received = { id, params, query, body, headers, isCallerGone: () => reply.raw.destroyed };
      const answer = await answerCall(handler, received, gate, { request, reply });
      // The handler sent the response itself, or the caller closed the connection.
      if (reply.sent || reply.raw.destroyed) return reply;
      reply.code(route.status);
      return route.status === 204 ? reply.send() : reply.send(answer);
    },
  });
}

/**
 * Gives the requests in progress a moment to finish when the server closes.
 * Closing ends every connection, and new requests get a 503. Streams are ended by a `preClose` hook that was added
 * earlier.
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
    /** The route's kind of access. The server does not start if a route has no `access`. */
    access?: Access;
    ownerOf?: OwnerOf;
    publicIfBodyHas?: readonly string[];
    /** The operator's audit action, in words. */
    auditAction?: RouteDefinition['auditAction'];
    /** The lowest operator role that may call the route; the guard enforces it. */
    role?: OperatorRole;
    ignoresBody?: boolean;
    errors?: readonly ProblemCode[];
  }
}

const discardLimit = 64 * 1024 * 1024;

/**
 * Reads a refused body to its end, or up to `discardLimit`.
 * Closing earlier would reset the connection and lose the response.
 */
async function discardBody(request: IncomingMessage): Promise<void> {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > discardLimit) request.destroy();
  });
  await finished(request).catch(() => {});
}

/**
 * Adds server spans.
 * @param isEdge true if strangers call this server
 */
export async function addTracing(app: FastifyInstance, isEdge: boolean): Promise<void> {
  if (isEdge) decideSampling(app);
  const { FastifyOtelInstrumentation } = await import('@fastify/otel');
  const instrumentation = new FastifyOtelInstrumentation({
    registerOnInitialization: false,
    instrumentHooks: false,
    instrumentHandler: false,
    // The span has the route's path pattern instead of the URL: a query may contain an address, and a transfer's id
    // gives access to the transfer.
    requestHook(span, { method, routeOptions: { url = '' } }) {
      span.updateName(`${method} ${url}`.trim());
      span.setAttribute('url.path', url);
    },
  });
  instrumentation.setTracerProvider(trace.getTracerProvider());
  await app.register(instrumentation.plugin());
  // The plugin ends the span before it sends the response, so not if the connection closes first: by the caller, a time
  // limit or the shutdown.
  app.addHook('onRequest', (request, { raw }, done) => {
    raw.once('close', () => {
      const { span } = request.opentelemetry();
      const message = 'The connection closed before the response.';
      // An event stream has sent its headers.
      if (!raw.headersSent) span?.setStatus({ code: SpanStatusCode.ERROR, message });
      span?.end();
    });
    done();
  });
}

/**
 * Replaces the sampling decision in each request's `traceparent` with our sampler's decision.
 * Otherwise any caller could make us export all its requests, or hide them. The sampler decides for a trace with a
 * random id, because a caller could also choose an id that the sampler always takes.
 * https://www.w3.org/TR/trace-context/#security-considerations
 */
function decideSampling(app: FastifyInstance): void {
  const tracer = trace.getTracer('xrp-bridge');
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const [, ids] = /^(00-[0-9a-f]{32}-[0-9a-f]{16})-[0-9a-f]{2}$/.exec(String(headers.traceparent)) ?? [];
    delete headers.traceparent;
    // Our services would receive these values with each call.
    delete headers.tracestate;
    delete headers.baggage;
    if (ids) {
      // The span only carries the decision. It never ends, so it is not exported.
      const { traceFlags } = tracer.startSpan('sampling', { root: true }).spanContext();
      headers.traceparent = `${ids}-0${traceFlags & TraceFlags.SAMPLED}`;
    }
    done();
  });
}
