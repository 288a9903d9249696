import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import type { Transfer } from '@xrp-bridge/contracts/transfer';

/** The title of a transfer at its end. Only an arrival on the ledger means that the XRP is home. */
export function endTitle(transfer: Pick<Transfer, 'arrivals' | 'addressChangedAt'>): string {
  return arrivedThisWay(transfer).length > 0 ? 'Your XRP is home' : 'You told us it arrived';
}
