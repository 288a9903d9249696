import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import type { Transfer } from '@xrp-bridge/contracts/transfer';

type Ending = Pick<Transfer, 'arrivals' | 'addressChangedAt'>;

/** Returns the title of an ended transfer. Only an arrival on the ledger proves that the XRP is home. */
export function endTitle(transfer: Ending): string {
  return arrivedThisWay(transfer).length > 0 ? 'Your XRP is home' : 'You told us it arrived';
}

/** Returns whether the transfer has ended and the ledger shows the arrival. */
export function isHome(transfer: Ending & Pick<Transfer, 'status'>): boolean {
  return transfer.status === 'completed' && arrivedThisWay(transfer).length > 0;
}
