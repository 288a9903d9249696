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
const queries = [
  ...alerts.map(({ alert, expr }) => ({ name: alert, expr })),
  ...panels.flatMap(({ name, panel }) =>
    panel.targets.flatMap(({ expr }) => (expr === undefined ? [] : [{ name, expr }])),
  ),
];

/** Parses a query of PromQL. Returns the names of its metrics. @throws Error if it does not parse */
function metricsIn(expr: string): string[] {
  // Grafana fills in the durations.
  const text = expr.replaceAll(/\$__(rate_interval|range)/g, '1m');
  const metrics: string[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`no PromQL at “${text.slice(from, from + 20)}”: ${text}`);
      if (type.name === 'Identifier') metrics.push(text.slice(from, to));
    },
  });
  return metrics;
}

it.each(queries)('the query of $name reads a metric', ({ expr }) => {
  expect(metricsIn(expr)).not.toEqual([]);
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
