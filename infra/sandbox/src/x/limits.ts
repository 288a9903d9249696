import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';

interface Limit {
  calls: number;
  perMs: number;
}

const QUARTER_HOUR = 15 * 60_000;

/** Limits per account: https://docs.x.com/x-api/fundamentals/rate-limits. */
export const LIMITS = {
  post: { calls: 100, perMs: QUARTER_HOUR },
  me: { calls: 75, perMs: QUARTER_HOUR },
  timeline: { calls: 900, perMs: QUARTER_HOUR },
} as const satisfies Record<string, Limit>;

export interface Limits {
  /**
   * Counts a call and sets the headers with the number of remaining calls.
   * Returns false if the limit is already used up.
   */
  take(name: keyof typeof LIMITS, account: string, reply: FastifyReply): boolean;
  /** Sets the headers of an exhausted limit. */
  useUp(name: keyof typeof LIMITS, reply: FastifyReply): void;
  reset(): void;
}

export function createLimits(clock: Clock): Limits {
  const windows = new Map<string, { left: number; resetAt: number }>();
  const setHeaders = (name: keyof typeof LIMITS, left: number, resetAt: number, reply: FastifyReply) =>
    reply.headers({
      'x-rate-limit-limit': String(LIMITS[name].calls),
      'x-rate-limit-remaining': String(left),
      'x-rate-limit-reset': String(Math.ceil(resetAt / 1000)),
    });
  return {
    take(name, account, reply) {
      const key = `${name} ${account}`;
      const { calls, perMs } = LIMITS[name];
      let window = windows.get(key);
      if (!window || window.resetAt <= clock.now()) window = { left: calls, resetAt: clock.now() + perMs };
      const isLeft = window.left > 0;
      if (isLeft) window.left--;
      windows.set(key, window);
      setHeaders(name, window.left, window.resetAt, reply);
      return isLeft;
    },
    useUp: (name, reply) => void setHeaders(name, 0, clock.now() + LIMITS[name].perMs, reply),
    reset: () => windows.clear(),
  };
}
