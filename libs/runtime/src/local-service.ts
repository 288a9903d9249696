import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReplyOf, RouteDefinition } from '@xrp-bridge/contracts/define';
import {
  answerCall,
  longestParam,
  type ReceivedCall,
  type RouteHandler,
  readJson,
  refuse,
  refuseUnusable,
  takesBody,
  urlOf,
} from './calls.ts';
import { beginCall, currentCalls, timeoutHeader } from './current-call.ts';
import { ProblemError } from './errors.ts';
import { type Answer, fromProblem, type Ready, type ServiceClient, toTexts } from './http-client.ts';
import type { LoadGate } from './load-gate.ts';
import type { Logger } from './logger.ts';
import { withTimeout } from './timeout.ts';

export interface LocalService {
  /** Calls the service directly, without a token. Only the composition root may hand out this client. */
  client: ServiceClient;
  /** Refuses new calls and gives calls in progress a moment to finish. */
  close(lastAnswersMs?: number): Promise<void>;
}

type Input = Pick<ReceivedCall, 'params' | 'query' | 'body' | 'headers'>;

/**
 * Handles calls from other services in this process, without a socket (ADR 0029).
 * Limits, responses, errors, spans and logs are the same as over HTTP. Calls are not retried, because no call can be
 * lost.
 */
export function createLocalService(options: {
  service: string;
  handlers: readonly RouteHandler[];
  gate: LoadGate;
  log: Logger;
  ready: () => Promise<Ready>;
  timeoutMs?: number;
}): LocalService {
  const { service, gate, log, ready, timeoutMs = 10_000 } = options;
  const tracer = trace.getTracer('xrp-bridge');
  const handlers = new Map(options.handlers.map((handler) => [handler.route, handler]));
  const inProgress = new Set<Promise<Answer>>();
  let closing = false;

  /**
   * Sends a call.
   * @throws ProblemError service_unavailable if no response arrives in time; a call that has begun continues
   */
  async function send(route: RouteDefinition, { headers, ...input }: Partial<Input>): Promise<Answer> {
    const leftMs = beginCall(timeoutMs);
    const answer = answerInSpan(route, {
      params: {},
      query: {},
      body: undefined,
      ...input,
      headers: { ...headers, [timeoutHeader]: String(leftMs) },
    });
    inProgress.add(answer);
    void answer.then(() => inProgress.delete(answer));
    return await withTimeout(answer, leftMs, () => {
      const cause = new Error(`no answer within ${leftMs} ms`);
      return new ProblemError('service_unavailable', undefined, { cause });
    });
  }

  function answerInSpan(route: RouteDefinition, input: Input): Promise<Answer> {
    const url = urlOf(route);
    const attributes = { 'http.request.method': route.method, 'http.route': url, 'url.path': url };
    return tracer.startActiveSpan(`${route.method} ${url}`, { kind: SpanKind.SERVER, attributes }, async (span) => {
      const answer = await respond(route, input);
      span.setAttribute('http.response.status_code', answer.status);
      if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      return answer;
    });
  }

  /** Runs a call and returns errors as responses. Never rejects. */
  async function respond(route: RouteDefinition, input: Input): Promise<Answer> {
    const id = currentCalls.getStore()?.id ?? randomUUID();
    try {
      if (closing) throw new ProblemError('service_unavailable');
      const isTooLong = Object.values(input.params as object).some((param: string) => param.length > longestParam);
      const handler = isTooLong ? undefined : handlers.get(route);
      if (!handler) throw new ProblemError('not_found');
      const answer = await answerCall(handler, { ...input, id, body: readBody(handler, input.body) }, gate);
      return { status: route.status, body: route.status === 204 ? undefined : copyAsJson(answer) };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const { problem, shown } = refuse(error, id, urlOf(route), log);
      return { status: problem.status, body: copyAsJson(shown) };
    }
  }

  const call: ServiceClient['call'] = async (route, { params, query, body } = {}) => {
    const answer = await send(route, { params: toTexts(params), query: toTexts(query), body });
    if (answer.status >= 400) throw fromProblem(answer.body, service);
    return answer.body as ReplyOf<typeof route>;
  };

  return {
    client: {
      call,
      callEach: async (route) => [await call(route)],
      forward: (route, bytes, headers) => send(route, { body: bytes, headers }),
      ready: () =>
        withTimeout(ready(), timeoutMs, () => new Error('not ready in time')).catch(() => ({
          ok: false,
          body: { service },
        })),
      async close() {},
    },
    async close(lastAnswersMs = 1_500) {
      closing = true;
      await Promise.race([Promise.all(inProgress), sleep(lastAnswersMs, undefined, { ref: false })]);
    },
  };
}

/**
 * Reads the body of a call.
 * @throws ProblemError too_large, or invalid_input if the body has text that the database cannot store
 */
function readBody({ route, raw }: RouteHandler, sent: unknown): unknown {
  if (sent === undefined || !(raw || takesBody(route))) return undefined;
  if (sent instanceof Buffer) {
    if (sent.length > route.bodyLimit) throw new ProblemError('too_large');
    return raw ? Buffer.from(sent) : readJson(sent);
  }
  // The count is lower than the number of bytes of the JSON text, so a body that HTTP would accept is never refused.
  let left = route.bodyLimit;
  return copyAsJson(sent, (key, value) => {
    left -= key.length + (typeof value === 'string' ? value.length : 1);
    if (left < 0) throw new ProblemError('too_large');
    refuseUnusable(key, value);
  });
}

/**
 * Returns the same as `JSON.parse(JSON.stringify(value))` in a fifth of the time, but for rare values.
 * Dates become strings, undefined fields are left out, and the copy shares no object with the original. Unlike with
 * JSON, a key `__proto__` is left out, -0 stays -0, an object such as `new String('a')` is copied as an object, and
 * a result of `toJSON` that has a `toJSON` itself is converted again.
 * @param check receives each key and value
 */
function copyAsJson(value: unknown, check?: (key: string, value: unknown) => void, key = ''): unknown {
  check?.(key, value);
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') throw new TypeError('JSON has no bigint');
  if (typeof value !== 'object') return undefined;
  if ('toJSON' in value && typeof value.toJSON === 'function') return copyAsJson(value.toJSON(key), check, key);
  if (Array.isArray(value)) return value.map((item, index) => copyAsJson(item, check, String(index)) ?? null);
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const copied = copyAsJson(field, check, name);
    if (copied !== undefined && name !== '__proto__') copy[name] = copied;
  }
  return copy;
}
