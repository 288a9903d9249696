import { describe, expect, it } from 'vitest';
import { arrivalOf, type LedgerTransaction } from './arrivals.ts';
import type { Watch } from './transfer.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const exchange = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';

const watch: Watch = {
  id: '1',
  transferId: 'a'.repeat(32),
  address,
  tag: null,
  afterLedger: 100,
  endsAt: new Date('2026-12-04T12:00:00Z'),
};

const payment: LedgerTransaction = {
  hash: 'E'.repeat(64),
  validated: true,
  ledgerIndex: 101,
  closedAt: new Date('2026-11-20T12:00:10Z'),
  type: 'Payment',
  sender: exchange,
  destination: address,
  destinationTag: null,
  partialPayment: false,
  result: 'tesSUCCESS',
  delivered: 25_000_000n,
};

it('a validated, successful payment of XRP to the address counts by its delivered amount', () => {
  expect(arrivalOf(payment, watch)).toEqual({
    hash: payment.hash,
    deliveredDrops: 25_000_000n,
    ledgerIndex: 101,
    at: payment.closedAt,
  });
});

describe('arrivalOf', () => {
  const cases: [string, Partial<LedgerTransaction>][] = [
    ['a payment that is not validated', { validated: false }],
    ['a failed payment', { result: 'tecUNFUNDED_PAYMENT' }],
    ['a payment without a result', { result: null }],
    ['another transaction type that delivers XRP', { type: 'EscrowFinish' }],
    ['a token', { delivered: 'token' }],
    ['an unknown delivered amount', { delivered: null }],
    ['dust', { delivered: 99_999n }],
    ['a partial payment', { partialPayment: true }],
    ['a payment to another address', { destination: exchange }],
    ['a payment without a destination', { destination: null }],
    ['a payment from the address to itself', { sender: address }],
    ['a payment in the ledger in which the watch began', { ledgerIndex: 100 }],
    ['a payment more than an hour after the watch', { closedAt: new Date(watch.endsAt.getTime() + 3_600_001) }],
    ['a payment without a ledger', { ledgerIndex: null }],
    ['a payment without a time', { closedAt: null }],
  ];
  it.each(cases)('does not count %s', (_, change) => {
    expect(arrivalOf({ ...payment, ...change }, watch)).toBeNull();
  });
});

describe('arrivalOf at its limits', () => {
  it('counts a tenth of an XRP, which is not dust', () => {
    expect(arrivalOf({ ...payment, delivered: 100_000n }, watch)).not.toBeNull();
  });

  it('compares the beginning of the watch with the ledger index, not with the time', () => {
    expect(arrivalOf({ ...payment, closedAt: new Date(0) }, watch)).not.toBeNull();
  });

  it('counts a payment in the last moment of the watch', () => {
    expect(arrivalOf({ ...payment, closedAt: watch.endsAt }, watch)).not.toBeNull();
  });

  it('counts no payment while the first ledger of the watch is missing', () => {
    expect(arrivalOf(payment, { ...watch, afterLedger: null })).toBeNull();
  });

  it.each([
    [null, null, true],
    [null, '7', true],
    ['7', '7', true],
    ['7', '8', false],
    ['7', null, false],
    ['0', '0', true],
    ['0', null, false],
  ])(
    'compares the stated tag %s with the payment’s tag %s, and counts the payment: %s',
    (tag, destinationTag, counts) => {
      expect(arrivalOf({ ...payment, destinationTag }, { ...watch, tag }) !== null).toBe(counts);
    },
  );
});
