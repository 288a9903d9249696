import { setTimeout as wait } from 'node:timers/promises';
import { context, propagation } from '@opentelemetry/api';
import type { BodyInputOf, ParamsOf, QueryOf, ReplyOf, RouteDefinition } from '@xrp-bridge/contracts/define';
import { type Problem, problems } from '@xrp-bridge/contracts/problem';
import { Agent } from 'undici';
import { beginCall, currentCalls, timeoutHeader } from './current-call.ts';
import { ProblemError } from './errors.ts';
import { createInstances } from './instances.ts';
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
  /**
   * Calls a route without input on every instance, and returns the responses of those that respond.
   * @throws ProblemError like `call`, if no instance responds
   */
  callEach<Route extends RouteDefinition>(route: Route): Promise<ReplyOf<Route>[]>;
  /** Sends bytes unchanged and returns the response, whatever its status. For signed webhooks. */
  forward(route: RouteDefinition, bytes: Buffer, headers: Record<string, string>): Promise<Answer>;
  /** Returns the state of an instance that is ready, if there is one. */
  ready(): Promise<Ready>;
  close(): Promise<void>;
}

/** Codes of errors after which the request cannot have reached a server. */
const notSent = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Creates a typed HTTP client for one service, which calls its instances in turn.
 * A call that fails is repeated on another instance, within one deadline, if it is idempotent or has not been handled.
 * Each attempt has a shorter timeout, which leaves time for another instance if one instance hangs. Calls on behalf of
 * a request contain its id and remaining time.
 */
export function createServiceClient(options: {
  service: string;
  /** The service's URL, or several with commas between (`createInstances`). */
  url: string;
  token: string;
  timeoutMs?: number;
  retries?: number;
}): ServiceClient {
  const { service, token, timeoutMs = 10_000, retries = 2 } = options;
  const instances = createInstances(options.url);
  const agent = new Agent({ connections: 128, connectTimeout: 2_000, keepAliveTimeout: 30_000 });

  async function send(
    origin: string,
    method: RouteDefinition['method'],
    path: string,
    options: { body?: string | Buffer; headers?: Record<string, string>; tryMs: number; signal: AbortSignal },
  ) {
    const { tryMs } = options;
    const headers: Record<string, string> = { ...options.headers, [timeoutHeader]: String(tryMs) };
    const current = currentCalls.getStore();
    if (current) headers['x-request-id'] = current.id;
    propagation.inject(context.active(), headers);
    const answer = await agent.request({
      origin,
      method,
      path,
      body: options.body ?? null,
      signal: options.signal,
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

  /**
   * Sends a request. After a failure, sends the request to the next instance.
   * A request that is not idempotent is sent again only if no instance has handled it.
   * @throws ProblemError service_unavailable if no instance responds in time
   */
  async function sendToAny(
    { method, idempotent = false }: RouteDefinition,
    path: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<Answer> {
    // The timeout includes the wait for a free connection and all attempts, because our caller has a time limit too.
    const totalMs = beginCall(timeoutMs);
    const endsAt = performance.now() + totalMs;
    const signal = AbortSignal.timeout(totalMs);
    // A read takes milliseconds, but a write may call a third party. Therefore an attempt to write has a longer timeout.
    const mostMs = Math.ceil(totalMs / (method === 'GET' ? 4 : 2));
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
      const tryMs = isLast || !idempotent ? leftMs : Math.min(leftMs, mostMs);
      const origin = await instances.next();
      let wasHandled = true;
      try {
        const answer = await send(origin, method, path, {
          ...(body === undefined ? {} : { body }),
          headers,
          tryMs,
          signal,
        });
        if (!answer.isClosing && (answer.status !== 503 || isProblem(answer.body))) {
          instances.restore(origin);
          return answer;
        }
        // A closing Fastify server refuses without a problem document, before the handler.
        wasHandled = !answer.isClosing || isProblem(answer.body);
        throw new Error('the instance is closing');
      } catch (error) {
        instances.eject(origin);
        if (notSent.has((error as NodeJS.ErrnoException).code ?? '')) wasHandled = false;
        const mayRepeat = (idempotent || !wasHandled) && !isLast && !signal.aborted;
        if (!mayRepeat) throw new ProblemError('service_unavailable', undefined, { cause: error });
        await wait(50 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  return {
    async call(route, input = {}) {
      const path = fillPath(route.path, toTexts(input.params), toTexts(input.query));
      const body = input.body === undefined ? undefined : JSON.stringify(input.body);
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await sendToAny(route, path, body, headers);
      if (answer.status < 400) return answer.body as ReplyOf<typeof route>;
      throw fromProblem(answer.body, service);
    },
    async callEach(route) {
      const totalMs = beginCall(timeoutMs);
      const options = { tryMs: totalMs, signal: AbortSignal.timeout(totalMs) };
      const calls = (await instances.list()).map(async (origin) => {
        const answer = await send(origin, route.method, route.path, options);
        if (answer.status < 400) return answer.body as ReplyOf<typeof route>;
        throw fromProblem(answer.body, service);
      });
      const results = await Promise.allSettled(calls);
      const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      if (answers.length > 0) return answers;
      const [cause] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      throw cause instanceof ProblemError ? cause : new ProblemError('service_unavailable', undefined, { cause });
    },
    async forward(route, bytes, headers) {
      const { status, body } = await sendToAny(route, route.path, bytes, headers);
      return { status, body };
    },
    async ready() {
      const options = { tryMs: timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
      let refusal: Ready = { ok: false, body: { service } };
      const checks = (await instances.list()).map(async (origin): Promise<Ready> => {
        const answer = await send(origin, 'GET', '/readyz?verbose', options);
        const ready = { ok: answer.status === 200, body: answer.body as Ready['body'] };
        if (ready.ok) return ready;
        refusal = ready;
        throw new Error('the instance is not ready');
      });
      return Promise.any(checks).catch(() => refusal);
    },
    close: () => agent.destroy(),
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
