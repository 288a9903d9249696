import { defineStored, fieldsOf } from '../../lib/storage.ts';

// This file only stores and reads the comparisons, so that the landing page loads little code. resumed-transfer.ts
// decides when a comparison is required.

/**
 * The addresses that the customer compared with the wallet.
 * `steps` was compared before the steps appeared, `send` before sending.
 */
export interface Compared {
  steps: string | null;
  send: string | null;
}

/** The comparisons of a transfer that a link opened on a new device; null for any other transfer. */
const resumed = defineStored<Compared | null>('resumed', parseCompared, null);

/** Used instead of the storage if the storage is off. Lost when the page is reloaded. */
const inThisPage = new Map<string, Compared>();

function parseCompared(value: unknown): Compared | undefined {
  const { steps, send } = fieldsOf(value);
  return isAddress(steps) && isAddress(send) ? { steps, send } : undefined;
}

function isAddress(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

export function findCompared(id: string): Compared | null {
  return resumed.get(id) ?? inThisPage.get(id) ?? null;
}

export function saveCompared(id: string, compared: Compared): void {
  resumed.set(compared, id);
  if (resumed.get(id) === null) inThisPage.set(id, compared);
}

export function isResumed(id: string): boolean {
  return findCompared(id) !== null;
}
