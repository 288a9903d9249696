import { paths } from '../../lib/paths.ts';
import { defineStored, parseFlag } from '../../lib/storage.ts';

/** Whether a transfer was ordered in the main flow, which goes on after paying (spec 1 §4). */
export const orderedInFlow = defineStored('ordered-in-flow', parseFlag, false);

/** Returns the path to go on with after a payment: the main flow for a transfer ordered there, else the guide. */
export function pathAfterPaying(id: string): string {
  return orderedInFlow.get(id) ? paths.transferFlow : paths.guide(id);
}
