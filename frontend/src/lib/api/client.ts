import { QueryClient, type QueryFunctionContext, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { BodyInputOf, ParamsOf, QueryInputOf, ReplyOf, RouteDefinition } from '@xrp-bridge/contracts/define';
import type { Problem } from '@xrp-bridge/contracts/problem';
import type { PublicRoute } from '@xrp-bridge/contracts/public-api';

/** An answer that was not OK. Its message has the form `status: body`; screens show `describe(error, …)` instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The problem document (RFC 9457), when the body was one. */
  readonly problem: Problem | undefined;
  /** After how many seconds it may be tried again, where the server says so. */
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

/** What to tell the person: the server's own words where it has some, without the names of fields, else the screen's. */
export function describe(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError) || !error.problem) return otherwise;
  const { errors = [], detail } = error.problem;
  return errors.map(({ message }) => message).join(' ') || (detail && asSentence(detail)) || otherwise;
}

/** The server's own words end without a full stop as a rule, and screens say more after them. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The message about one field of the form that was sent, if the server named it. */
export function fieldMessage(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.problem?.errors?.find((each) => each.field === field)?.message;
}

// Types alone: what validates them stays on the server.
type Routes = { [R in PublicRoute as `${R['method']} ${R['path']}`]: R };

/** A call of the browser by its name in the contracts, such as `GET /api/transfers/{id}`. */
export type CallName = keyof Routes;
export type Reply<Name extends CallName> = ReplyOf<Routes[Name]>;
export type BodyFor<Name extends CallName> = BodyInputOf<Routes[Name]>;

/** Only what the call takes; what may be left out is optional. */
type Input<R extends RouteDefinition> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryInputOf<R>> &
  Part<'body', BodyInputOf<R>>;
type Part<Name extends string, T> =
  Extract<Record<string, never> | undefined, T> extends never ? { [name in Name]: T } : { [name in Name]?: T };
type Given<Name extends CallName> =
  object extends Input<Routes[Name]>
    ? [input?: Input<Routes[Name]> & WithSignal]
    : [input: Input<Routes[Name]> & WithSignal];
type WithSignal = { signal?: AbortSignal };

/**
 * Calls the BFF: cookies included, a JSON body only where there is one, no retries.
 * Throws {@link ApiError} when the answer is not OK, a DOMException on timeout or abort, a TypeError when offline.
 */
export function call<Name extends CallName>(name: Name, ...[input]: Given<Name>): Promise<Reply<Name>> {
  const { body, signal } = { ...(input as { body?: unknown } & WithSignal) };
  return request(name.slice(0, name.indexOf(' ')), addressOf(name, ...([input] as Given<Name>)), { body, signal });
}

/** What a query needs: its key is the address it is read from, so that the same thing is never known under two names. */
export function queryOf<Name extends CallName & `GET ${string}`>(name: Name, ...input: Given<Name>) {
  return queryOptions<Reply<Name>>({ queryKey: [addressOf(name, ...input)] });
}

/** Where a call goes: its path with what it is about, and what it asks. */
export function addressOf<Name extends CallName>(name: Name, ...[input]: Given<Name>): string {
  const { params, query } = { ...(input as Record<string, Record<string, unknown> | undefined>) };
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(params?.[field])));
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(asked.map(([field, value]) => [field, String(value)]));
  return asked.length > 0 ? `${path}?${search}` : path;
}

const timeoutMs = 20_000;

/** A call as `fetch` makes it; screens use {@link call}, which knows what goes where. */
export async function request<Reply>(
  method: string,
  path: string,
  options: { body?: unknown; signal?: AbortSignal | undefined } = {},
): Promise<Reply> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    signal: withTimeout(options.signal),
    ...(options.body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new ApiError(response.status, text, response.statusText, response.headers.get('retry-after'));
  }
  return (text ? JSON.parse(text) : undefined) as Reply;
}

/** AbortSignal.any would do it, but the tablets that many customers keep for long do not have it yet (Safari before 17.4). */
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

/** The default reader of queries: a GET to the first element of the key. A 401 throws, or reads as null where that is asked for. */
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

/** A transfer as an answer or a server-sent event carries it; `version` grows with each change of the transfer. */
interface Versioned {
  id: string;
  version: number;
}

function isVersioned(data: unknown): data is Versioned {
  return typeof data === 'object' && data !== null && 'id' in data && 'version' in data;
}

/**
 * Returns what the cache holds from now on. A GET that was sent before a change may be answered after the server-sent
 * event about that change: of two versions of one transfer, the newer stays.
 */
function newestOf(known: unknown, next: unknown): unknown {
  const overtaken = isVersioned(known) && isVersioned(next) && known.id === next.id && known.version > next.version;
  return overtaken ? known : replaceEqualDeep(known, next);
}

/** Data does not go stale by itself, nothing is polled or retried: live screens are told by server-sent events. */
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
