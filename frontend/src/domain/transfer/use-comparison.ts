import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { useReducer } from 'react';
import { confirmAddress, mustCompare } from './resumed-transfer.ts';

/**
 * Whether the address must be compared with the customer's own wallet now, and before what: the steps show it, or the
 * step that sends.
 */
export function useComparison(transfer: Transfer, sends: boolean) {
  const [, look] = useReducer((times: number) => times + 1, 0);
  const before = mustCompare(transfer, 'steps') ? 'steps' : sends && mustCompare(transfer, 'send') ? 'send' : null;
  return {
    before,
    confirm() {
      if (before) confirmAddress(transfer.id, before, transfer.destinationAddress);
      look();
    },
  } as const;
}
