import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  compareRuns,
  describeAims,
  describeFigure,
  type Figure,
  fileNameOf,
  findFigure,
  lastKnown,
  type Machine,
  type Results,
} from './results.ts';
import { scale } from './scale.ts';

const folder = path.join(import.meta.dirname, 'results');
/** Of the part that is being measured. */
let measured: Figure[] = [];
let known: Figure[] = [];

/** Keeps a figure of this part, and prints it beside its floor, its aim and the last one of its name. */
export function report(figure: Figure): void {
  measured.push(figure);
  console.log(describeFigure(figure, findFigure(known, figure.name)));
}

/**
 * Measures a part of the bench, and keeps its figures as a file once it ends, also those it has when it fails: no other
 * part can lose them. A failure is printed, not thrown.
 * @returns the figures, and whether the part got to its end
 */
export async function measurePart(
  part: string,
  work: () => Promise<void>,
): Promise<{ figures: readonly Figure[]; whole: boolean }> {
  const here = { machine: readMachine(), scale };
  const figures: Figure[] = [];
  measured = figures;
  known = lastKnown(await readResults(), here);
  console.log(`\n== ${part} ==`);
  const failed = await work().then(
    () => undefined,
    (error: unknown) => {
      console.error(error);
      return error instanceof Error ? error.message : String(error);
    },
  );
  if (figures.length > 0) {
    const about = { part, at: new Date().toISOString(), commit: readCommit(), ...here };
    await keep({ ...about, ...(failed === undefined ? {} : { failed }), figures });
    console.log(compareRuns(figures, known));
    console.log(describeAims(figures));
  }
  return { figures, whole: failed === undefined };
}

async function keep(results: Results): Promise<void> {
  const name = fileNameOf(results);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nKept as infra/bench/results/${name}.`);
}

/** All that is kept; nothing, where nothing was ever kept. */
async function readResults(): Promise<Results[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const kept = files.filter((file) => file.endsWith('.json'));
  return Promise.all(kept.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Results));
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

/** What is measured; what was changed since it was committed is told by a plus. */
function readCommit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
  try {
    return git('rev-parse', '--short=9', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') ? '+' : '');
  } catch {
    // Unpacked, and not cloned.
    return 'unknown';
  }
}
