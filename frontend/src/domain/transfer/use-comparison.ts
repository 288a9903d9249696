import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { useReducer } from 'react';
import { confirmAddress, mustCompare } from './resumed-transfer.ts';

/**
 * Returns whether the customer must now compare the address with the wallet, and `confirm`, which
 * stores that they match. `before` is 'steps' before the steps appear, 'send' before the step that sends the XRP, and
 * null if no comparison is due.
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
