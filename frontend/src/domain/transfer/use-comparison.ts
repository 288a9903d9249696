import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { useReducer } from 'react';
import { confirmAddress, mustCompare } from './resumed-transfer.ts';

/**
 * Returns whether the customer must compare the address now: before the steps appear, or before
 * sending.
 */
export function useComparison(transfer: Transfer, sends: boolean) {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  const before = mustCompare(transfer, 'steps') ? 'steps' : sends && mustCompare(transfer, 'send') ? 'send' : null;
  return {
    before,
    confirm() {
      if (before) confirmAddress(transfer.id, before, transfer.destinationAddress);
      rerender();
    },
  } as const;
}
