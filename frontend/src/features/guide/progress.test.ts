import { describe, expect, test } from 'vitest';
import { progressOf } from './progress.ts';

const transfer = {
  status: 'instructions_sent',
  arrivals: [],
  addressChangedAt: null,
  sourceAmount: '5000',
} satisfies Parameters<typeof progressOf>[0];
const arrived = (...amounts: string[]) =>
  amounts.map((deliveredXrp) => ({ hash: '', deliveredXrp, ledgerIndex: 1, at: '2026-11-20T12:00:00.000Z' }));

describe('the progress of the transfer', () => {
  test('is at most one half before an arrival', () => {
    const steps = [0, 1, 2, 3, 4].map((step) => progressOf(transfer, step, 5));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps[0]).toBeLessThan(0.2);
    expect(steps.at(-1)).toBe(0.5);
  });

  test.each([
    [['2'], 0.5002],
    [['2', '2498'], 0.75],
    [['6000'], 1],
  ])('adds the arrived part of the stated amount (arrivals: %s)', (amounts, progress) => {
    expect(progressOf({ ...transfer, arrivals: arrived(...amounts) }, 1, 5)).toBeCloseTo(progress, 6);
  });

  test('ignores arrivals before a change of the address', () => {
    const changed = { ...transfer, arrivals: arrived('2'), addressChangedAt: '2026-11-20T12:30:00.000Z' };
    expect(progressOf(changed, 1, 5)).toBe(progressOf(transfer, 1, 5));
  });

  test('stays at one half without a stated amount', () => {
    expect(progressOf({ ...transfer, sourceAmount: '0', arrivals: arrived('2') }, 4, 5)).toBe(0.5);
  });

  test('is 1 for a completed transfer', () => {
    expect(progressOf({ ...transfer, status: 'completed' }, 0, 5)).toBe(1);
  });

  test('stays at one half for a step beyond the list', () => {
    expect(progressOf(transfer, 7, 5)).toBe(0.5);
  });
});
