import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import type { Problem } from '@xrp-bridge/contracts/problem';

/** An answer that was not OK. Its message has the form `status: body`; screens show `describe(error, …)` instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The problem document (RFC 9457), when the body was one. */
  readonly problem: Problem | undefined;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.problem = parseProblem(body);
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
  return errors.map(({ message }) => message).join(' ') || detail || otherwise;
}

/** The message about one field of the form that was sent, if the server named it. */
export function fieldMessage(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.problem?.errors?.find((each) => each.field === field)?.message;
}

const timeoutMs = 20_000;

/**
 * Calls the BFF: cookies included, a JSON body only where there is one, no retries.
 * Throws {@link ApiError} when the answer is not OK, a DOMException on timeout or abort, a TypeError when offline.
 */
export async function request<Reply>(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  options: { body?: unknown; signal?: AbortSignal } = {},
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
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
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

/** Data does not go stale by itself, nothing is polled or retried: live screens are told by server-sent events. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { queryFn: readQuery(), staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false },
      mutations: { retry: false },
    },
  });
}
