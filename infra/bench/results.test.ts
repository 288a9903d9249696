import { describe, expect, test } from 'vitest';
import { compareRuns, describeFigure, type Figure, heldAgainstAim, isMet } from './results.ts';

const creates: Figure = { name: 'creates', value: 600, unit: '/s', floor: 1_000, aim: { atLeast: 0.6, of: 'floor' } };
const paint: Figure = { name: 'LCP', value: 1.3, unit: 's', aim: { atMost: 1.2 } };

describe('a figure', () => {
  test('is held against its aim as it is, or as a share of its floor', () => {
    expect([heldAgainstAim(creates), heldAgainstAim(paint)]).toEqual([0.6, 1.3]);
    expect([isMet(creates), isMet({ ...creates, value: 599 })]).toEqual([true, false]);
    expect([isMet(paint), isMet({ ...paint, value: 1.2 })]).toEqual([false, true]);
    expect(isMet({ name: 'memory', value: 1, unit: 'MB' })).toBeUndefined();
  });

  test('stands in one line beside its floor and its aim', () => {
    expect(describeFigure(creates)).toMatch(
      /^creates +600\/s +floor 1,000\/s, 0\.600 of it +aim ≥ 0\.6 of the floor: met$/,
    );
    expect(describeFigure(paint)).toMatch(/^LCP +1\.30 s +aim ≤ 1\.2 s: MISSED$/);
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
});
