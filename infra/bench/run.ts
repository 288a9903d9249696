// biome-ignore lint/style/noProcessEnv: the only place that reads the run's parameters
const given = Number(process.env.BENCH_SCALE ?? 1);
if (!(given > 0 && given <= 1)) throw new Error('BENCH_SCALE must be above 0, and at most 1');

/** The size of a run: 1, or less for a quick try (`BENCH_SCALE=0.01`) with unreliable values. */
export const scale = given;

/** Scales a count or a time, with a lower limit. */
export function scaled(full: number, least = 1): number {
  return Math.max(least, Math.round(full * scale));
}

/** Number of rounds. A quick try has two, so that it also tests how rounds are summarized. */
const rounds = scaled(3, 2);

export interface Both<Measured> {
  product: Measured;
  baseline: Measured;
}

/**
 * Measures in rounds. In each round, `work` measures the baseline and then the product, so that a
 * temporarily slow machine affects both.
 */
export async function inRounds(work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    console.log(`Round ${round} of ${rounds}`);
    await work(round);
  }
}

/**
 * Measures the baseline and then the product.
 * They share the machine, so they are not measured at the same time.
 */
export async function ofBoth<Subject, Measured>(
  { baseline, product }: Both<Subject>,
  measure: (subject: Subject) => Promise<Measured>,
): Promise<Both<Measured>> {
  return { baseline: await measure(baseline), product: await measure(product) };
}

interface Stoppable {
  stop(): Promise<unknown>;
}

/** Registers a part that is starting, so that it is stopped at the end. */
export type Started = <Part extends Stoppable>(starting: Promise<Part>) => Promise<Part>;

/** Runs `work`, and afterwards stops all parts that it started, in reverse order, even after an error. */
export async function stopping<Result>(work: (started: Started) => Promise<Result>): Promise<Result> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    return await work((starting) =>
      starting.then((part) => {
        stops.push(() => part.stop());
        return part;
      }),
    );
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
