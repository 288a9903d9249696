const defaultFirstBackoffMs = 5_000;
const longestBackoffMs = 30_000;

export interface ServerBackoff {
  /** Backs off from a server, longer each time. */
  start(url: string): void;
  isBackedOff(url: string): boolean;
  /**
   * Returns the milliseconds until the first of these servers is available; 0 if a server is available
   * now.
   */
  msUntilAvailable(urls: readonly string[]): number;
  /** Resets the back-off of a server that works again. */
  reset(url: string): void;
}

/**
 * Creates the back-off of servers.
 * A server's pause doubles with each failure, up to `longestBackoffMs`.
 */
export function createServerBackoff({
  firstBackoffMs = defaultFirstBackoffMs,
  now = () => performance.now(),
}: {
  firstBackoffMs?: number | undefined;
  now?: () => number;
} = {}): ServerBackoff {
  const paused = new Map<string, { until: number; pauseMs: number }>();
  const left = (url: string) => Math.max(0, (paused.get(url)?.until ?? 0) - now());
  return {
    start(url) {
      const before = paused.get(url)?.pauseMs ?? 0;
      const pauseMs = Math.min(Math.max(firstBackoffMs, before * 2), longestBackoffMs);
      paused.set(url, { until: now() + pauseMs, pauseMs });
    },
    isBackedOff: (url) => left(url) > 0,
    msUntilAvailable: (urls) => Math.min(...urls.map(left)),
    reset: (url) => paused.delete(url),
  };
}
