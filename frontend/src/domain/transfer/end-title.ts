import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import type { Transfer } from '@xrp-bridge/contracts/transfer';

/** Returns the title of an ended transfer. Only an arrival on the ledger proves that the XRP is home. */
export function endTitle(transfer: Pick<Transfer, 'arrivals' | 'addressChangedAt'>): string {
  return arrivedThisWay(transfer).length > 0 ? 'Your XRP is home' : 'You told us it arrived';
}
