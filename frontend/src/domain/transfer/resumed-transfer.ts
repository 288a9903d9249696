import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { defineStored, parseFlag } from '../../lib/storage.ts';
import { lastTransfer, sentAddress } from './last-transfer.ts';
import { type Compared, findCompared, isResumed, saveCompared } from './resumed-mark.ts';

/** Whether a transfer was begun on this device. */
export const begunHere = defineStored('begun-here', parseFlag, false);

/** Stores that a link opened this transfer, unless it was begun here. What was compared before stays. */
export function markResumed(id: string): void {
  if (!begunHere.get(id)) saveCompared(id, findCompared(id) ?? { steps: null, send: null });
}

/** Stores the transfer that "My transfer" leads to. A resumed one never takes the place of one that was begun here. */
export function saveLastTransfer(id: string): void {
  const last = lastTransfer.get();
  if (isResumed(id) && last !== null && !isResumed(last)) return;
  lastTransfer.set(id);
}

/**
 * Whether the address must be compared with the customer's own wallet first: anybody can send anybody a link to a
 * transfer with an address of their own.
 */
export function mustCompare(
  { id, mine, destinationAddress }: Pick<Transfer, 'id' | 'mine' | 'destinationAddress'>,
  before: keyof Compared,
): boolean {
  const compared = findCompared(id);
  if (!compared || !mine || destinationAddress === 'pending') return false;
  return compared[before] !== destinationAddress && sentAddress.get(id) !== destinationAddress;
}

/** Stores that the address is the one of the customer's own wallet. */
export function confirmAddress(id: string, before: keyof Compared, address: string): void {
  const compared = findCompared(id);
  if (compared) saveCompared(id, { ...compared, [before]: address });
}
