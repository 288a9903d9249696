export interface Quantiles {
  p50: number;
  p99: number;
  max: number;
}

/** Quantiles of durations in milliseconds. */
export function quantiles(durations: readonly number[]): Quantiles {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** What a browser reported of a page's loading, in milliseconds since it was asked for. */
export interface ObservedScreen {
  fcp: number;
  lcp: number;
  /** Each move of what stood already. */
  shifts: { at: number; value: number }[];
  longTasks: { at: number; duration: number }[];
}

export interface ScreenFigures {
  lcp: number;
  fcp: number;
  cls: number;
  tbt: number;
  /** What went over the line, headers included, and in how many answers. */
  bytes: number;
  requests: number;
}

/** CLS as https://web.dev/articles/cls defines it: the worst burst of shifts, each within 1 s of the one before, 5 s at most. */
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

/** TBT: what each task after the first paint took beyond 50 ms, until the screen was quiet: as long as nobody is heard. */
export function totalBlockingTime({ fcp, longTasks }: ObservedScreen): number {
  return longTasks
    .map(({ at, duration }) => at + duration - Math.max(at, fcp) - 50)
    .reduce((sum, beyond) => sum + Math.max(0, beyond), 0);
}
