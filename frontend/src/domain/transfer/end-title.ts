import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { dropsOf, toDrops } from './drops.ts';

type Ending = Pick<Transfer, 'status' | 'arrivals' | 'addressChangedAt' | 'arrivalClaimedAt' | 'sourceAmount'>;

/** Returns the title of a transfer that has ended, or whose arrival the customer claimed. */
export function endTitle(transfer: Ending): string {
  return isHome(transfer) ? 'Your XRP is home' : 'You told us it arrived';
}

/**
 * Returns true if the transfer has ended and the ledger shows the arrival.
 * If the customer has claimed the arrival, a test payment alone is no proof: 90 % of the total must have arrived.
 */
export function isHome(transfer: Ending): boolean {
  const { status, arrivalClaimedAt, sourceAmount } = transfer;
  const arrived = dropsOf(arrivedThisWay(transfer));
  if (status !== 'completed' || arrived === 0n) return false;
  return arrivalClaimedAt === null || arrived * 10n >= toDrops(sourceAmount) * 9n;
}
