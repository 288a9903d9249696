/** A measured value of one part of a run. */
export interface Metric {
  name: string;
  value: number;
  unit: 'ms' | 's' | 'MB' | 'kB' | '/s' | '%' | '';
  /** The value of the baseline in the same run. */
  baseline?: number;
  /** The smallest and the greatest ratio to the baseline, if the value is the median of several rounds. */
  spread?: [least: number, greatest: number];
  /** The limit of the value; with `of`, the limit of its ratio to the baseline. */
  aim?: { atMost: number; of?: 'baseline' } | { atLeast: number; of?: 'baseline' };
}

/** The machine of a run. Values are only compared between runs on equal hardware. */
export interface Machine {
  cpu: string;
  cpus: number;
  memoryGb: number;
  system: string;
  node: string;
}

/** Stored results of one part of a run. */
export interface Results {
  part: string;
  at: string;
  commit: string;
  machine: Machine;
  scale: number;
  /** The error message of a failed part. The metrics that were measured before the failure are valid. */
  failed?: string;
  metrics: Metric[];
}

/** A metric compared with its previous value. */
interface Comparison {
  verdict: 'better' | 'worse' | 'the same';
  was: number;
  change: string;
}

/** Smaller relative differences than this are noise. */
const noise = 0.1;

/**
 * Returns the number that the aim limits: the value or, with `of`, its ratio to the baseline (NaN
 * without a baseline).
 */
export function heldAgainstAim({ value, baseline = Number.NaN, aim }: Metric): number {
  return aim?.of === 'baseline' ? value / baseline : value;
}

/** Returns true if the aim is met; undefined if the metric has no aim. */
export function isMet(metric: Metric): boolean | undefined {
  const { aim } = metric;
  if (!aim) return undefined;
  const held = heldAgainstAim(metric);
  return 'atMost' in aim ? held <= aim.atMost : held >= aim.atLeast;
}

/**
 * Compares a metric with its previous value.
 * Differences up to `noise` count as the same. If the aim is a ratio to the baseline, the function compares ratios,
 * because a faster machine is no improvement of the product. @returns undefined if a value is missing
 */
export function compareMetric(metric: Metric, before: Metric | undefined): Comparison | undefined {
  if (!before) return undefined;
  const is = heldAgainstAim(metric);
  const was = heldAgainstAim({ ...before, aim: metric.aim });
  if (!Number.isFinite(is) || !Number.isFinite(was)) return undefined;
  const change = describeChange(metric, is, was);
  if (Math.abs(is - was) <= leastChange(metric, was)) return { verdict: 'the same', was, change };
  return { verdict: is > was === isMoreBetter(metric) ? 'better' : 'worse', was, change };
}

/** Formats a metric in one line, with its baseline, aim, verdict and previous value. */
export function describeMetric(metric: Metric, before?: Metric): string {
  const { name, value, unit } = metric;
  const columns = [name.padEnd(62), amount(value, unit).padEnd(11), describeBaseline(metric).padEnd(30)];
  return [...columns, describeAim(metric).padEnd(32), describeLast(metric, before)].join(' ');
}

/** Summarizes in one line which metrics are better or worse than in the last run. */
export function compareRuns(now: readonly Metric[], before: readonly Metric[]): string {
  const named = (verdict: Comparison['verdict']) =>
    now.flatMap((metric) => {
      const compared = compareMetric(metric, findMetric(before, metric.name));
      return compared?.verdict === verdict ? [`${metric.name} (${compared.change})`] : [];
    });
  return `Better: ${named('better').join(', ') || 'nothing'}. Worse: ${named('worse').join(', ') || 'nothing'}.`;
}

/** Summarizes the met and missed aims. */
export function describeAims(metrics: readonly Metric[]): string {
  const met = metrics.filter((metric) => isMet(metric) === true).length;
  const missed = metrics.filter((metric) => isMet(metric) === false).map(({ name }) => name);
  return `Aims met: ${met}. Missed: ${missed.length}${missed.map((name) => `\n  ${name}`).join('')}`;
}

/**
 * Returns the latest value of each metric on equal hardware and at the same scale.
 * Searches all runs, because a run may measure only a few parts.
 */
export function lastKnown(runs: readonly Results[], { machine, scale }: Pick<Results, 'machine' | 'scale'>): Metric[] {
  const alike = runs
    .filter((run) => run.scale === scale && isSameMachine(run.machine, machine))
    .sort((one, other) => one.at.localeCompare(other.at));
  return [...new Map(alike.flatMap(({ metrics }) => metrics).map((metric) => [metric.name, metric])).values()];
}

/** Returns the name of a results file. A scaled-down run is marked "try" and is not committed. */
export function fileNameOf({ at, commit, part, scale }: Omit<Results, 'machine' | 'metrics'>): string {
  return `${at.slice(0, 19).replaceAll(':', '')}-${commit}-${part}${scale === 1 ? '' : '-try'}.json`;
}

export function findMetric(metrics: readonly Metric[], name: string): Metric | undefined {
  return metrics.find((metric) => metric.name === name);
}

function isSameMachine(one: Machine, other: Machine): boolean {
  return one.cpu === other.cpu && one.cpus === other.cpus && one.memoryGb === other.memoryGb;
}

function leastChange({ unit, aim }: Metric, was: number): number {
  // A percentage is computed from two measured times, so its tolerance is absolute: 10 percentage points.
  if (unit === '%') return noise * 100;
  // A value near zero also varies, so the difference must exceed at least 1 % of the aim.
  const aimed = aim ? ('atMost' in aim ? aim.atMost : aim.atLeast) : 0;
  return noise * Math.max(Math.abs(was), aimed * noise);
}

function isMoreBetter({ aim, unit }: Metric): boolean {
  return aim ? 'atLeast' in aim : unit === '/s';
}

function describeChange({ unit }: Metric, is: number, was: number): string {
  const sign = is >= was ? '+' : '−';
  if (unit === '%') return `${sign}${Math.abs(is - was).toFixed(0)} points`;
  return was === 0 ? 'from 0' : `${sign}${Math.abs((is / was - 1) * 100).toFixed(0)} %`;
}

function describeBaseline({ value, unit, baseline, spread }: Metric): string {
  if (baseline === undefined) return 'no baseline';
  const share = unit !== '%' && baseline > 0 ? `, ${show(value / baseline)} of it` : '';
  return `baseline ${amount(baseline, unit)}${share}${spread ? ` (${spread.map(show).join(' to ')})` : ''}`;
}

function describeAim(metric: Metric): string {
  const { aim, unit } = metric;
  if (!aim) return 'no aim';
  const wanted = 'atMost' in aim ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`;
  return `aim ${wanted}${aim.of === 'baseline' ? ' of the baseline' : space(unit)}: ${isMet(metric) ? 'met' : 'MISSED'}`;
}

function describeLast(metric: Metric, before: Metric | undefined): string {
  if (!before) return 'not measured before';
  const compared = compareMetric(metric, before);
  if (!compared) return 'last one had no baseline';
  const { verdict, was, change } = compared;
  const then = metric.aim?.of === 'baseline' ? `${show(was)} of the baseline` : amount(was, metric.unit);
  return `last ${then}: ${verdict} (${change})`;
}

function amount(value: number, unit: Metric['unit']): string {
  return show(value) + space(unit);
}

function show(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

function space(unit: Metric['unit']): string {
  return unit === '/s' || unit === '' ? unit : ` ${unit}`;
}
