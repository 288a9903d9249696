/** One thing that was measured. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 's' | 'MB' | 'kB' | '/s' | '%' | '';
  /** The same, of the least that this machine can do, in this run. */
  floor?: number;
  /** The least and the greatest share of the floor, of a median of several rounds. */
  spread?: [least: number, greatest: number];
  /** What the value should be at most or at least; or, with `of`, what share or multiple of the floor. */
  aim?: { atMost: number; of?: 'floor' } | { atLeast: number; of?: 'floor' };
}

/** What was measured on. Speeds of two runs are compared only where all that is the hardware's is the same. */
export interface Machine {
  cpu: string;
  cpus: number;
  memoryGb: number;
  system: string;
  node: string;
}

/** What one part of a run measured, as it is kept. */
export interface Results {
  part: string;
  at: string;
  commit: string;
  machine: Machine;
  scale: number;
  /** Why the part did not get to its end; the figures that it has are whole. */
  failed?: string;
  figures: Figure[];
}

/** How a figure stands to the last of its name. */
interface Comparison {
  verdict: 'better' | 'worse' | 'the same';
  was: number;
  change: string;
}

/** Figures that differ by less than this from one run to the next say nothing. */
const noise = 0.1;

/** What is held against the aim: the value, or how many times the floor it is; NaN where that floor is missing. */
export function heldAgainstAim({ value, floor = Number.NaN, aim }: Figure): number {
  return aim?.of === 'floor' ? value / floor : value;
}

/** @returns whether the aim is met; undefined where there is none */
export function isMet(figure: Figure): boolean | undefined {
  const { aim } = figure;
  if (!aim) return undefined;
  const held = heldAgainstAim(figure);
  return 'atMost' in aim ? held <= aim.atMost : held >= aim.atLeast;
}

/**
 * Says whether a figure became better or worse, by more than noise. Where the aim is a share of the floor, shares are
 * compared: a faster machine makes no product better.
 * @returns undefined where there is nothing to compare it with
 */
export function compareFigure(figure: Figure, before: Figure | undefined): Comparison | undefined {
  if (!before) return undefined;
  const is = heldAgainstAim(figure);
  const was = heldAgainstAim({ ...before, aim: figure.aim });
  if (!Number.isFinite(is) || !Number.isFinite(was)) return undefined;
  const change = describeChange(figure, is, was);
  if (Math.abs(is - was) <= leastChange(figure, was)) return { verdict: 'the same', was, change };
  return { verdict: is > was === isMoreBetter(figure) ? 'better' : 'worse', was, change };
}

/** One line: the figure, its floor, its aim and whether it is met, and how it was the last time. */
export function describeFigure(figure: Figure, before?: Figure): string {
  const { name, value, unit } = figure;
  const columns = [name.padEnd(62), amount(value, unit).padEnd(11), describeFloor(figure).padEnd(30)];
  return [...columns, describeAim(figure).padEnd(32), describeLast(figure, before)].join(' ');
}

/** What became better and worse since the last run that measured it; in one line. */
export function compareRuns(now: readonly Figure[], before: readonly Figure[]): string {
  const named = (verdict: Comparison['verdict']) =>
    now.flatMap((figure) => {
      const compared = compareFigure(figure, findFigure(before, figure.name));
      return compared?.verdict === verdict ? [`${figure.name} (${compared.change})`] : [];
    });
  return `Better: ${named('better').join(', ') || 'nothing'}. Worse: ${named('worse').join(', ') || 'nothing'}.`;
}

/** How many aims are met, and which are missed; in one line. */
export function describeAims(figures: readonly Figure[]): string {
  const met = figures.filter((figure) => isMet(figure) === true).length;
  const missed = figures.filter((figure) => isMet(figure) === false).map(({ name }) => name);
  return `Aims met: ${met}. Missed: ${missed.length}${missed.map((name) => `\n  ${name}`).join('')}`;
}

/** Each figure as the last run on such a machine, of that size, has it: a run of some parts says nothing of the others. */
export function lastKnown(runs: readonly Results[], { machine, scale }: Pick<Results, 'machine' | 'scale'>): Figure[] {
  const alike = runs
    .filter((run) => run.scale === scale && isSameMachine(run.machine, machine))
    .sort((one, other) => one.at.localeCompare(other.at));
  return [...new Map(alike.flatMap(({ figures }) => figures).map((figure) => [figure.name, figure])).values()];
}

/** The name of the file that results are kept in; a try says so, and is not committed. */
export function fileNameOf({ at, commit, part, scale }: Omit<Results, 'machine' | 'figures'>): string {
  return `${at.slice(0, 19).replaceAll(':', '')}-${commit}-${part}${scale === 1 ? '' : '-try'}.json`;
}

export function findFigure(figures: readonly Figure[], name: string): Figure | undefined {
  return figures.find((figure) => figure.name === name);
}

function isSameMachine(one: Machine, other: Machine): boolean {
  return one.cpu === other.cpu && one.cpus === other.cpus && one.memoryGb === other.memoryGb;
}

function leastChange({ unit, aim }: Figure, was: number): number {
  // What is in percent is a difference of two times already, each with its noise.
  if (unit === '%') return noise * 100;
  // Of what is next to nothing, a tenth of a tenth of the aim is noise.
  const aimed = aim ? ('atMost' in aim ? aim.atMost : aim.atLeast) : 0;
  return noise * Math.max(Math.abs(was), aimed * noise);
}

function isMoreBetter({ aim, unit }: Figure): boolean {
  return aim ? 'atLeast' in aim : unit === '/s';
}

function describeChange({ unit }: Figure, is: number, was: number): string {
  const sign = is >= was ? '+' : '−';
  if (unit === '%') return `${sign}${Math.abs(is - was).toFixed(0)} points`;
  return was === 0 ? 'from 0' : `${sign}${Math.abs((is / was - 1) * 100).toFixed(0)} %`;
}

function describeFloor({ value, unit, floor, spread }: Figure): string {
  if (floor === undefined) return 'no floor';
  const share = unit !== '%' && floor > 0 ? `, ${show(value / floor)} of it` : '';
  return `floor ${amount(floor, unit)}${share}${spread ? ` (${spread.map(show).join(' to ')})` : ''}`;
}

function describeAim(figure: Figure): string {
  const { aim, unit } = figure;
  if (!aim) return 'no aim';
  const wanted = 'atMost' in aim ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`;
  return `aim ${wanted}${aim.of === 'floor' ? ' of the floor' : space(unit)}: ${isMet(figure) ? 'met' : 'MISSED'}`;
}

function describeLast(figure: Figure, before: Figure | undefined): string {
  if (!before) return 'not measured before';
  const compared = compareFigure(figure, before);
  if (!compared) return 'last one had no floor';
  const { verdict, was, change } = compared;
  const then = figure.aim?.of === 'floor' ? `${show(was)} of the floor` : amount(was, figure.unit);
  return `last ${then}: ${verdict} (${change})`;
}

function amount(value: number, unit: Figure['unit']): string {
  return show(value) + space(unit);
}

function show(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

function space(unit: Figure['unit']): string {
  return unit === '/s' || unit === '' ? unit : ` ${unit}`;
}
