import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { defineStored, fieldsOf, parseFlag } from '../storage.ts';
import { lastTransfer, sentAddress } from './last-transfer.ts';

/** Whether a transfer was begun on this device. */
export const begunHere = defineStored('begun-here', parseFlag, false);

/** The address that was compared with the customer's wallet: before the steps showed it, and again before sending. */
interface Compared {
  steps: string | null;
  send: string | null;
}

/** A transfer that a link opened on a device where it was not begun; null for any other transfer. */
const resumed = defineStored<Compared | null>('resumed', parseCompared, null);

/** For a browser that stores nothing: until the page is loaded anew. */
const inThisPage = new Map<string, Compared>();

function parseCompared(value: unknown): Compared | undefined {
  const { steps, send } = fieldsOf(value);
  return isAddress(steps) && isAddress(send) ? { steps, send } : undefined;
}

function isAddress(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function findCompared(id: string): Compared | null {
  return resumed.get(id) ?? inThisPage.get(id) ?? null;
}

function saveCompared(id: string, compared: Compared): void {
  resumed.set(compared, id);
  if (resumed.get(id) === null) inThisPage.set(id, compared);
}

/** Stores that a link opened this transfer, unless it was begun here. What was compared before stays. */
export function markResumed(id: string): void {
  if (!begunHere.get(id)) saveCompared(id, findCompared(id) ?? { steps: null, send: null });
}

export function isResumed(id: string): boolean {
  return findCompared(id) !== null;
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
