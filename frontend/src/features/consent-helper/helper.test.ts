import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, test } from 'vitest';
import { changeHelper, type Helper, type HelperEvent, stageOf } from './helper.ts';

const states = {
  offered: { consent: false, open: true },
  refused: { consent: false, open: false },
  helping: { consent: true, open: true },
  closed: { consent: true, open: false },
} as const satisfies Record<string, Helper>;

/** The next state after each event, by the current state: offered, refused, helping, closed. */
const events: Record<HelperEvent, (keyof typeof states)[]> = {
  yes: ['helping', 'helping', 'helping', 'helping'],
  no: ['refused', 'refused', 'refused', 'refused'],
  closed: ['refused', 'refused', 'closed', 'closed'],
  opened: ['offered', 'offered', 'helping', 'helping'],
};

describe('changeHelper', () => {
  test.each(Object.entries(events))('returns the next state for the event “%s”', (event, becomes) => {
    const changed = Object.values(states).map((state) => changeHelper(state, event as HelperEvent));
    expect(changed).toEqual(becomes.map((name) => states[name]));
  });
});

test.each([
  [false, null, null, 'intro'],
  [false, 'kraken', 'ledger', 'intro'],
  [true, null, null, 'exchange'],
  [true, null, 'ledger', 'exchange'],
  [true, 'kraken', null, 'wallet'],
  [true, 'kraken', 'ledger', 'payment'],
])(`${spec('4.22')} stageOf (consent: %s, exchange: %s, wallet: %s) returns “%s”`, (consent, from, to, stage) => {
  expect(stageOf({ consent, from, to })).toBe(stage);
});
