import { describe, expect, it } from 'vitest';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { timelineOf } from './timeline.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const arrivals = (...amounts: string[]): Transfer['arrivals'] =>
  amounts.map((deliveredXrp, index) => ({
    hash: `${index}`.repeat(64),
    deliveredXrp,
    ledgerIndex: index + 1,
    at: '2026-11-20T12:00:00.000Z',
  }));

const transfer: Parameters<typeof timelineOf>[0] = {
  status: 'instructions_sent',
  access: { guide: true, concierge: 'none' },
  destinationAddress: address,
  sourceAmount: '0',
  arrivals: [],
  arrivalClaimedAt: null,
  addressChangedAt: null,
};

describe('the stages of the status timeline', () => {
  it.each<[string, Partial<Transfer>, string]>([
    ['not paid', { status: 'pending', destinationAddress: 'pending' }, 'now next next next next'],
    // The address was given before the payment, so the stage after the current one is already done.
    ['not paid, with an address', { status: 'pending' }, 'now done next next next'],
    ['paid, without an address', { destinationAddress: 'pending' }, 'done now next next next'],
    ['a moment after the payment', { status: 'paid' }, 'done done now next next'],
    ['with an address', {}, 'done done now next next'],
    ['a test arrived', { sourceAmount: '5000', arrivals: arrivals('2') }, 'done done done now next'],
    [
      'a test arrived at the previous address',
      { sourceAmount: '5000', arrivals: arrivals('2'), addressChangedAt: '2026-11-20T12:30:00.000Z' },
      'done done now next next',
    ],
    ['all of it arrived', { sourceAmount: '5000', arrivals: arrivals('2', '4998') }, 'done done done done now'],
    ['an arrival without a stated amount', { arrivals: arrivals('2') }, 'done done done done now'],
    [
      'the address was removed again',
      { destinationAddress: 'pending', arrivals: arrivals('2') },
      'done now done done next',
    ],
    [
      'completed',
      { status: 'completed', sourceAmount: '5000', arrivals: arrivals('4600') },
      'done done done done done',
    ],
    ['claimed by the customer alone', { arrivalClaimedAt: '2026-11-20T12:00:00.000Z' }, 'done done done now next'],
    ['completed by the customer’s claim alone', { status: 'completed' }, 'done done done done done'],
  ])('follow from the state “%s”', (_what, over, states) => {
    expect(
      timelineOf({ ...transfer, ...over })
        .map(({ state }) => state)
        .join(' '),
    ).toBe(states);
  });

  it('contain “Sent” only after an arrival or the completion', () => {
    const name = (over: Partial<Transfer>) =>
      timelineOf({ ...transfer, ...over }).find(({ id }) => id === 'sent')?.name;
    expect([{}, { arrivals: arrivals('2') }, { status: 'completed' as const }].map(name)).toEqual([
      'Send',
      'Sent',
      'Sent',
    ]);
  });

  it('include “Test sent” and “Rest” after the test has arrived', () => {
    const names = timelineOf({ ...transfer, sourceAmount: '5000', arrivals: arrivals('2') }).map(({ name }) => name);
    expect(names.slice(2)).toEqual(['Test sent', 'Rest', 'Done']);
  });

  it('contain “Arrived” only after an arrival on the ledger', () => {
    const name = (over: Partial<Transfer>) => timelineOf({ ...transfer, ...over })[3]?.name;
    expect(name({ arrivalClaimedAt: '2026-11-20T12:00:00.000Z' })).toBe('Arrival');
    expect(name({ arrivals: arrivals('2') })).toBe('Arrived');
  });

  it('do not mark the wallet as ready while the address is in doubt', () => {
    const stages = timelineOf(transfer, true);
    expect(stages[1]?.name).toBe('Wallet');
    expect(stages.map(({ state }) => state)).toEqual(['done', 'now', 'next', 'next', 'next']);
    expect(stages[1]?.next).toBe('fix your address');
    expect(timelineOf({ ...transfer, status: 'completed' }, true).every(({ state }) => state === 'done')).toBe(true);
  });

  it('name the paid amount, including an owned concierge', () => {
    const paid = (concierge: Transfer['access']['concierge']) =>
      timelineOf({ ...transfer, access: { guide: true, concierge } })[0]?.name;
    expect([paid('none'), paid('owned'), paid('refunded')]).toEqual(['Paid $4.00', 'Paid $17.76', 'Paid $4.00']);
  });
});
