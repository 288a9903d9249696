import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { defineStored, parseFlag } from '../../lib/storage.ts';
import { lastTransfer, sentAddress } from './last-transfer.ts';
import { type Compared, findCompared, isResumed, saveCompared } from './resumed-mark.ts';

/** True for a transfer that was begun on this device. */
export const begunHere = defineStored('begun-here', parseFlag, false);

/** Marks the transfer as opened by a link, unless it was started here. Earlier comparisons stay valid. */
export function storeResumed(id: string): void {
  if (!begunHere.get(id)) saveCompared(id, findCompared(id) ?? { steps: null, send: null });
}

/** Stores the transfer of "My transfer". A resumed transfer never replaces one that was begun here. */
export function saveLastTransfer(id: string): void {
  const last = lastTransfer.get();
  if (isResumed(id) && last !== null && !isResumed(last)) return;
  lastTransfer.set(id);
}

/**
 * Returns whether the customer must first compare the address with the wallet.
 * Another person may have sent the link to a transfer with that person's address.
 */
export function mustCompare(
  { id, mine, destinationAddress }: Pick<Transfer, 'id' | 'mine' | 'destinationAddress'>,
  before: keyof Compared,
): boolean {
  const compared = findCompared(id);
  if (!compared || !mine || destinationAddress === 'pending') return false;
  return compared[before] !== destinationAddress && sentAddress.get(id) !== destinationAddress;
}

/** Stores that the customer has confirmed the address. */
export function confirmAddress(id: string, before: keyof Compared, address: string): void {
  const compared = findCompared(id);
  if (compared) saveCompared(id, { ...compared, [before]: address });
}
