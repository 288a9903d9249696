import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fillSections, renderDocuments } from './document.ts';
import { drawPlot, pointsOf } from './plot.ts';
import type { Metric, Results } from './results.ts';

const machine = { cpu: 'EPYC', cpus: 2, memoryGb: 24, system: 'Linux', node: 'v24.1.0' };
const run = (day: number, metrics: Metric[], more: Partial<Results> = {}): Results => ({
  part: 'load',
  at: `2026-11-${day}T06:00:00.000Z`,
  commit: 'abc',
  machine,
  scale: 1,
  metrics,
  ...more,
});
const creates: Metric = {
  name: 'creates',
  value: 600,
  unit: '/s',
  baseline: 1_000,
  aim: { atLeast: 0.65, of: 'baseline' },
  range: [580, 620],
  spread: [0.58, 0.62],
};
const paint: Metric = { name: 'LCP', value: 1.1, unit: 's', baseline: 0.5, aim: { atMost: 1.2 }, range: [1, 1.15] };
const document = 'Before.\n\n<!-- bench:load -->\nold\n<!-- /bench:load -->\n\nAfter.';
const rowsOf = (text: string) => text.split('\n').filter((line) => /^\| (?!metric)/.test(line));

describe('the document of results', () => {
  it('contains the stored results', async () => {
    for (const [name, text] of await renderDocuments()) {
      expect(await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8'), name).toBe(text);
    }
  });

  it('shows a part with its date, commit and machine, and each metric with its spread', () => {
    const text = fillSections(document, [run(25, [creates, paint])]);
    expect(text).toMatch(/^Before\.\n\n<!-- bench:load -->\n\n/);
    expect(text).toContain('25 November 2026, commit abc; EPYC, 2 cores, 24 GiB, Linux, Node 24.1.0.');
    expect(text).toMatch(/\n<!-- \/bench:load -->\n\nAfter\.$/);
    expect(rowsOf(text)).toEqual([
      '| creates | ≥ 0.65 × | 600/s | 1,000/s | 0.600 × (0.580–0.620) | **missed** |',
      '| LCP | ≤ 1.2 s | 1.10 s (1.00–1.15) | 0.500 s | 2.20 × | met |',
    ]);
  });

  it('shows only the newest full run of a part', () => {
    const runs = [
      run(26, [paint]),
      run(25, [creates]),
      run(27, [creates], { scale: 0.01 }),
      run(28, [], { part: 'start' }),
    ];
    expect(rowsOf(fillSections(document, runs))).toHaveLength(1);
    expect(fillSections(document, runs)).toContain('26 November 2026');
    expect(fillSections(document, [])).toContain('Not measured yet.');
  });

  it('shows the worst metric of a group, and how many missed the aim', () => {
    const shift = (name: string, value: number): Metric => ({
      name: `${name}, phone: CLS`,
      value,
      unit: '',
      aim: { atMost: 0.02 },
      group: 'CLS, phone',
    });
    const metrics = [shift('/a', 0.01), shift('/b', 0.5), shift('/c', 0.03)];
    expect(rowsOf(fillSections(document, [run(25, metrics)]))).toEqual([
      '| CLS, phone: worst of 3, /b | ≤ 0.02 | 0.500 |  |  | **2 missed** |',
    ]);
  });

  it('shows why a part ended early', () => {
    expect(fillSections(document, [run(25, [paint], { failed: 'no answer' })])).toContain(
      'The part ended early: no answer.',
    );
  });

  it('leaves the document unchanged when it is written again', () => {
    const text = fillSections(document, [run(25, [creates])]);
    expect(fillSections(text, [run(25, [creates])])).toBe(text);
  });
});

describe('the plot of results', () => {
  const runs = [run(24, [{ ...creates, value: 500 }]), run(25, [creates]), run(26, [paint])];

  it('has a point per run that measured the metric, with the aim as a limit of its value', () => {
    const points = pointsOf(runs, { part: 'load', metric: 'creates' });
    expect(points.map(({ value, limit }) => [value, limit])).toEqual([
      [500, 650],
      [600, 650],
    ]);
    expect(pointsOf(runs, { part: 'load', metric: 'LCP' })[0]?.limit).toBe(1.2);
    expect(pointsOf(runs, { part: 'start', metric: 'creates' })).toEqual([]);
  });

  it('ignores trials and runs on other machines', () => {
    const name = 'transfers created through the BFF, 1,000 rows';
    const dots = (more: Partial<Results>) => {
      const metrics = [{ ...creates, name }];
      return drawPlot(
        [run(24, metrics, more), run(25, metrics), run(26, metrics, { ...more, scale: 0.01 })],
        'light',
      ).match(/<circle/g)?.length;
    };
    expect([dots({}), dots({ scale: 0.01 }), dots({ machine: { ...machine, cpus: 4 } })]).toEqual([2, 1, 1]);
  });

  it('differs between light and dark only in its colors', () => {
    const withoutColors = (picture: string) => picture.replaceAll(/#[0-9a-f]{6}/g, '#');
    expect(withoutColors(drawPlot(runs, 'dark'))).toBe(withoutColors(drawPlot(runs, 'light')));
  });
});
