import { describe, expect, test } from 'vitest';
import {
  describeAims,
  describeMetric,
  fileNameOf,
  heldAgainstAim,
  isMet,
  lastKnown,
  type Metric,
  type Results,
  ratioOf,
  summarize,
} from './results.ts';

const creates: Metric = {
  name: 'creates',
  value: 600,
  unit: '/s',
  baseline: 1_000,
  aim: { atLeast: 0.6, of: 'baseline' },
};
const paint: Metric = { name: 'LCP', value: 1.3, unit: 's', aim: { atMost: 1.2 } };
const answered: Metric = { name: 'answered', value: 99, unit: '%', baseline: 100, aim: { atLeast: 100 } };

describe('a metric', () => {
  test('is compared with its aim directly or by its ratio to the baseline', () => {
    expect([heldAgainstAim(creates), heldAgainstAim(paint)]).toEqual([0.6, 1.3]);
    expect([isMet(creates), isMet({ ...creates, value: 599 })]).toEqual([true, false]);
    expect([isMet(paint), isMet({ ...paint, value: 1.2 })]).toEqual([false, true]);
    expect(isMet({ name: 'memory', value: 1, unit: 'MB' })).toBeUndefined();
  });

  test('does not meet an aim for the ratio to the baseline if the metric has no baseline', () => {
    expect(isMet({ ...creates, baseline: undefined })).toBe(false);
    expect(isMet({ ...creates, baseline: undefined, aim: { atMost: 2, of: 'baseline' } })).toBe(false);
  });

  test('does not meet its aim without a value, also after it was stored', () => {
    const silent: Metric = { name: 'slowest', value: Number.NaN, unit: 'ms', aim: { atMost: 1_000 } };
    const stored: Metric = JSON.parse(JSON.stringify(silent));
    expect([isMet(silent), isMet(stored)]).toEqual([false, false]);
    expect(describeMetric(stored)).toMatch(/slowest +none ms .*MISSED/);
    expect(summarize([{ ...silent, value: 2 }, silent, { ...silent, value: 3 }])).toBe(silent);
  });

  test('has no ratio to a baseline that is missing or zero, or to a percentage', () => {
    expect(ratioOf(creates)).toBe(0.6);
    expect([{ ...creates, baseline: undefined }, { ...creates, baseline: 0 }, answered].map(ratioOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is described in one line with its baseline, its aim and the last result', () => {
    expect(describeMetric(creates, { ...creates, value: 400 })).toMatch(
      /^creates +600\/s +baseline 1,000\/s, 0\.600 × +aim ≥ 0\.6 ×: met +last 0\.400 ×: better$/,
    );
    expect(describeMetric(paint, { ...paint, value: 1 })).toMatch(
      /^LCP +1\.30 s +no baseline +aim ≤ 1\.2 s: MISSED +last 1\.00 s: worse$/,
    );
    expect(describeMetric({ ...creates, range: [580, 625], spread: [0.58, 0.625] })).toMatch(
      /^creates +600\/s \(580–625\) +baseline 1,000\/s, 0\.600 × \(0\.580–0\.625\) +aim/,
    );
    expect(describeMetric({ name: 'p50', value: 9, unit: 'ms' })).toMatch(
      /^p50 +9\.00 ms +no baseline +no aim +not measured before$/,
    );
    expect(describeMetric(creates, { ...creates, baseline: undefined })).toMatch(/ last one had no baseline$/);
  });

  test('counts as the same as the last one within a tenth, or near zero within a hundredth of the aim', () => {
    const jumps: Metric = { name: 'CLS', value: 0, unit: '', aim: { atMost: 0.02 } };
    expect(describeMetric({ ...paint, value: 1.29 }, { ...paint, value: 1.2 })).toMatch(/: the same$/);
    expect(describeMetric({ ...jumps, value: 0.3 }, jumps)).toMatch(/: worse$/);
    expect(describeMetric({ ...jumps, value: 0.0001 }, jumps)).toMatch(/: the same$/);
  });

  test('is compared with the last one by its ratio, so that a faster machine is no improvement', () => {
    expect(describeMetric(creates, { ...creates, value: 300, baseline: 500 })).toMatch(/: the same$/);
  });
});

describe('the summary of rounds', () => {
  test('is the round with the median ratio, with the extremes of the values and of the ratios', () => {
    const rounds = [creates, { ...creates, value: 900, baseline: 3_000 }, { ...creates, value: 800 }];
    expect(summarize(rounds)).toEqual({ ...creates, range: [600, 900], spread: [0.3, 0.8] });
  });

  test('is the round with the median value if the aim limits the value', () => {
    const rounds = [1.1, 1.3, 1.2].map((value, round) => ({ ...paint, value, baseline: [1, 2, 0.5][round] ?? 1 }));
    expect(summarize(rounds)).toEqual({ ...paint, value: 1.2, baseline: 0.5, range: [1.1, 1.3], spread: [0.65, 2.4] });
  });

  test('has no spread if a round has no ratio', () => {
    expect(summarize([{ ...creates, baseline: 0 }, creates, { ...creates, value: 700 }])).toEqual({
      ...creates,
      range: [600, 700],
    });
  });

  test('is the metric itself after one round', () => {
    expect(summarize([creates])).toEqual(creates);
    expect(summarize([])).toBeUndefined();
  });
});

describe('the stored results', () => {
  const machine = { cpu: 'a', cpus: 2, memoryGb: 8, system: 'Linux', node: 'v24' };
  const run = (at: string, metrics: Metric[], more: Partial<Results> = {}): Results => ({
    part: 'load',
    at: `2026-11-${at}:00.000Z`,
    commit: 'c',
    machine,
    scale: 1,
    metrics,
    ...more,
  });
  const here = { machine: { ...machine, node: 'v25', system: 'Linux 7' }, scale: 1 };

  test('contain the newest value of each metric, whatever the order of the files', () => {
    const runs = [
      run('23T06:00', [{ ...paint, value: 2 }]),
      run('22T06:00', [{ ...paint, value: 1 }, creates]),
      run('21T06:00', [{ ...creates, value: 1 }]),
    ];
    expect(lastKnown(runs, here)).toHaveLength(2);
    expect(lastKnown(runs, here)).toEqual(expect.arrayContaining([{ ...paint, value: 2 }, creates]));
  });

  test('ignore runs at another scale or on another machine', () => {
    const others = [
      run('23T06:00', [paint], { scale: 0.01 }),
      run('23T06:00', [paint], { machine: { ...machine, cpu: 'b' } }),
      run('23T06:00', [paint], { machine: { ...machine, cpus: 4 } }),
      run('23T06:00', [paint], { machine: { ...machine, memoryGb: 16 } }),
    ];
    expect(lastKnown(others, here)).toEqual([]);
  });

  test('are in files named by time, commit, part of the benchmark and scale', () => {
    const about = { at: '2026-11-23T04:05:06.789Z', commit: 'abc', part: 'load' };
    expect(fileNameOf({ ...about, scale: 1 })).toBe('2026-11-23T040506-abc-load.json');
    expect(fileNameOf({ ...about, scale: 0.01 })).toBe('2026-11-23T040506-abc-load-try.json');
  });

  test('are summarised as the number of met aims and a list of missed aims', () => {
    const metrics: Metric[] = [creates, paint, { name: 'p50', value: 9, unit: 'ms' }];
    expect(describeAims(metrics)).toBe('Aims met: 1. Missed: 1\n  LCP');
  });
});
