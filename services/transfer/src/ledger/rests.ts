const defaultFirstRestMs = 5_000;
const longestRestMs = 30_000;

export interface Rests {
  /** Leaves a server alone for a while, longer each time. */
  rest(url: string): void;
  isResting(url: string): boolean;
  /** Milliseconds until the first of these servers may be asked again; 0 when one may be now. */
  untilAwake(urls: readonly string[]): number;
  /** The server has behaved for a while. */
  forgive(url: string): void;
}

/** Servers that sent us away (close code 1008) or were not believed are not asked again at once. */
export function createRests({
  firstRestMs = defaultFirstRestMs,
  now = () => performance.now(),
}: {
  firstRestMs?: number | undefined;
  now?: () => number;
} = {}): Rests {
  const resting = new Map<string, { until: number; lastedMs: number }>();
  const left = (url: string) => Math.max(0, (resting.get(url)?.until ?? 0) - now());
  return {
    rest(url) {
      const before = resting.get(url)?.lastedMs ?? 0;
      const lastedMs = Math.min(Math.max(firstRestMs, before * 2), longestRestMs);
      resting.set(url, { until: now() + lastedMs, lastedMs });
    },
    isResting: (url) => left(url) > 0,
    untilAwake: (urls) => Math.min(...urls.map(left)),
    forgive: (url) => resting.delete(url),
  };
}
