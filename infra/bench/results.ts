/** A measured value of one part of a run, in one round or summarized over all rounds. */
export interface Metric {
  name: string;
  /** NaN if nothing was measured; a file then contains null. */
  value: number;
  unit: 'ms' | 's' | 'MB' | 'kB' | '/s' | '%' | '';
  /** The value of the baseline in the same round. */
  baseline?: number;
  /** The limit of the value; with `of`, the limit of its ratio to the baseline. */
  aim?: { atMost: number; of?: 'baseline' } | { atLeast: number; of?: 'baseline' };
  /** Metrics with the same group share one row of the document: the worst of them. */
  group?: string;
  /** The lowest and the highest value of the rounds. */
  range?: Extremes;
  /** The lowest and the highest ratio to the baseline of the rounds. */
  spread?: Extremes;
}

export type Extremes = [lowest: number, highest: number];

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

/** Smaller relative differences than this are noise. */
const noise = 0.1;

/** Returns the ratio to the baseline; undefined without a baseline, or where a ratio makes no sense. */
export function ratioOf({ value, baseline, unit }: Metric): number | undefined {
  return baseline !== undefined && baseline > 0 && unit !== '%' ? value / baseline : undefined;
}

/** Returns the number that the aim limits: the value, or its ratio to the baseline (NaN without one). */
export function heldAgainstAim(metric: Metric): number {
  return metric.aim?.of === 'baseline' ? (ratioOf(metric) ?? Number.NaN) : metric.value;
}

/** Returns true if the aim is met; undefined if the metric has no aim. A missing value misses the aim. */
export function isMet(metric: Metric): boolean | undefined {
  const { aim } = metric;
  if (!aim) return undefined;
  const held = heldAgainstAim(metric);
  return Number.isFinite(held) && ('atMost' in aim ? held <= aim.atMost : held >= aim.atLeast);
}

/**
 * Returns the round with the median of the number that counts, with the extremes of all rounds.
 * The value and the baseline stay from the same round. Returns a round without a value if there is one.
 */
export function summarize(rounds: readonly Metric[]): Metric | undefined {
  const missing = rounds.find(({ value }) => !Number.isFinite(value));
  if (missing) return missing;
  const ratios = rounds.flatMap((round) => ratioOf(round) ?? []);
  const hasRatios = rounds.length > 0 && ratios.length === rounds.length;
  const countsOf = (round: Metric) =>
    hasRatios && (!round.aim || round.aim.of === 'baseline') ? (ratioOf(round) ?? Number.NaN) : round.value;
  const middle = [...rounds].sort((one, other) => countsOf(one) - countsOf(other))[Math.floor(rounds.length / 2)];
  if (!middle || rounds.length === 1) return middle;
  const range = extremes(rounds.map(({ value }) => value));
  return { ...middle, range, ...(hasRatios ? { spread: extremes(ratios) } : {}) };
}

/** Formats a metric in one line, with its baseline, aim, verdict and previous value. */
export function describeMetric(metric: Metric, before?: Metric): string {
  const { name, baseline, unit, range, aim } = metric;
  const ratio = formatRatio(metric);
  const beside = baseline === undefined ? 'no baseline' : `baseline ${amount(baseline, unit)}${ratio && `, ${ratio}`}`;
  const measured = `${amount(metric.value, unit)}${formatRange(range)}`;
  const verdict = aim ? `aim ${formatAim(metric)}: ${isMet(metric) ? 'met' : 'MISSED'}` : 'no aim';
  const columns = [name.padEnd(62), measured.padEnd(24), beside.padEnd(44), verdict.padEnd(22)];
  return [...columns, before ? describeLast(metric, before) : 'not measured before'].join(' ');
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
  const alike = sortByTime(runs).filter((run) => run.scale === scale && isSameMachine(run.machine, machine));
  return [...new Map(alike.flatMap(({ metrics }) => metrics).map((metric) => [metric.name, metric])).values()];
}

/** Sorts runs by their time, the newest last. */
export function sortByTime(runs: readonly Results[]): Results[] {
  return [...runs].sort((one, other) => one.at.localeCompare(other.at));
}

/** Returns the name of a results file. A scaled-down run is marked "try" and is not committed. */
export function fileNameOf({ at, commit, part, scale }: Omit<Results, 'machine' | 'metrics'>): string {
  return `${at.slice(0, 19).replaceAll(':', '')}-${commit}-${part}${scale === 1 ? '' : '-try'}.json`;
}

export function isSameMachine(one: Machine, other: Machine): boolean {
  return one.cpu === other.cpu && one.cpus === other.cpus && one.memoryGb === other.memoryGb;
}

/** Formats the limit of an aim, for example "≤ 2 s" or "≥ 0.65 ×" for a ratio; empty without an aim. */
export function formatAim({ aim, unit }: Metric): string {
  if (!aim) return '';
  const limit = 'atMost' in aim ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`;
  return limit + (aim.of === 'baseline' ? ' ×' : space(unit));
}

/** Formats the ratio to the baseline with its spread; empty if there is no ratio. */
export function formatRatio(metric: Metric): string {
  const ratio = ratioOf(metric);
  return ratio === undefined ? '' : `${show(ratio)} ×${formatRange(metric.spread)}`;
}

export function formatRange(range: Extremes | undefined): string {
  return range ? ` (${range.map(show).join('–')})` : '';
}

export function amount(value: number, unit: Metric['unit']): string {
  return unit === '' && Number.isInteger(value) ? value.toLocaleString('en-US') : show(value) + space(unit);
}

function extremes(values: readonly number[]): Extremes {
  return [Math.min(...values), Math.max(...values)];
}

function describeLast(metric: Metric, before: Metric): string {
  const is = heldAgainstAim(metric);
  const was = heldAgainstAim({ ...before, aim: metric.aim });
  if (!Number.isFinite(is) || !Number.isFinite(was)) return 'last one had no baseline';
  const then = metric.aim?.of === 'baseline' ? `${show(was)} ×` : amount(was, metric.unit);
  return `last ${then}: ${compare(metric, is, was)}`;
}

/** Differences up to `noise` count as the same. */
function compare({ aim, unit }: Metric, is: number, was: number): 'better' | 'worse' | 'the same' {
  // A value near zero also varies, so the difference must exceed at least 1 % of the aim.
  const limit = aim ? ('atMost' in aim ? aim.atMost : aim.atLeast) : 0;
  if (Math.abs(is - was) <= noise * Math.max(Math.abs(was), limit * noise)) return 'the same';
  const isMoreBetter = aim ? 'atLeast' in aim : unit === '/s';
  return is > was === isMoreBetter ? 'better' : 'worse';
}

function show(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 || value === 0 ? 2 : 3;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

function space(unit: Metric['unit']): string {
  return unit === '/s' || unit === '' ? unit : ` ${unit}`;
}
