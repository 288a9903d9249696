import { performance } from 'node:perf_hooks';

export interface Quantiles {
  p50: number;
  p99: number;
  n: number;
}

/** Quantiles of durations in milliseconds. */
export function quantiles(durations: readonly number[]): Quantiles {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), n: sorted.length };
}

/** Runs `work` over and over on `workers` lanes for a while. @returns completed runs per second. */
export async function rate(workers: number, seconds: number, work: (lane: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: workers }, async (_, lane) => {
      while (performance.now() < end) {
        await work(lane);
        done++;
      }
    }),
  );
  return done / ((performance.now() - started) / 1000);
}
