// biome-ignore lint/style/noProcessEnv: what a run is given, read in one place
const given = Number(process.env.BENCH_SCALE ?? 1);
if (!(given > 0 && given <= 1)) throw new Error('BENCH_SCALE must be above 0, and at most 1');

/** How large this run is: 1, or less for a quick try (`BENCH_SCALE=0.01`), whose figures say little. */
export const scale = given;

/** A count, or a time, as this run has it. */
export function scaled(full: number, least = 1): number {
  return Math.max(least, Math.round(full * scale));
}
