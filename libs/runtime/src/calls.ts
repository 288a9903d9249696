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

// Answers calls, by HTTP (http.ts) or within the caller's process (local-service.ts).

export interface Call<Route extends RouteDefinition> {
  params: ParamsOf<Route>;
  query: QueryOf<Route>;
  body: BodyOf<Route>;
  headers: IncomingHttpHeaders;
  /** Present in a call by HTTP only, like `reply`: our own services may call within the process. */
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RouteHandler {
  route: RouteDefinition;
  raw: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each handler has its own route type, which the list cannot express
  run: (call: any) => Promise<unknown>;
}

/** Joins a route of the contracts with the function that answers it, which receives validated input. */
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

/** A call before it is validated. */
export interface ReceivedCall {
  /** The request's id, which calls made for it carry too. */
  id: string;
  params: unknown;
  query: unknown;
  /** A JSON value; the bytes for a raw handler. */
  body: unknown;
  headers: IncomingHttpHeaders;
  isCallerGone?: () => boolean;
}

/** The time of the edge service for an answer: a browser waits for 20 s. */
const edgeTimeoutMs = 15_000;

/**
 * Validates a call by the route's schemas, and has the handler answer it.
 * @param gate bounds the calls in flight
 * @throws ProblemError overloaded, invalid_input, or whatever the handler throws
 */
export async function answerCall(
  { route, raw, run }: RouteHandler,
  received: ReceivedCall,
  gate: LoadGate,
  http?: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const params = parse(route.params, received.params);
  const query = parse(route.query, received.query);
  const body = raw
    ? (received.body ?? Buffer.alloc(0))
    : takesBody(route)
      ? parse(route.body, received.body)
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

/** Only internal routes read the caller's time limit: only our own services call them. */
function timeoutOf({ access }: RouteDefinition, headers: IncomingHttpHeaders): number {
  if (access !== 'internal') return edgeTimeoutMs;
  const sent = headers[timeoutHeader];
  return typeof sent === 'string' && /^\d{1,6}$/.test(sent) ? Number(sent) : Number.POSITIVE_INFINITY;
}

/** Returns what a call holds where its route names a transfer; any value, before the call is validated. */
export function transferNamedBy(call: { params: unknown; body: unknown }, ownerOf: OwnerOf): unknown {
  return ownerOf === 'params.id'
    ? (call.params as { id?: unknown }).id
    : (call.body as { transferId?: unknown } | null | undefined)?.transferId;
}

export function takesBody(route: RouteDefinition): boolean {
  return !(route.body instanceof z.ZodUndefined);
}

/** The length of a path's parameter beyond which no route is found. */
export const longestParam = 300;

/** Returns the route's path as the router, logs and traces have it. */
export function urlOf(route: RouteDefinition): string {
  return route.path.replace(/\{(\w+)\}/g, ':$1');
}

/** Parses a body. @throws ProblemError invalid_json; invalid_input for what the database cannot store */
export function readJson(sent: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(sent), refuseUnusable);
  } catch (error) {
    throw error instanceof ProblemError ? error : new ProblemError('invalid_json');
  }
}

/** Returns the problem that the caller receives. Logs a failure of our code, without its message. */
export function refuse(
  error: Failure,
  requestId: string,
  url: string | undefined,
  log: Logger,
): { problem: ProblemError; shown: Problem } {
  const problem = asProblem(error);
  // A refused call must cost little.
  if (problem.status >= 500 && problem.code !== 'overloaded') {
    // An outage of something else is no fault of this process.
    const level = problem.status === 500 ? 'error' : 'warn';
    log[level]({ err: error, requestId, url }, 'request failed');
  }
  const shown = toProblem(problem, requestId);
  if (problem.status === 500) shown.detail = shown.title;
  return { problem, shown };
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: describeMistake });
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}

/** Any error, with what Fastify adds to its own refusals. */
type Failure = Error & { code?: string; statusCode?: number };

// PostgreSQL's error for a NUL character, which a URL may hold.
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

/** Returns the value. @throws ProblemError for a NUL character, or a key of the prototype */
export function refuseUnusable(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor') throw new ProblemError('invalid_json');
  if (typeof value === 'string' && value.includes('\0')) {
    throw new ProblemError('invalid_input', unusable, {
      errors: [{ field: key, code: 'unusable_character', message: unusable }],
    });
  }
  return value;
}
