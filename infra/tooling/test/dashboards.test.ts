import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../run-program.ts';

interface Target {
  expr?: string;
  legendFormat?: string;
}

interface Panel {
  id: number;
  title: string;
  description: string;
  datasource: { type: string; uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig: { defaults: { unit: string } };
  targets: Target[];
}

interface Dashboard {
  uid: string;
  templating: { list: { name: string; type: string; query: string }[] };
  panels: Panel[];
}

interface Alert {
  alert: string;
  expr: string;
  annotations: Record<string, string>;
}

/** A query, with the label names that its texts show. */
interface Query {
  name: string;
  expr: string;
  shown: string[];
}

const folder = join(repository, 'infra/observability');
const dashboardFiles = (await readdir(join(folder, 'grafana/dashboards'))).filter((file) => file.endsWith('.json'));
const dashboards: Dashboard[] = await Promise.all(
  dashboardFiles.map(async (file) => JSON.parse(await readFile(join(folder, 'grafana/dashboards', file), 'utf8'))),
);
const panels = dashboards.flatMap(({ uid, panels }) =>
  panels.map((panel) => ({ name: `${uid}: ${panel.title}`, panel })),
);
const { groups }: { groups: { rules: Alert[] }[] } = parse(await readFile(join(folder, 'alerts.yaml'), 'utf8'));
const alerts = groups.flatMap(({ rules }) => rules);
const queries: Query[] = [
  ...alerts.map(({ alert, expr, annotations }) => ({
    name: alert,
    expr,
    shown: findAll(Object.values(annotations).join(), /\$labels\.(\w+)/g),
  })),
  ...panels.flatMap(({ name, panel }) =>
    panel.targets.flatMap(({ expr, legendFormat = '' }) =>
      expr === undefined ? [] : [{ name, expr, shown: findAll(legendFormat, /\{\{(\w+)\}\}/g) }],
    ),
  ),
];

/** Prometheus sets these labels from the resource attributes `service.name` and `service.instance.id`. */
const labelsOfTargets = ['job', 'instance'];
const documented = await readMetrics();
const labelsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ...documented,
  ['nodejs_eventloop_delay_p99_seconds', []],
  // Prometheus' own series.
  ['ALERTS', ['alertname', 'alertstate', 'severity']],
  ['up', []],
]);

/** Reads docs/metrics.md. Returns the labels of each metric by its name in Prometheus. */
async function readMetrics(): Promise<[string, string[]][]> {
  const page = await readFile(join(repository, 'docs/metrics.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => {
    const [name = '', unit = '', attributes = '', meaning = ''] = row
      .split(' | ')
      .map((cell) => cell.replaceAll(/[|`]/g, '').trim());
    const labels = attributes
      .split(', ')
      .filter(Boolean)
      .map((attribute) => attribute.replaceAll(/\W/g, '_'));
    const named = prometheusNameOf(name, unit);
    return meaning.startsWith('Histogram')
      ? ['bucket', 'count', 'sum'].map((part): [string, string[]] => [`${named}_${part}`, [...labels, 'le']])
      : [[named, labels]];
  });
}

/**
 * Returns the name that Prometheus gives to a gauge or histogram of OTLP.
 * The translation strategy is UnderscoreEscapingWithSuffixes: https://github.com/prometheus/otlptranslator
 */
function prometheusNameOf(name: string, unit: string): string {
  const suffixes: Record<string, string> = { s: 'seconds', By: 'bytes', 1: 'ratio' };
  const suffix = /[{}]/.test(unit) ? '' : (suffixes[unit] ?? unit);
  return [...name.split(/[^a-zA-Z0-9]+/), suffix].filter(Boolean).join('_');
}

/**
 * Parses a query of PromQL. Returns the names of its metrics and labels.
 * @throws Error if it does not parse
 */
function namesIn(expr: string): { metrics: string[]; labels: string[] } {
  // Grafana fills in the durations.
  const text = expr.replaceAll(/\$__(rate_interval|range)/g, '1m');
  const metrics: string[] = [];
  const labels: string[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`no PromQL at “${text.slice(from, from + 20)}”: ${text}`);
      if (type.name === 'Identifier') metrics.push(text.slice(from, to));
      if (type.name === 'LabelName') labels.push(text.slice(from, to));
    },
  });
  return { metrics, labels };
}

function findAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

describe('metrics in Prometheus', () => {
  // The expected names come from otlptranslator 1.0.0.
  it.each([
    ['http.server.request.duration', 's', 'http_server_request_duration_seconds'],
    ['xrp_bridge.accounting.difference', 'USD', 'xrp_bridge_accounting_difference_USD'],
    ['xrp_bridge.consumer.lag', '{event}', 'xrp_bridge_consumer_lag'],
    ['xrp_bridge.part.up', '', 'xrp_bridge_part_up'],
    ['nodejs.eventloop.utilization', '1', 'nodejs_eventloop_utilization_ratio'],
    ['v8js.memory.heap.used', 'By', 'v8js_memory_heap_used_bytes'],
  ])('%s in %s is %s', (name, unit, expected) => {
    expect(prometheusNameOf(name, unit)).toBe(expected);
  });

  it('have no attribute with the name of a label that Prometheus overwrites', () => {
    const overwritten = documented.filter(([, labels]) => labels.some((label) => labelsOfTargets.includes(label)));
    expect(overwritten).toEqual([]);
  });

  it.each(queries)('in $name are documented, with their labels', ({ expr, shown }) => {
    const { metrics, labels } = namesIn(expr);
    expect(metrics.filter((metric) => !labelsOf.has(metric))).toEqual([]);
    const known = [...labelsOfTargets, ...metrics.flatMap((metric) => labelsOf.get(metric) ?? [])];
    expect([...labels, ...shown].filter((label) => !known.includes(label))).toEqual([]);
    expect(metrics).not.toEqual([]);
  });
});

describe('dashboards', () => {
  it('are at most three, each with its file’s name as its uid', () => {
    expect(dashboards.length).toBeLessThanOrEqual(3);
    expect(dashboards.map(({ uid }) => `${uid}.json`)).toEqual(dashboardFiles.map((file) => basename(file)));
  });

  it.each(panels)('$name has a title, a description, a unit and a query', ({ panel }) => {
    expect(panel.title).toMatch(/^\S.*\S$/);
    expect(panel.description).toMatch(/^[A-Z0-9].*\.$/);
    expect(panel.fieldConfig.defaults.unit).toMatch(/\S/);
    expect(panel.targets).not.toEqual([]);
    if (panel.datasource.type === 'prometheus') for (const { expr } of panel.targets) expect(expr).toBeTruthy();
  });

  it.each(panels)('$name reads the data source that a variable of its dashboard names', ({ name, panel }) => {
    const dashboard = dashboards.find(({ uid }) => name.startsWith(`${uid}: `));
    const variables = dashboard?.templating.list.filter(({ type }) => type === 'datasource') ?? [];
    const [variable] = variables.filter(({ query }) => query === panel.datasource.type);
    expect(panel.datasource.uid).toBe(`\${${variable?.name}}`);
  });

  it.each(dashboards)('$uid has panels with ids of their own, side by side within the 24 columns', ({ panels }) => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => [x + (cell % w), y + Math.floor(cell / w)]),
    );
    expect(cells.filter(([column = 0]) => column >= 24)).toEqual([]);
    expect(new Set(cells.map(String)).size).toBe(cells.length);
  });
});
