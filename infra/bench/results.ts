import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { scale } from './scale.ts';

/** One thing that was measured. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 's' | 'MB' | 'kB' | '/s' | '%' | '';
  /** The same, of the least that this machine can do, in this run. */
  floor?: number;
  /** What the value should be at most or at least; or, with `of`, what share or multiple of the floor. */
  aim?: { atMost: number; of?: 'floor' } | { atLeast: number; of?: 'floor' };
}

/** A whole run, as it is kept. */
export interface Results {
  at: string;
  commit: string;
  machine: { cpu: string; cpus: number; memoryGb: number; system: string; node: string };
  scale: number;
  figures: Figure[];
}

/** Figures that differ by less than this from one run to the next say nothing. */
const noise = 0.1;

/** What is held against the aim: the value, or how many times the floor it is. */
export function heldAgainstAim({ value, floor, aim }: Figure): number {
  return aim?.of === 'floor' && floor !== undefined ? value / floor : value;
}

/** @returns whether the aim is met; undefined where there is none */
export function isMet(figure: Figure): boolean | undefined {
  const { aim } = figure;
  if (!aim) return undefined;
  const held = heldAgainstAim(figure);
  return 'atMost' in aim ? held <= aim.atMost : held >= aim.atLeast;
}

/** One line: the figure, beside its floor and its aim. */
export function describeFigure(figure: Figure): string {
  const { name, value, unit, floor, aim } = figure;
  const beside = floor === undefined ? '' : `floor ${show(floor)}${space(unit)}, ${show(value / floor)} of it`;
  const times = aim?.of === 'floor' ? ' of the floor' : space(unit);
  const wanted = aim && ('atMost' in aim ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`);
  const judged = aim ? `aim ${wanted}${times}: ${isMet(figure) ? 'met' : 'MISSED'}` : '';
  return `${name.padEnd(58)} ${(show(value) + space(unit)).padEnd(12)} ${beside.padEnd(30)} ${judged}`.trimEnd();
}

/** What became better and worse since the last run that measured it, by more than noise; in one line. */
export function compareRuns(now: readonly Figure[], before: readonly Figure[]): string {
  const better: string[] = [];
  const worse: string[] = [];
  for (const figure of now) {
    const old = before.find(({ name }) => name === figure.name);
    if (!old) continue;
    const [is, was] = [figure, { ...old, aim: figure.aim }].map(heldAgainstAim) as [number, number];
    // Of what is next to nothing, a tenth of a tenth of the aim is noise.
    const least = noise * Math.max(Math.abs(was), aimOf(figure) * noise);
    if (Math.abs(is - was) <= least) continue;
    const change = was === 0 ? 'from 0' : `${is > was ? '+' : '−'}${Math.abs((is / was - 1) * 100).toFixed(0)} %`;
    (is > was === isMoreBetter(figure) ? better : worse).push(`${figure.name} (${change})`);
  }
  return `Better: ${better.join(', ') || 'nothing'}. Worse: ${worse.join(', ') || 'nothing'}.`;
}

function aimOf({ aim }: Figure): number {
  return aim ? ('atMost' in aim ? aim.atMost : aim.atLeast) : 0;
}

function isMoreBetter({ aim, unit }: Figure): boolean {
  return aim ? 'atLeast' in aim : unit === '/s';
}

const folder = path.join(import.meta.dirname, 'results');
const measured: Figure[] = [];

/** Keeps a figure of this run, and prints it. */
export function report(figure: Figure): void {
  measured.push(figure);
  console.log(describeFigure(figure));
}

/** Keeps the whole run as a file, and says what is better or worse than the last of its size on such a machine. */
export async function keepResults(): Promise<void> {
  const now: Results = {
    at: new Date().toISOString(),
    commit: readCommit(),
    machine: {
      cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
      cpus: os.availableParallelism(),
      memoryGb: Math.round(os.totalmem() / 2 ** 30),
      system: `${os.type()} ${os.release()} ${os.arch()}`,
      node: process.version,
    },
    scale,
    figures: measured,
  };
  await mkdir(folder, { recursive: true });
  const before = (await readResults()).filter(
    (each) => each.scale === scale && each.machine.cpu === now.machine.cpu && each.machine.cpus === now.machine.cpus,
  );
  // A run of some parts says nothing of the others: each figure is held against the last run that has it.
  const known = [...new Map(before.flatMap(({ figures }) => figures).map((each) => [each.name, each])).values()];
  const last = before.at(-1);
  const name = `${now.at.slice(0, 16).replace(':', '')}-${now.commit}${scale === 1 ? '' : '-try'}.json`;
  await writeFile(path.join(folder, name), `${JSON.stringify(now, null, 2)}\n`);
  const missed = measured.filter((figure) => isMet(figure) === false).length;
  console.log(`\nKept as infra/bench/results/${name}; ${missed} of its aims are missed.`);
  console.log(
    last ? `Against ${last.at.slice(0, 10)} (${last.commit}): ${compareRuns(measured, known)}` : 'The first such run.',
  );
}

/** Every run that is kept, the oldest first. */
async function readResults(): Promise<Results[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Results));
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

function show(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

function space(unit: Figure['unit']): string {
  return unit === '/s' || unit === '' ? unit : ` ${unit}`;
}
