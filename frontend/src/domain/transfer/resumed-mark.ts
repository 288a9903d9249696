import { defineStored, fieldsOf } from '../../lib/storage.ts';

// Apart from its rules: the landing page asks only whether a transfer was resumed.

/** The address that was compared with the customer's wallet: before the steps showed it, and again before sending. */
export interface Compared {
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
