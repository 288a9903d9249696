import { defineStored, parseFlag } from '../../lib/storage.ts';

/** True if the customer consents to be guided step by step. Only a yes is stored (spec 1 §3). */
export const consent = defineStored('consent', (value) => (value === true ? value : undefined), false);
/** True if the helper was closed. It does not appear again, even after starting over. */
export const helperClosed = defineStored('helper-closed', parseFlag, false);

/** Returns true if the helper guides the customer. A choice then does not lead to another page. */
export function isGuided(): boolean {
  return consent.get() && !helperClosed.get();
}
