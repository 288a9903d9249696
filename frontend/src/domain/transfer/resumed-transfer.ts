import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { defineStored, parseFlag } from '../../lib/storage.ts';
import { lastTransfer, sentAddress } from './last-transfer.ts';
import { type Compared, findCompared, isResumed, saveCompared } from './resumed-mark.ts';

/** True for a transfer that was started on this device. */
export const begunHere = defineStored('begun-here', parseFlag, false);

/**
 * Marks a transfer as opened by a link, unless it was started on this device.
 * Earlier comparisons stay valid.
 */
export function storeResumed(id: string): void {
  if (!begunHere.get(id)) saveCompared(id, findCompared(id) ?? { steps: null, send: null });
}

/**
 * Stores the transfer for the link "My transfer".
 * A transfer that was opened by a link never replaces one that was started here.
 */
export function saveLastTransfer(id: string): void {
  const last = lastTransfer.get();
  if (isResumed(id) && last !== null && !isResumed(last)) return;
  lastTransfer.set(id);
}

/**
 * Returns true if the customer must first compare the address with the wallet.
 * The link may come from another person, who may have entered the address.
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
