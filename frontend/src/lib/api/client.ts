import { QueryClient, type QueryFunctionContext, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { BodyInputOf, ParamsOf, QueryInputOf, ReplyOf, RouteDefinition } from '@xrp-bridge/contracts/define';
import type { Problem } from '@xrp-bridge/contracts/problem';
import type { PublicRoute } from '@xrp-bridge/contracts/public-api';

/** A response with an error status. The message is `status: body`; screens show `describe(error, …)`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The problem document (RFC 9457), if the response has one. */
  readonly problem: Problem | undefined;
  /** The number of seconds in the Retry-After header, or null. */
  readonly retryAfter: number | null;

  constructor(status: number, body: string, statusText: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.problem = parseProblem(body);
    this.retryAfter = Number(retryAfter) || null;
  }
}

function parseProblem(body: string): Problem | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return value && typeof value === 'object' && 'code' in value ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text of an error for people: the server's message, or else `otherwise`. */
export function describe(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError) || !error.problem) return otherwise;
  const { errors = [], detail } = error.problem;
  return errors.map(({ message }) => message).join(' ') || (detail && asSentence(detail)) || otherwise;
}

/** Appends a full stop: server messages usually have no full stop, and screens append sentences. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Returns the server's message about one field of the form. */
export function fieldMessage(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.problem?.errors?.find((each) => each.field === field)?.message;
}

// Only types are imported, so that the browser's files do not contain the schemas.
type Routes = { [R in PublicRoute as `${R['method']} ${R['path']}`]: R };

/** The name of a route, such as `GET /api/transfers/{id}`. */
export type CallName = keyof Routes;
export type Reply<Name extends CallName> = ReplyOf<Routes[Name]>;
export type BodyFor<Name extends CallName> = BodyInputOf<Routes[Name]>;

/** The input of a call. A part is optional if all its fields are optional. */
type Input<R extends RouteDefinition> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryInputOf<R>> &
  Part<'body', BodyInputOf<R>>;
type Part<Name extends string, T> =
  Extract<Record<string, never> | undefined, T> extends never ? { [name in Name]: T } : { [name in Name]?: T };
type CallInput<Name extends CallName> =
  object extends Input<Routes[Name]>
    ? [input?: Input<Routes[Name]> & WithSignal]
    : [input: Input<Routes[Name]> & WithSignal];
type WithSignal = { signal?: AbortSignal };

/**
 * Calls the BFF, with cookies.
 * Repeats only calls that the BFF refused because it is overloaded or stopping.
 * @throws {@link ApiError} on an error status, DOMException on timeout or abort, TypeError when offline
 */
export function call<Name extends CallName>(name: Name, ...[input]: CallInput<Name>): Promise<Reply<Name>> {
  const { body, signal } = { ...(input as { body?: unknown } & WithSignal) };
  return request(name.slice(0, name.indexOf(' ')), addressOf(name, ...([input] as CallInput<Name>)), { body, signal });
}

/** Returns query options whose key is the URL, so that one resource has one cache entry. */
export function queryOf<Name extends CallName & `GET ${string}`>(name: Name, ...input: CallInput<Name>) {
  return queryOptions<Reply<Name>>({ queryKey: [addressOf(name, ...input)] });
}

/** Returns the URL of a call, with its parameters and query string. */
export function addressOf<Name extends CallName>(name: Name, ...[input]: CallInput<Name>): string {
  const { params, query } = { ...(input as Record<string, Record<string, unknown> | undefined>) };
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(params?.[field])));
  const fields = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(fields.map(([field, value]) => [field, String(value)]));
  return fields.length > 0 ? `${path}?${search}` : path;
}

const timeoutMs = 20_000;
const refusalRepeats = 2;
/** The longest `Retry-After` that a person would wait for. Maintenance takes longer. */
const longestPauseS = 10;

interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request. Screens use {@link call}, which builds the URL.
 * A request that an overloaded or stopping server refused is sent again after the time in its Retry-After. The BFF refuses
 * before its work begins. If a service behind the BFF refuses, the first try may leave an unpaid transfer or a contact,
 * which expire; a payment is opened once per transfer.
 */
export async function request<Reply>(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await requestOnce(method, path, options);
    } catch (error) {
      if (!isRefusal(error) || repeats === refusalRepeats) throw error;
      // The random part prevents that all refused customers come back at once.
      const pauseMs = error.retryAfter * 1_000 * (1 + Math.random());
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
        // The next request then throws the abort.
        options.signal?.addEventListener('abort', resolve, { once: true });
      });
    }
  }
}

function isRefusal(error: unknown): error is ApiError & { retryAfter: number } {
  return (
    error instanceof ApiError && error.status === 503 && error.retryAfter !== null && error.retryAfter <= longestPauseS
  );
}

async function requestOnce<Reply>(method: string, path: string, options: RequestOptions): Promise<Reply> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    signal: withTimeout(options.signal),
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && createTraceparent()),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new ApiError(response.status, text, response.statusText, response.headers.get('retry-after'));
  }
  return (text ? JSON.parse(text) : undefined) as Reply;
}

/**
 * Creates the trace context of a user's action, so that the action is the root of the servers' spans.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 * Returns no context outside https, where `randomUUID` does not exist.
 */
function createTraceparent(): { traceparent?: string } {
  if (!isSecureContext) return {};
  const id = crypto.randomUUID().replaceAll('-', '');
  return { traceparent: `00-${id}-${id.slice(16)}-01` };
}

/** Adds a timeout to a signal. Replaces AbortSignal.any, which older tablets lack (Safari before 17.4). */
function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  if (!signal) return timeout;
  const either = new AbortController();
  for (const one of [signal, timeout]) {
    if (one.aborted) either.abort(one.reason);
    one.addEventListener('abort', () => either.abort(one.reason), { once: true });
  }
  return either.signal;
}

/**
 * Returns the default query function, which sends a GET to the first element of the key.
 * A 401 throws or returns null.
 */
export function readQuery(on401: 'throw' | 'null' = 'throw') {
  return async <Reply>({ queryKey, signal }: QueryFunctionContext): Promise<Reply | null> => {
    try {
      return await request<Reply>('GET', String(queryKey[0]), { signal });
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

/** A transfer in a response or server-sent event. Each change increases `version`. */
interface Versioned {
  id: string;
  version: number;
}

function isVersioned(data: unknown): data is Versioned {
  return typeof data === 'object' && data !== null && 'id' in data && 'version' in data;
}

/**
 * Returns the newer of two versions of a transfer, or else the new value.
 * A GET that was sent before a change may be answered after the server-sent event about that change.
 */
function newestOf(cached: unknown, next: unknown): unknown {
  const overtaken = isVersioned(cached) && isVersioned(next) && cached.id === next.id && cached.version > next.version;
  return overtaken ? cached : replaceEqualDeep(cached, next);
}

/**
 * Creates a client that never polls, repeats failed queries or refetches old data.
 * Server-sent events update live screens.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readQuery(),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
        structuralSharing: newestOf,
      },
      mutations: { retry: false },
    },
  });
}
