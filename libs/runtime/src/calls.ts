import type { IncomingHttpHeaders } from 'node:http';
import type { BodyOf, OwnerOf, ParamsOf, QueryOf, ReplyOf, RouteDefinition } from '@xrp-bridge/contracts/define';
import { describeMistake } from '@xrp-bridge/contracts/mistakes';
import type { Problem } from '@xrp-bridge/contracts/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { runCall, timeoutHeader } from './current-call.ts';
import { invalidInput, ProblemError, toProblem } from './errors.ts';
import type { LoadGate } from './load-gate.ts';
import type { Logger } from './logger.ts';
import { isOutage } from './outage.ts';

// Handles calls that arrive over HTTP (http.ts) or from a service in the same process (local-service.ts).

export interface Call<Route extends RouteDefinition> {
  params: ParamsOf<Route>;
  query: QueryOf<Route>;
  body: BodyOf<Route>;
  headers: IncomingHttpHeaders;
  /** `request` and `reply` are absent in calls from a service in the same process. */
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RouteHandler {
  route: RouteDefinition;
  raw: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each handler has its own route type, which the list cannot express
  run: (call: any) => Promise<unknown>;
}

/** Combines a route with its handler, which receives validated input. */
export function handle<Route extends RouteDefinition>(
  route: Route,
  run: (call: Call<Route>) => Promise<ReplyOf<Route>>,
): RouteHandler {
  return { route, raw: false, run };
}

/**
 * Combines a route with its handler like `handle`, but the handler receives the body as unparsed
 * bytes, to verify a signature.
 */
export function handleRaw<Route extends RouteDefinition>(
  route: Route,
  run: (call: Omit<Call<Route>, 'body'> & { body: Buffer }) => Promise<ReplyOf<Route>>,
): RouteHandler {
  return { route, raw: true, run };
}

/** A call before it is validated. */
export interface ReceivedCall {
  /** The request's id. Calls to other services on behalf of the request have the same id. */
  id: string;
  params: unknown;
  query: unknown;
  /** The body: a JSON value or, for a raw handler, the unparsed bytes. */
  body: unknown;
  headers: IncomingHttpHeaders;
  isCallerGone?: () => boolean;
}

/** Time limit of a call to the edge service, below the 20 s that a browser waits. */
const edgeTimeoutMs = 15_000;

/**
 * Validates a call by the route's schemas and runs its handler.
 * @param gate limits the calls in flight
 * @throws ProblemError overloaded or invalid_input; any error of the handler
 */
export async function answerCall(
  { route, raw, run }: RouteHandler,
  received: ReceivedCall,
  gate: LoadGate,
  http?: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  // Another service may be of a later version, whose calls have fields that this version does not know.
  const ignoresUnknown = route.access === 'internal';
  const params = parse(route.params, received.params);
  const query = parse(route.query, received.query, ignoresUnknown);
  const body = raw
    ? (received.body ?? Buffer.alloc(0))
    : takesBody(route)
      ? parse(route.body, received.body, ignoresUnknown)
      : undefined;
  const { ownerOf } = route;
  if (ownerOf && transferNamedBy({ params, body }, ownerOf) !== transferNamedBy(received, ownerOf))
    throw new Error('This call was guarded for another transfer than the one it names');
  const end = gate.begin(route);
  try {
    const { id, headers, isCallerGone } = received;
    const deadline = performance.now() + timeoutOf(route, headers);
    const call = { id, deadline, isCallerGone, hasBegun: false };
    return await runCall(call, () => run({ params, query, body, headers, ...http }));
  } finally {
    end();
  }
}

/**
 * Returns the time limit of a call in milliseconds.
 * Only internal routes read the caller's limit, because only our own services call internal routes.
 */
function timeoutOf({ access }: RouteDefinition, headers: IncomingHttpHeaders): number {
  if (access !== 'internal') return edgeTimeoutMs;
  const sent = headers[timeoutHeader];
  return typeof sent === 'string' && /^\d{1,6}$/.test(sent) ? Number(sent) : Number.POSITIVE_INFINITY;
}

/**
 * Returns the transfer id of a call, from the field that `ownerOf` names.
 * Before validation, the result can be any value.
 */
export function transferNamedBy(call: { params: unknown; body: unknown }, ownerOf: OwnerOf): unknown {
  return ownerOf === 'params.id'
    ? (call.params as { id?: unknown }).id
    : (call.body as { transferId?: unknown } | null | undefined)?.transferId;
}

export function takesBody(route: RouteDefinition): boolean {
  return !(route.body instanceof z.ZodUndefined);
}

/** Maximum length of a path parameter. A longer parameter matches no route. */
export const longestParam = 300;

/** Returns the route's path in the router's syntax (`:id`), which logs and traces also use. */
export function urlOf(route: RouteDefinition): string {
  return route.path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * Parses a JSON body.
 * @throws ProblemError invalid_json, or invalid_input for text that the database cannot store
 */
export function readJson(sent: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(sent), refuseUnusable);
  } catch (error) {
    throw error instanceof ProblemError ? error : new ProblemError('invalid_json');
  }
}

/**
 * Converts an error to the problem that the caller receives. Logs failures with status 500 or above.
 * The problem of an internal error does not contain the error's message.
 */
export function refuse(
  error: Failure,
  requestId: string,
  url: string | undefined,
  log: Logger,
): { problem: ProblemError; shown: Problem } {
  const problem = asProblem(error);
  // A refusal because of overload must be cheap, so it is not logged.
  if (problem.status >= 500 && problem.code !== 'overloaded') {
    // An outage of another system is not an error of this process, so it is logged as a warning.
    const level = problem.status === 500 ? 'error' : 'warn';
    log[level]({ err: error, requestId, url }, 'request failed');
  }
  const shown = toProblem(problem, requestId);
  if (problem.status === 500) shown.detail = shown.title;
  return { problem, shown };
}

function parse(schema: z.ZodType, value: unknown, ignoresUnknown = false): unknown {
  const result = schema.safeParse(value, { error: describeMistake });
  if (result.success) return result.data;
  if (ignoresUnknown && deleteUnknownFields(value, result.error)) return parse(schema, value);
  throw invalidInput(result.error);
}

/** Deletes the fields of `value` that a strict schema has refused. Returns false if there are none. */
function deleteUnknownFields(value: unknown, { issues }: z.ZodError): boolean {
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys');
  for (const { path, keys } of unknown) {
    const holder = path.reduce((part, key) => (part as Record<PropertyKey, unknown>)[key], value);
    for (const key of keys) delete (holder as Record<string, unknown>)[key];
  }
  return unknown.length > 0;
}

/** Any error, with the fields that Fastify adds to its own errors. */
type Failure = Error & { code?: string; statusCode?: number };

// PostgreSQL's error code for a NUL character, which a URL may contain.
const unusableToPostgres = '22021';
const unusable = 'This holds a character that cannot be kept. Please type it anew.';

function asProblem(error: Failure): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error.code === unusableToPostgres) return new ProblemError('invalid_input', unusable, { cause: error });
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ProblemError('too_large');
  if (error.statusCode === 429) return new ProblemError('rate_limited', error.message);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new ProblemError('invalid_input', undefined, { cause: error });
  return new ProblemError(isOutage(error) ? 'service_unavailable' : 'internal', undefined, { cause: error });
}

/**
 * Returns the value unchanged, for use as a reviver of `JSON.parse`.
 * @throws ProblemError for a NUL character, or for a key that could change the prototype
 */
export function refuseUnusable(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor') throw new ProblemError('invalid_json');
  if (typeof value === 'string' && value.includes('\0')) {
    throw new ProblemError('invalid_input', unusable, {
      errors: [{ field: key, code: 'unusable_character', message: unusable }],
    });
  }
  return value;
}
