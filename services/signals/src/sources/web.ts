import { setTimeout as wait } from 'node:timers/promises';
import {
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type ICancellationContext,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import type { z } from 'zod';

/** Thrown for a malformed response: HTML, incomplete, too long, or with the wrong fields. */
export class BadAnswer extends Error {}

/** Thrown if a source refused the request by its status. A redirect counts as a refusal. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The source returned error ${status}.`);
    this.status = status;
  }
}

/** HTTP client of one source, with the source's rate limit and our timeouts. */
export interface Web {
  /**
   * Fetches JSON and validates it against a schema.
   * @throws BadAnswer if the JSON does not match; any error if no response arrived in time
   */
  json<Answer>(path: string, schema: z.ZodType<Answer>, headers?: Record<string, string>): Promise<Answer>;
  /** Fetches text, together with the response's headers. */
  text(path: string, headers?: Record<string, string>): Promise<{ body: string; headers: Headers }>;
  /** Returns the end of a pause after refusals or failures; null if the source is not paused. */
  pausedUntil(): Date | null;
}

export interface WebOptions {
  base: string;
  /** Minimum gap between two requests, as the source's rate limit requires. */
  gapMs: number;
  timeoutMs?: number;
  /** Delay before the second attempt. The delay doubles with each attempt. */
  retryMs?: number;
  maxBytes?: number;
  clock?: () => Date;
  /** Waits the given time between two requests. */
  pause?: (ms: number) => Promise<void>;
}

const attempts = 3;
const failuresUntilPause = 5;
const pauseMs = 15 * 60_000;
/** Limits of the pause after a source has throttled our requests. */
const minPauseMs = 60_000;
const maxPauseMs = 4 * 3_600_000;
/** Maximum number of responses that are cached for revalidation (ETag, Last-Modified). */
const cachedResponses = 200;

export function createWeb({
  base,
  gapMs,
  timeoutMs = 10_000,
  retryMs = 500,
  maxBytes = 512 * 1024,
  clock = () => new Date(),
  pause = (ms) => wait(ms, undefined, { ref: false }),
}: WebOptions): Web {
  /** End of the pause. A pause begins when the source requests it, or when the breaker opens. */
  let pausedUntil = 0;
  const isPaused = () => clock().getTime() < pausedUntil;
  const isTrouble = (error: unknown) =>
    !(error instanceof BadAnswer) && !(error instanceof Refused && error.status < 500);
  const breaker = circuitBreaker(handleWhen(isTrouble), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failuresUntilPause),
  });
  breaker.onBreak(() => {
    pausedUntil = clock().getTime() + pauseMs;
  });
  const guarded = wrap(breaker, timeout(timeoutMs, TimeoutStrategy.Aggressive));
  const retrying = retry(
    handleWhen((error) => isTrouble(error) && !isPaused()),
    // The backoff is jittered, so that many instances do not retry in step.
    { maxAttempts: attempts - 1, backoff: new ExponentialBackoff({ initialDelay: retryMs }) },
  );
  const cache = new Map<string, { body: string; headers: Headers }>();
  let free = Promise.resolve();
  /** Runs one request at a time, with the gap between two requests. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = free.then(work);
    const waitForGap = () => pause(gapMs);
    free = turn.then(waitForGap, waitForGap);
    return turn;
  }

  async function fetchOnce(path: string, headers: Record<string, string>, { signal }: ICancellationContext) {
    const cached = cache.get(path);
    const answer = await fetch(base + path, {
      signal,
      redirect: 'manual',
      headers: { accept: '*/*', 'user-agent': 'xrp-bridge-signals', ...conditions(cached?.headers), ...headers },
    });
    if (answer.status === 304 && cached) return cached;
    if (!answer.ok) {
      await answer.body?.cancel();
      const requestedMs = requestedPauseOf(answer, clock().getTime());
      if (requestedMs > 0) pausedUntil = clock().getTime() + requestedMs;
      throw new Refused(answer.status);
    }
    const got = { body: await readBody(answer, maxBytes), headers: answer.headers };
    if (answer.headers.has('etag') || answer.headers.has('last-modified')) {
      if (cache.size >= cachedResponses) cache.delete(cache.keys().next().value as string);
      cache.set(path, got);
    }
    return got;
  }

  // Each attempt waits for the gap between requests, because the source's limit includes retries.
  const text: Web['text'] = (path, headers = {}) =>
    retrying.execute(() =>
      inTurn(async () => {
        if (isPaused()) throw new Error(`The source is paused until ${new Date(pausedUntil).toISOString()}.`);
        return guarded.execute((context) => fetchOnce(path, headers, context));
      }),
    );

  return {
    text,
    async json(path, schema, headers = {}) {
      const { body } = await text(path, { accept: 'application/json', ...headers });
      let value: unknown;
      try {
        value = JSON.parse(body);
      } catch (cause) {
        throw new BadAnswer('The source’s response isn’t JSON.', { cause });
      }
      const parsed = schema.safeParse(value);
      if (!parsed.success)
        throw new BadAnswer(
          `The source’s response has fields we don’t expect: ${parsed.error.issues[0]?.path.join('.')}.`,
        );
      return parsed.data;
    },
    pausedUntil: () => (isPaused() ? new Date(pausedUntil) : null),
  };
}

function conditions(headers: Headers | undefined): Record<string, string> {
  const etag = headers?.get('etag');
  const modified = headers?.get('last-modified');
  return { ...(etag ? { 'if-none-match': etag } : {}), ...(modified ? { 'if-modified-since': modified } : {}) };
}

/** Returns the pause in milliseconds that a refusing source requests, within our limits. */
function requestedPauseOf({ status, headers }: Response, now: number): number {
  const after = headers.get('retry-after');
  const spent = headers.get('x-ratelimit-remaining') === '0';
  const requested = after
    ? Number(after) * 1_000 || Date.parse(after) - now
    : spent && Number(headers.get('x-ratelimit-reset')) * 1_000 - now;
  const least = status === 429 || status === 418 ? minPauseMs : 0;
  return Math.min(Math.max(requested || 0, least), maxPauseMs);
}

/** Returns the body's text, up to the limit. */
async function readBody(answer: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new BadAnswer(`The source’s response is longer than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
