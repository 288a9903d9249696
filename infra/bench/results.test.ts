import { describe, expect, test } from 'vitest';
import {
  compareMetric,
  compareRuns,
  describeAims,
  describeMetric,
  fileNameOf,
  heldAgainstAim,
  isMet,
  lastKnown,
  type Metric,
  type Results,
} from './results.ts';

const creates: Metric = {
  name: 'creates',
  value: 600,
  unit: '/s',
  baseline: 1_000,
  aim: { atLeast: 0.6, of: 'baseline' },
};
const paint: Metric = { name: 'LCP', value: 1.3, unit: 's', aim: { atMost: 1.2 } };
const growth: Metric = { name: 'growth', value: 8, unit: '%', baseline: -1, aim: { atMost: 10 } };

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

  test('is described in one line with its baseline, its aim and the last result', () => {
    expect(describeMetric(creates, { ...creates, value: 400 })).toMatch(
      /^creates +600\/s +baseline 1,000\/s, 0\.600 of it +aim ≥ 0\.6 of the baseline: met +last 0\.400 of the baseline: better \(\+50 %\)$/,
    );
    expect(describeMetric(paint, { ...paint, value: 1 })).toMatch(
      /^LCP +1\.30 s +no baseline +aim ≤ 1\.2 s: MISSED +last 1\.00 s: worse \(\+30 %\)$/,
    );
    expect(describeMetric({ ...creates, spread: [0.58, 0.625] })).toContain(
      'baseline 1,000/s, 0.600 of it (0.580 to 0.625) ',
    );
    expect(describeMetric({ name: 'p50', value: 9, unit: 'ms' })).toMatch(
      /^p50 +9\.00 ms +no baseline +no aim +not measured before$/,
    );
    expect(describeMetric(creates, { ...creates, baseline: undefined })).toMatch(/ last one had no baseline$/);
  });

  test('is described without its ratio to a baseline that is zero or a percentage', () => {
    const jumps: Metric = { name: 'CLS', value: 0.1, unit: '', baseline: 0 };
    expect(describeMetric(jumps)).toMatch(/^CLS +0\.100 +baseline 0\.000 +no aim/);
    expect(describeMetric(growth)).toMatch(/^growth +8\.00 % +baseline -1\.00 % +aim ≤ 10 %: met/);
  });
});

describe('the comparison with the previous run', () => {
  test('lists the metrics that changed by more than noise as better or worse', () => {
    const now = [creates, paint, { name: 'p50', value: 9, unit: 'ms' } satisfies Metric];
    expect(compareRuns(now, now)).toBe('Better: nothing. Worse: nothing.');
    const before = [{ ...creates, value: 400 }, { ...paint, value: 1 }, { ...now[2], value: 9.5 } as Metric];
    expect(compareRuns(now, before)).toBe('Better: creates (+50 %). Worse: LCP (+30 %).');
  });

  test('compares ratios to the baseline, so that a faster machine is no improvement', () => {
    expect(compareRuns([creates], [{ ...creates, value: 300, baseline: 500 }])).toBe(
      'Better: nothing. Worse: nothing.',
    );
  });

  test('ignores a metric that the previous run did not measure', () => {
    expect(compareRuns([creates], [])).toBe('Better: nothing. Worse: nothing.');
  });

  test('reports a metric that rose from zero as worse, unless the rise is within noise', () => {
    const jumps: Metric = { name: 'CLS', value: 0, unit: '', aim: { atMost: 0.02 } };
    expect(compareRuns([{ ...jumps, value: 0.3 }], [jumps])).toBe('Better: nothing. Worse: CLS (from 0).');
    expect(compareRuns([{ ...jumps, value: 0.0001 }], [jumps])).toBe('Better: nothing. Worse: nothing.');
  });

  test('reports the change of a percentage in percentage points', () => {
    expect(compareMetric(growth, { ...growth, value: -1 })?.verdict).toBe('the same');
    const far = compareMetric(growth, { ...growth, value: 30 });
    expect(far).toEqual({ verdict: 'better', was: 30, change: '−22 points' });
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
