import { defineStored, parseFlag } from '../../lib/storage.ts';

/** Whether the customer consents to be guided step by step; only a yes is stored (spec 1 §3). */
export const consent = defineStored('consent', (value) => (value === true ? value : undefined), false);
/** Whether the helper was closed: nobody is asked a second time, nor after starting over. */
export const helperClosed = defineStored('helper-closed', parseFlag, false);

/** Returns whether the helper guides the customer on this page: then a choice does not lead to another page. */
export function isGuided(): boolean {
  return consent.get() && !helperClosed.get();
}
