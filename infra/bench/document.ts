import { readFile, writeFile } from 'node:fs/promises';
import { drawPlot, type Theme } from './plot.ts';
import {
  amount,
  formatAim,
  formatRange,
  formatRatio,
  heldAgainstAim,
  isMet,
  type Metric,
  type Results,
  sortByTime,
} from './results.ts';
import { fillScale } from './scale.ts';
import { readResults } from './store-results.ts';

const docs = new URL('../../docs/', import.meta.url);
const section = /(<!-- bench:([a-z]+) -->)[\s\S]*?(<!-- \/bench:\2 -->)/g;

/** Writes docs/performance.md, its plot, and docs/scale.md from the stored results. */
export async function writeDocument(): Promise<void> {
  for (const [name, text] of await renderDocuments()) await writeFile(new URL(name, docs), text);
}

/** Returns the files of `docs/` that show the stored results, with their names. */
export async function renderDocuments(): Promise<Map<string, string>> {
  const runs = await readResults();
  const read = (name: string) => readFile(new URL(name, docs), 'utf8');
  const [performance, scale] = await Promise.all([read('performance.md'), read('scale.md')]);
  const plot = (theme: Theme): [string, string] => [`performance-${theme}.svg`, drawPlot(runs, theme)];
  return new Map([
    ['performance.md', fillSections(performance, runs)],
    ['scale.md', fillScale(scale, runs)],
    plot('light'),
    plot('dark'),
  ]);
}

/**
 * Fills each section with the newest full run of its part.
 * A section begins with `<!-- bench:part -->` and ends with `<!-- /bench:part -->`.
 */
export function fillSections(document: string, runs: readonly Results[]): string {
  return document.replace(section, (_all, start: string, part: string, end: string) => {
    const run = sortByTime(runs).findLast((run) => run.part === part && run.scale === 1);
    return `${start}\n\n${run ? renderRun(run) : 'Not measured yet.'}\n\n${end}`;
  });
}

function renderRun({ at, commit, machine, failed, metrics }: Results): string {
  const date = new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const { cpu, cpus, memoryGb, system, node } = machine;
  return [
    `${date}, commit ${commit}; ${cpu}, ${cpus} cores, ${memoryGb} GiB, ${system}, Node ${node.slice(1)}.`,
    ...(failed ? [`The part ended early: ${failed}.`] : []),
    '',
    '| metric | aim | product | baseline | ratio | |',
    '|---|---|---|---|---|---|',
    ...groupMetrics(metrics).map((group) => `| ${renderRow(group).join(' | ')} |`),
  ].join('\n');
}

/** Returns the metrics in rows: each metric without a group is one row, and then each group is one row. */
function groupMetrics(metrics: readonly Metric[]): [Metric, ...Metric[]][] {
  const groups = Map.groupBy(
    [...metrics].sort((one, other) => Number(one.group !== undefined) - Number(other.group !== undefined)),
    ({ name, group }) => group ?? name,
  );
  return [...groups.values()] as [Metric, ...Metric[]][];
}

function renderRow(group: [Metric, ...Metric[]]): string[] {
  const worst = group.reduce((one, other) => (isWorse(other, one) ? other : one));
  const { name, group: groupName, unit, value, baseline, range, aim } = worst;
  const isOfBaseline = aim?.of === 'baseline';
  return [
    groupName && group.length > 1
      ? `${groupName}: worst of ${group.length}, ${name.replace(/(?:, [^,:]+: \w+|, (?:p50|p99|max))$/, '')}`
      : name,
    formatAim(worst),
    amount(value, unit) + (isOfBaseline ? '' : formatRange(range)),
    baseline === undefined ? '' : amount(baseline, unit),
    formatRatio(worst),
    renderVerdict(group),
  ].map((text) => text.replaceAll('|', '\\|').trim());
}

function isWorse(one: Metric, other: Metric): boolean {
  const difference = heldAgainstAim(one) - heldAgainstAim(other);
  return one.aim && 'atLeast' in one.aim ? difference < 0 : difference > 0;
}

function renderVerdict(group: readonly Metric[]): string {
  const verdicts = group.map(isMet).filter((verdict) => verdict !== undefined);
  if (verdicts.length === 0) return '';
  const met = verdicts.filter(Boolean).length;
  if (verdicts.length > 1) return met === verdicts.length ? 'all met' : `**${verdicts.length - met} missed**`;
  return met === 1 ? 'met' : '**missed**';
}
