import { paths } from '../../lib/paths.ts';
import { defineStored, parseFlag } from '../../lib/storage.ts';

/**
 * True for a transfer that was ordered in the main flow.
 * This flow continues after the payment (spec 1 §4).
 */
export const orderedInFlow = defineStored('ordered-in-flow', parseFlag, false);

/**
 * Returns the path after a payment: the main flow for a transfer that was ordered there, or else the
 * guide.
 */
export function pathAfterPaying(id: string): string {
  return orderedInFlow.get(id) ? paths.transferFlow : paths.guide(id);
}
