import type { Transfer } from '../src/domain/transfer.ts';

/** When the sample transfer was created. */
export const start = new Date('2026-11-20T10:00:00Z');

export function transfer(over: Partial<Transfer> = {}): Transfer {
  return {
    id: 'a'.repeat(32),
    fromExchange: 'coinbase',
    toWallet: 'xumm',
    amountDrops: 0n,
    destinationAddress: null,
    destinationTag: null,
    serviceFee: '4.00',
    status: 'pending',
    concierge: 'none',
    conciergeAsOf: null,
    testFirst: true,
    addressChangedAt: null,
    arrivalClaimedAt: null,
    refundRequestedAt: null,
    refundRequestAsOf: null,
    paidAt: null,
    watchedUntil: null,
    version: 3,
    createdAt: start,
    updatedAt: start,
    ...over,
  };
}
