import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { useReducer } from 'react';
import { confirmAddress, mustCompare } from './resumed-transfer.ts';

/**
 * Returns the reason to compare the address with the wallet now, and a function that confirms it.
 * `before` is 'steps' before the steps appear, 'send' before the step that sends, else null.
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
