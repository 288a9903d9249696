import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { useReducer } from 'react';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { confirmAddress, mustCompare } from './resumed-transfer.ts';

/**
 * Returns when the customer must compare the address with the wallet, and a function to confirm it.
 * `before` is 'steps' (before the steps appear), 'send' (before the step that sends the XRP) or null (no comparison is
 * due, or the page is not hydrated). `confirm` stores that the address and the wallet match.
 */
export function useComparison(transfer: Transfer, sends: boolean) {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  const hydrated = useHydrated();
  const isDue = (at: 'steps' | 'send') => hydrated && mustCompare(transfer, at);
  const before = isDue('steps') ? 'steps' : sends && isDue('send') ? 'send' : null;
  return {
    before,
    confirm() {
      if (before) confirmAddress(transfer.id, before, transfer.destinationAddress);
      rerender();
    },
  } as const;
}
