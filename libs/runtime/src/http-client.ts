import { setTimeout as wait } from 'node:timers/promises';
import { context, propagation } from '@opentelemetry/api';
import type { BodyInputOf, ParamsOf, QueryOf, ReplyOf, RouteDefinition } from '@xrp-bridge/contracts/define';
import { type Problem, problems } from '@xrp-bridge/contracts/problem';
import { Pool } from 'undici';
import { beginCall, currentCalls, timeoutHeader } from './current-call.ts';
import { ProblemError } from './errors.ts';
import type { Readiness } from './readiness.ts';

interface Input<Route extends RouteDefinition> {
  params?: ParamsOf<Route>;
  query?: Partial<QueryOf<Route>>;
  body?: BodyInputOf<Route>;
}

export interface Answer {
  status: number;
  /** The parsed JSON; for a refused call, the problem. */
  body: unknown;
}

/** Result of `/readyz?verbose`: whether a service can respond to calls, and the state of its parts. */
export interface Ready {
  ok: boolean;
  body: { service: string } & Partial<Readiness>;
}

export interface ServiceClient {
  /**
   * Calls a route of another service.
   * @throws ProblemError with the other service's code, or `service_unavailable` if it cannot be reached in time
   */
  call<Route extends RouteDefinition>(route: Route, input?: Input<Route>): Promise<ReplyOf<Route>>;
  /** Sends bytes unchanged and returns the response, whatever its status. For signed webhooks. */
  forward(route: RouteDefinition, bytes: Buffer, headers: Record<string, string>): Promise<Answer>;
  ready(): Promise<Ready>;
  close(): Promise<void>;
}

/**
 * Creates a typed HTTP client for one service.
 * Idempotent calls are retried within one deadline. Each attempt has a shorter timeout, which leaves time for another
 * instance if one instance hangs. Calls on behalf of a request contain its id and remaining time.
 */
export function createServiceClient(options: {
  service: string;
  url: string;
  token: string;
  timeoutMs?: number;
  retries?: number;
}): ServiceClient {
  const { service, token, timeoutMs = 10_000, retries = 2 } = options;
  const pool = new Pool(options.url, { connections: 128, connectTimeout: 2_000, keepAliveTimeout: 30_000 });

  async function send(
    method: RouteDefinition['method'],
    path: string,
    body: string | Buffer | undefined,
    given: Record<string, string>,
    tryMs: number,
    deadline = AbortSignal.timeout(tryMs),
  ) {
    const headers: Record<string, string> = { ...given, [timeoutHeader]: String(tryMs) };
    const current = currentCalls.getStore();
    if (current) headers['x-request-id'] = current.id;
    propagation.inject(context.active(), headers);
    const answer = await pool.request({
      method,
      path,
      body: body ?? null,
      signal: deadline,
      headersTimeout: tryMs,
      bodyTimeout: tryMs,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      body: text ? (JSON.parse(text) as unknown) : undefined,
      isClosing: answer.statusCode === 503 && answer.headers.connection === 'close',
    };
  }

  return {
    async call(route, input = {}) {
      const path = fillPath(route.path, toTexts(input.params), toTexts(input.query));
      const body = input.body === undefined ? undefined : JSON.stringify(input.body);
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      // The timeout includes the wait for a free connection and all attempts, because our caller has a time limit too.
      const totalMs = beginCall(timeoutMs);
      const endsAt = performance.now() + totalMs;
      const deadline = AbortSignal.timeout(totalMs);
      // A read takes milliseconds, but a write may call a third party. Therefore an attempt to write has a longer
      // timeout.
      const mostMs = Math.ceil(totalMs / (route.method === 'GET' ? 4 : 2));
      for (let attempt = 0; ; attempt++) {
        const isLast = !route.idempotent || attempt >= retries;
        try {
          const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
          const tryMs = isLast ? leftMs : Math.min(leftMs, mostMs);
          const answer = await send(route.method, path, body, headers, tryMs, deadline);
          if (answer.status < 400) return answer.body as ReplyOf<typeof route>;
          if (answer.isClosing || (answer.status === 503 && !isProblem(answer.body)))
            throw new Error('this instance goes away');
          throw fromProblem(answer.body, service);
        } catch (error) {
          if (error instanceof ProblemError) throw error;
          if (isLast || deadline.aborted) throw new ProblemError('service_unavailable', undefined, { cause: error });
          await wait(50 * 2 ** attempt * (0.5 + Math.random()));
        }
      }
    },
    async forward(route, bytes, headers) {
      try {
        const { status, body } = await send(route.method, route.path, bytes, headers, beginCall(timeoutMs));
        return { status, body };
      } catch (error) {
        if (error instanceof ProblemError) throw error;
        throw new ProblemError('service_unavailable', undefined, { cause: error });
      }
    },
    async ready() {
      try {
        const answer = await send('GET', '/readyz?verbose', undefined, {}, timeoutMs);
        return { ok: answer.status === 200, body: answer.body as Ready['body'] };
      } catch {
        return { ok: false, body: { service: service } };
      }
    },
    close: () => pool.destroy(),
  };
}

function fillPath(path: string, params: Record<string, string>, query: Record<string, string>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(query);
  return search.size ? `${filled}?${search}` : filled;
}

/** Converts parameters to strings for a URL. Leaves out undefined parameters. */
export function toTexts(values: unknown): Record<string, string> {
  const given = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && (body as Problem).code in problems;
}

/** Converts a service's error response to a ProblemError with the same code, message and fields. */
export function fromProblem(body: unknown, service: string): ProblemError {
  if (!isProblem(body)) return new ProblemError('upstream_failed', `${service} gave an unexpected answer`);
  return new ProblemError(body.code, body.detail, { errors: body.errors });
}
