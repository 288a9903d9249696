import type { ReportOutcome } from '@xrp-bridge/runtime';
import {
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
  wrap,
} from 'cockatiel';
import { z } from 'zod';

/** Thrown when a provider refuses a request. A retry would be refused too. */
export class Refused extends Error {
  override name = 'Refused';
}

/**
 * Thrown when a provider did not process a request (no connection, rate limit), so the request had no
 * effect.
 */
export class NotNow extends Error {
  override name = 'NotNow';
}

/** Thrown when a request was sent, but its outcome is unknown. */
export class Unclear extends Error {
  override name = 'Unclear';
}

/** One request to a provider. */
export interface ApiRequest {
  method: 'GET' | 'POST';
  /** The path with the query. */
  path: string;
  headers?: Record<string, string>;
  /** The body, sent as JSON; `form` is sent URL-encoded. */
  body?: unknown;
  form?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface Api {
  /** Sends a request, with retries. @throws Refused, NotNow, Unclear */
  read<Answer>(request: ApiRequest, schema: z.ZodType<Answer>): Promise<Answer>;
  /** Sends a request once. The caller handles a lost response. @throws Refused, NotNow, Unclear */
  write<Answer>(request: ApiRequest, schema: z.ZodType<Answer>): Promise<Answer>;
}

/** The timeout is shorter than the BFF's timeout for this service. */
const timeoutMs = 8_000;
const longestAnswer = 5_000_000;
const failuresUntilPause = 10;
const pauseMs = 10_000;

/**
 * Creates a client of a provider, with a timeout and a circuit breaker.
 * @param report receives the outcome of each request
 * @param isLimit returns true for a response that means a rate limit
 */
export function createApi(options: {
  base: string;
  report: ReportOutcome;
  isLimit?(status: number, body: string): boolean;
}): Api {
  const { base, report, isLimit = (status) => status === 429 } = options;
  const outages = handleWhen((error) => !(error instanceof Refused));
  const breaker = circuitBreaker(outages, {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failuresUntilPause),
  });
  const retries = retry(outages, { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 300 }) });

  async function send<Answer>(request: ApiRequest, schema: z.ZodType<Answer>): Promise<Answer> {
    const { method, path, headers, body, form, signal } = request;
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(base + path, {
        method,
        redirect: 'error',
        headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : form ? { body: new URLSearchParams(form) } : {}),
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      });
      text = await readText(answer);
    } catch (cause) {
      if (codeOf(cause) === 'ECONNREFUSED') throw new NotNow('The ad platform didn’t respond.', { cause });
      throw new Unclear('We didn’t get the ad platform’s response.', { cause });
    }
    if (isLimit(answer.status, text)) throw new NotNow('We sent too many requests.');
    if (answer.status >= 500) throw new Unclear(`The ad platform returned error ${answer.status}.`);
    if (!answer.ok)
      throw new Refused(`The ad platform refused our request with error ${answer.status}: ${messageOf(text)}.`);
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) throw new Unclear('The ad platform sent a response in the wrong format.');
    return parsed.data;
  }

  async function reported<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await breaker.execute(work);
      report(null);
      return answer;
    } catch (error) {
      if (isBrokenCircuitError(error))
        throw new NotNow('The ad platform keeps failing, so we’ve paused our requests for a moment.');
      report((error as Error).message);
      throw error;
    }
  }

  return {
    read: (request, schema) => wrap(retries).execute(() => reported(() => send(request, schema))),
    write: (request, schema) => reported(() => send(request, schema)),
  };
}

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    if (size > longestAnswer) throw new Error('too long an answer');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Parses JSON. @returns undefined for any other text */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the reason of a refusal without its period, in at most 300 characters. */
function messageOf(text: string): string {
  const parsed = refusal.safeParse(parseJson(text));
  if (!parsed.success) return toReason(text);
  const { message, error_user_msg, details } = parsed.data.error;
  const reasons = details.flatMap(({ errors }) => errors).map((error) => error.message);
  return toReason(reasons.length > 0 ? reasons.join(' ') : (error_user_msg ?? message));
}

function toReason(text: string): string {
  return text.slice(0, 300).replace(/\.$/, '');
}

/** An error body. The reason is in `details` for Google and in `error_user_msg` for Meta. */
const refusal = z.object({
  error: z.object({
    message: z.string(),
    error_user_msg: z.string().optional(),
    details: z
      .array(z.object({ errors: z.array(z.object({ message: z.string() })).default([]) }))
      .catch([])
      .default([]),
  }),
});

function codeOf(error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? (error as { code?: string }).code;
}
