import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import {
  answerCall,
  longestParam,
  type RouteHandler,
  readJson,
  refuse,
  refuseUnusable,
  takesBody,
  urlOf,
} from './calls.ts';
import { currentCalls } from './current-call.ts';
import { ProblemError } from './errors.ts';
import type { LoadGate } from './load-gate.ts';
import type { Logger } from './logger.ts';
import type { Readiness } from './readiness.ts';

/** What another service sends. */
export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The caller's value, which is copied before anything else happens; or the bytes of a webhook. */
  body?: unknown;
  headers?: IncomingHttpHeaders;
}

export interface Answer {
  status: number;
  /** Plain JSON, and nobody else's; of a refusal its problem. */
  body: unknown;
}

/** The body of `/readyz?verbose`: whether a service can answer its callers, and its parts where it reported them. */
export interface Ready {
  ok: boolean;
  body: { service: string } & Partial<Readiness>;
}

/**
 * The way into a service for whoever runs in the same process: what comes by HTTP is answered likewise, without a socket.
 * Only the composition root hands doors out, so whoever has one may call.
 */
export interface Door {
  /** Answers, whatever happens: it never rejects. */
  ask(route: RouteDefinition, sent: Sent): Promise<Answer>;
  /** Like `/readyz?verbose`. */
  ready(): Promise<Ready>;
  /** Refuses what is asked from now on, and gives what was asked before a moment to be answered. */
  close(lastAnswersMs?: number): Promise<void>;
}

/** Opens the door to a service's handlers. What a failure of theirs leaves in the log is what it would by HTTP. */
export function openDoor(options: {
  handlers: readonly RouteHandler[];
  gate: LoadGate;
  log: Logger;
  ready: Door['ready'];
}): Door {
  const { gate, log, ready } = options;
  const tracer = trace.getTracer('xrp-bridge');
  const handlers = new Map(options.handlers.map((handler) => [handler.route, handler]));
  const unanswered = new Set<Promise<Answer>>();
  let closing = false;

  /** A span like that of a call by HTTP, beneath whatever the caller is doing. */
  function trackAndAnswer(route: RouteDefinition, sent: Sent): Promise<Answer> {
    const url = urlOf(route);
    const attributes = { 'http.request.method': route.method, 'http.route': url, 'url.path': url };
    return tracer.startActiveSpan(`${route.method} ${url}`, { kind: SpanKind.SERVER, attributes }, async (span) => {
      const answer = await respond(route, sent);
      span.setAttribute('http.response.status_code', answer.status);
      if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      return answer;
    });
  }

  async function respond(route: RouteDefinition, sent: Sent): Promise<Answer> {
    const id = currentCalls.getStore()?.id ?? randomUUID();
    try {
      if (closing) throw new ProblemError('service_unavailable');
      const { params = {}, query = {}, headers = {} } = sent;
      const isTooLong = Object.values(params).some((param) => param.length > longestParam);
      const handler = isTooLong ? undefined : handlers.get(route);
      if (!handler) throw new ProblemError('not_found');
      const body = readBody(handler, sent.body);
      const answer = await answerCall(handler, { id, params, query, body, headers }, gate);
      return { status: route.status, body: route.status === 204 ? undefined : copyAsJson(answer) };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const { problem, shown } = refuse(error, id, urlOf(route), log);
      return { status: problem.status, body: copyAsJson(shown) };
    }
  }

  return {
    async ask(route, sent) {
      const answer = trackAndAnswer(route, sent);
      unanswered.add(answer);
      try {
        return await answer;
      } finally {
        unanswered.delete(answer);
      }
    },
    ready,
    async close(lastAnswersMs = 1_500) {
      closing = true;
      await Promise.race([Promise.all(unanswered), sleep(lastAnswersMs, undefined, { ref: false })]);
    },
  };
}

/** @throws ProblemError too_large; invalid_input where the body holds what the database cannot store */
function readBody({ route, raw }: RouteHandler, sent: unknown): unknown {
  if (sent instanceof Buffer) {
    if (sent.length > route.bodyLimit) throw new ProblemError('too_large');
    if (sent.length === 0) return undefined;
    if (raw) return Buffer.from(sent);
    return takesBody(route) ? readJson(sent) : undefined;
  }
  if (sent === undefined || !takesBody(route)) return undefined;
  // Counts fewer characters than the JSON text has bytes: no body is refused that HTTP would accept.
  let left = route.bodyLimit;
  return copyAsJson(sent, (key, value) => {
    left -= key.length + (typeof value === 'string' ? value.length : 1);
    if (left < 0) throw new ProblemError('too_large');
    refuseUnusable(key, value);
  });
}

/**
 * Returns what `JSON.parse(JSON.stringify(value))` returns, in a fifth of the time: times as texts, nothing undefined, and
 * no object that caller and service share. Only a key `__proto__` is left out.
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
