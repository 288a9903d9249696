import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  describeAims,
  describeMetric,
  fileNameOf,
  lastKnown,
  type Machine,
  type Metric,
  type Results,
  summarize,
} from './results.ts';
import { scale } from './run.ts';

const folder = path.join(import.meta.dirname, 'results');
/** Metrics of the current part: one entry per round, by name. */
let measured = new Map<string, Metric[]>();

/** Stores a metric of the current part. The metrics of all rounds are summarized at the end. */
export function report(metric: Metric): void {
  measured.set(metric.name, [...(measured.get(metric.name) ?? []), metric]);
  console.log(`  ${describeMetric(metric).replace(/ +not measured before$/, '')}`);
}

/**
 * Measures one part and writes its metrics to a file at once, so that a later failure cannot lose
 * them. If the part fails, the error is printed and the metrics so far are stored. @returns the metrics, and `whole`,
 * which is false if the part failed
 */
export async function measurePart(
  part: string,
  work: () => Promise<void>,
): Promise<{ metrics: readonly Metric[]; whole: boolean }> {
  measured = new Map();
  const here = { machine: readMachine(), scale };
  const known = lastKnown(await readResults(), here);
  console.log(`\n== ${part} ==`);
  const failed = await work().then(
    () => undefined,
    (error: unknown) => {
      console.error(error);
      return error instanceof Error ? error.message : String(error);
    },
  );
  const metrics = [...measured.values()].flatMap((rounds) => summarize(rounds) ?? []);
  if (metrics.length > 0) {
    const about = { part, at: new Date().toISOString(), commit: readCommit(), ...here };
    await storeResults({ ...about, ...(failed === undefined ? {} : { failed }), metrics });
    for (const metric of metrics) {
      const before = known.find(({ name }) => name === metric.name);
      console.log(describeMetric(metric, before));
    }
    console.log(describeAims(metrics));
  }
  return { metrics, whole: failed === undefined };
}

async function storeResults(results: Results): Promise<void> {
  const name = fileNameOf(results);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nStored as infra/bench/results/${name}.`);
}

/** Reads all stored results; empty if no results are stored. */
export async function readResults(): Promise<Results[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const results = files.filter((file) => file.endsWith('.json'));
  return Promise.all(
    results.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Results),
  );
}

function readMachine(): Machine {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
    cpus: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
  };
}

/** Returns the measured commit, followed by a plus if there are uncommitted changes. */
function readCommit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
  try {
    return (
      git('rev-parse', '--short=9', 'HEAD') +
      (git('status', '--porcelain', '--untracked-files=no', ':/', ':(top,exclude)docs') ? '+' : '')
    );
  } catch {
    // The folder is not a git checkout.
    return 'unknown';
  }
}
