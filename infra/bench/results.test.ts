import { describe, expect, test } from 'vitest';
import {
  compareFigure,
  compareRuns,
  describeAims,
  describeFigure,
  type Figure,
  fileNameOf,
  heldAgainstAim,
  isMet,
  lastKnown,
  type Results,
} from './results.ts';

const creates: Figure = { name: 'creates', value: 600, unit: '/s', floor: 1_000, aim: { atLeast: 0.6, of: 'floor' } };
const paint: Figure = { name: 'LCP', value: 1.3, unit: 's', aim: { atMost: 1.2 } };
const growth: Figure = { name: 'growth', value: 8, unit: '%', floor: -1, aim: { atMost: 10 } };

describe('a figure', () => {
  test('is held against its aim as it is, or as a share of its floor', () => {
    expect([heldAgainstAim(creates), heldAgainstAim(paint)]).toEqual([0.6, 1.3]);
    expect([isMet(creates), isMet({ ...creates, value: 599 })]).toEqual([true, false]);
    expect([isMet(paint), isMet({ ...paint, value: 1.2 })]).toEqual([false, true]);
    expect(isMet({ name: 'memory', value: 1, unit: 'MB' })).toBeUndefined();
  });

  test('whose floor is missing does not meet an aim that is a share of it', () => {
    expect(isMet({ ...creates, floor: undefined })).toBe(false);
    expect(isMet({ ...creates, floor: undefined, aim: { atMost: 2, of: 'floor' } })).toBe(false);
  });

  test('stands in one line beside its floor, its aim and the last one', () => {
    expect(describeFigure(creates, { ...creates, value: 400 })).toMatch(
      /^creates +600\/s +floor 1,000\/s, 0\.600 of it +aim ≥ 0\.6 of the floor: met +last 0\.400 of the floor: better \(\+50 %\)$/,
    );
    expect(describeFigure(paint, { ...paint, value: 1 })).toMatch(
      /^LCP +1\.30 s +no floor +aim ≤ 1\.2 s: MISSED +last 1\.00 s: worse \(\+30 %\)$/,
    );
    expect(describeFigure({ ...creates, spread: [0.58, 0.625] })).toContain(
      'floor 1,000/s, 0.600 of it (0.580 to 0.625) ',
    );
    expect(describeFigure({ name: 'p50', value: 9, unit: 'ms' })).toMatch(
      /^p50 +9\.00 ms +no floor +no aim +not measured before$/,
    );
    expect(describeFigure(creates, { ...creates, floor: undefined })).toMatch(/ last one had no floor$/);
  });

  test('is no multiple of a floor of nothing, nor of one in percent', () => {
    const jumps: Figure = { name: 'CLS', value: 0.1, unit: '', floor: 0 };
    expect(describeFigure(jumps)).toMatch(/^CLS +0\.100 +floor 0\.000 +no aim/);
    expect(describeFigure(growth)).toMatch(/^growth +8\.00 % +floor -1\.00 % +aim ≤ 10 %: met/);
  });
});

describe('against the run before', () => {
  test('what differs by more than noise is named, by whether more of it is better', () => {
    const now = [creates, paint, { name: 'p50', value: 9, unit: 'ms' } satisfies Figure];
    expect(compareRuns(now, now)).toBe('Better: nothing. Worse: nothing.');
    const before = [{ ...creates, value: 400 }, { ...paint, value: 1 }, { ...now[2], value: 9.5 } as Figure];
    expect(compareRuns(now, before)).toBe('Better: creates (+50 %). Worse: LCP (+30 %).');
  });

  test('a faster machine makes no product better: what has a floor is compared as a share of it', () => {
    expect(compareRuns([creates], [{ ...creates, value: 300, floor: 500 }])).toBe('Better: nothing. Worse: nothing.');
  });

  test('what was not measured then is neither', () => {
    expect(compareRuns([creates], [])).toBe('Better: nothing. Worse: nothing.');
  });

  test('what was nothing is worse once it is something, and a trace of it is noise', () => {
    const jumps: Figure = { name: 'CLS', value: 0, unit: '', aim: { atMost: 0.02 } };
    expect(compareRuns([{ ...jumps, value: 0.3 }], [jumps])).toBe('Better: nothing. Worse: CLS (from 0).');
    expect(compareRuns([{ ...jumps, value: 0.0001 }], [jumps])).toBe('Better: nothing. Worse: nothing.');
  });

  test('what is in percent differs by points', () => {
    expect(compareFigure(growth, { ...growth, value: -1 })?.verdict).toBe('the same');
    const far = compareFigure(growth, { ...growth, value: 30 });
    expect(far).toEqual({ verdict: 'better', was: 30, change: '−22 points' });
  });
});

describe('what is kept', () => {
  const machine = { cpu: 'a', cpus: 2, memoryGb: 8, system: 'Linux', node: 'v24' };
  const run = (at: string, figures: Figure[], more: Partial<Results> = {}): Results => ({
    part: 'load',
    at: `2026-11-${at}:00.000Z`,
    commit: 'c',
    machine,
    scale: 1,
    figures,
    ...more,
  });
  const here = { machine: { ...machine, node: 'v25', system: 'Linux 7' }, scale: 1 };

  test('each figure is the one of the newest run that has it, in whatever order they are read', () => {
    const runs = [
      run('23T06:00', [{ ...paint, value: 2 }]),
      run('22T06:00', [{ ...paint, value: 1 }, creates]),
      run('21T06:00', [{ ...creates, value: 1 }]),
    ];
    expect(lastKnown(runs, here)).toHaveLength(2);
    expect(lastKnown(runs, here)).toEqual(expect.arrayContaining([{ ...paint, value: 2 }, creates]));
  });

  test('runs of another size or on another machine are not known', () => {
    const others = [
      run('23T06:00', [paint], { scale: 0.01 }),
      run('23T06:00', [paint], { machine: { ...machine, cpu: 'b' } }),
      run('23T06:00', [paint], { machine: { ...machine, cpus: 4 } }),
      run('23T06:00', [paint], { machine: { ...machine, memoryGb: 16 } }),
    ];
    expect(lastKnown(others, here)).toEqual([]);
  });

  test('a part has a file of its own, which says when it was, of what, and whether it was a try', () => {
    const about = { at: '2026-11-23T04:05:06.789Z', commit: 'abc', part: 'load' };
    expect(fileNameOf({ ...about, scale: 1 })).toBe('2026-11-23T040506-abc-load.json');
    expect(fileNameOf({ ...about, scale: 0.01 })).toBe('2026-11-23T040506-abc-load-try.json');
  });

  test('the aims that are missed are named', () => {
    const figures: Figure[] = [creates, paint, { name: 'p50', value: 9, unit: 'ms' }];
    expect(describeAims(figures)).toBe('Aims met: 1. Missed: 1\n  LCP');
  });
});
