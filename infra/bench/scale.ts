// biome-ignore lint/style/noProcessEnv: the only place that reads the run's parameters
const given = Number(process.env.BENCH_SCALE ?? 1);
if (!(given > 0 && given <= 1)) throw new Error('BENCH_SCALE must be above 0, and at most 1');

/** The size of a run: 1, or less for a quick try (`BENCH_SCALE=0.01`) with unreliable values. */
export const scale = given;

/** Scales a count or a time, with a lower limit. */
export function scaled(full: number, least = 1): number {
  return Math.max(least, Math.round(full * scale));
}
