import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@xrp-bridge/contracts/services';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findOnPath } from '../find-on-path.ts';
import { repository, runProgram } from '../run-program.ts';

interface Alert {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

interface Case {
  name: string;
  promql_expr_test: { expr: string; exp_samples: unknown[] }[];
}

const read = (file: string) => readFile(join(repository, file), 'utf8');

const { groups }: { groups: { rules: Alert[] }[] } = parse(await read('infra/observability/alerts.yaml'));
const { tests: cases }: { tests: Case[] } = parse(await read('infra/observability/alerts.test.yaml'));
const alerts = groups.flatMap(({ rules }) => rules);
const names = alerts.map(({ alert }) => alert);

describe('alerts', () => {
  it.for([
    ['check', 'alerts.yaml'],
    ['test', 'alerts.test.yaml'],
  ])('pass promtool %s rules', async ([verb, file], { skip }) => {
    skip(!findOnPath('promtool'), 'NO PROMTOOL: install the package prometheus to try the alerts');
    const { code, output } = await runProgram('promtool', [`${verb}`, 'rules', `infra/observability/${file}`]);
    expect(code, output).toBe(0);
  });

  it.each(names)('%s has a case in which it fires and a case in which it does not', (name) => {
    const testsOf = (verb: string) => cases.filter((one) => one.name.startsWith(`${name} ${verb} `));
    const samplesOf = (verb: string) =>
      testsOf(verb).flatMap(({ promql_expr_test }) =>
        promql_expr_test.map(({ expr, exp_samples }) => {
          expect(expr).toContain(`ALERTS{alertname="${name}"`);
          return exp_samples.length;
        }),
      );
    expect(Math.min(...samplesOf('fires'))).toBeGreaterThan(0);
    expect(samplesOf('does not fire').filter((count) => count > 0)).toEqual([]);
    expect(testsOf('does not fire')).not.toEqual([]);
  });

  it.each(alerts)('$alert has a severity, a summary, a description and a runbook section', (alert) => {
    expect(Object.keys(alert.annotations)).toEqual(['summary', 'description', 'runbook_url']);
    expect(alert.labels.severity).toMatch(/^(page|ticket)$/);
    expect(alert.annotations.runbook_url).toBe(`docs/runbook.md#${alert.alert.toLowerCase()}`);
  });

  it('have one section each in the runbook, with what to see, to check and to type', async () => {
    const chapter = /^## Alerts$(.*?)(?=^## |$(?![\s\S]))/ms.exec(await read('docs/runbook.md'))?.[1] ?? '';
    const sections = chapter.split(/^### /m).slice(1);
    expect(sections.map((section) => section.split('\n')[0])).toEqual(names);
    for (const section of sections) {
      const leads = [...section.matchAll(/^\*\*(.+?)\*\*/gm)].map(([, lead]) => lead);
      expect(leads, section.split('\n')[0]).toEqual(['You see:', 'Check:', 'Type:']);
    }
  });

  it('notice the absence of every service', () => {
    const { expr = '' } = alerts.find(({ alert }) => alert === 'ServiceAbsent') ?? {};
    const services = [...expr.matchAll(/absent\(xrp_bridge_part_up\{service="(\w+)"\}\)/g)].map(([, name]) => name);
    expect(services).toEqual(['bff', ...serviceNames]);
  });
});
