import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, test } from 'vitest';
import { changeTrip, isRecent, returnExpiryMs, type Trip } from './trip.ts';
import { walk } from './walkthrough.ts';

const leftAt = Date.parse('2026-11-20T10:00:00Z');
const visiting: Trip = { exchange: 'kraken', flow: 'transferFlow', leftAt, step: 'visiting' };
const returned: Trip = { ...visiting, step: 'returned' };

describe('trip to an exchange', () => {
  test(`${spec('4.9')} begins when an exchange is opened, and again when another exchange is opened`, () => {
    const opened = { type: 'opened', exchange: 'kraken', flow: 'transferFlow', at: leftAt } as const;
    expect(changeTrip(null, opened)).toEqual(visiting);
    expect(changeTrip(returned, { ...opened, exchange: 'okx', at: leftAt + 5 })).toEqual({
      ...visiting,
      exchange: 'okx',
      leftAt: leftAt + 5,
    });
  });

  test(`${spec('4.9')} stays “returned” after a second return`, () => {
    const back = { type: 'returned', at: leftAt + 60_000 } as const;
    expect(changeTrip(visiting, back)).toEqual(returned);
    expect(changeTrip(returned, back)).toEqual(returned);
    expect(changeTrip(null, back)).toBeNull();
  });

  test(`${spec('4.10')} expires after exactly one hour (3,600,000 ms)`, () => {
    expect(returnExpiryMs).toBe(3_600_000);
    expect(changeTrip(visiting, { type: 'returned', at: leftAt + 3_599_999 })).toEqual(returned);
    expect(changeTrip(visiting, { type: 'returned', at: leftAt + 3_600_000 })).toBeNull();
  });

  test('is discarded when it began in the future', () => {
    expect(changeTrip(visiting, { type: 'returned', at: leftAt - 1 })).toBeNull();
    expect(isRecent(leftAt, leftAt)).toBe(true);
  });

  test.each([visiting, returned, null])('can be ended in any state', (trip) => {
    expect(changeTrip(trip, { type: 'ended' })).toBeNull();
  });
});

describe('steps to the withdrawal form', () => {
  test(`${spec('4.11')} are three, followed by the return`, () => {
    expect(walk(1, 'next')).toBe(2);
    expect(walk(2, 'next')).toBe(3);
    expect(walk(3, 'next')).toBe('returned');
    expect(walk('returned', 'next')).toBe('returned');
  });

  test('go back one at a time, and stop at the first', () => {
    expect(walk('returned', 'back')).toBe(3);
    expect(walk(3, 'back')).toBe(2);
    expect(walk(2, 'back')).toBe(1);
    expect(walk(1, 'back')).toBe(1);
  });
});
