export interface Quantiles {
  p50: number;
  p99: number;
  max: number;
}

/** Returns quantiles of durations in milliseconds. */
export function quantiles(durations: readonly number[]): Quantiles {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** A browser's measurements of a page load, in milliseconds since the navigation. */
export interface ObservedScreen {
  fcp: number;
  lcp: number;
  /** Layout shifts, each with its time and its value. */
  shifts: { at: number; value: number }[];
  longTasks: { at: number; duration: number }[];
  /** The time from which a card can be entered, on a page with a card form. */
  cardForm?: number;
}

export interface ScreenMetrics {
  lcp: number;
  cls: number;
  tbt: number;
  /** The time from which a card can be entered, on a page with a card form. */
  cardForm?: number;
  /** Transferred bytes (headers included) and number of responses. */
  bytes: number;
  requests: number;
}

/**
 * Returns CLS (https://web.dev/articles/cls), the sum of the worst burst of shifts.
 * A burst has gaps under 1 s and lasts at most 5 s.
 */
export function cumulativeShift(shifts: ObservedScreen['shifts']): number {
  let worst = 0;
  let burst = { first: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY, value: 0 };
  for (const { at, value } of shifts) {
    const goesOn = at - burst.last < 1_000 && at - burst.first < 5_000;
    burst = goesOn ? { ...burst, last: at, value: burst.value + value } : { first: at, last: at, value };
    worst = Math.max(worst, burst.value);
  }
  return worst;
}

/** Returns TBT: the sum of each task's time above 50 ms, from the first paint until the page is quiet. */
export function totalBlockingTime({ fcp, longTasks }: ObservedScreen): number {
  return longTasks
    .map(({ at, duration }) => at + duration - Math.max(at, fcp) - 50)
    .reduce((sum, beyond) => sum + Math.max(0, beyond), 0);
}
