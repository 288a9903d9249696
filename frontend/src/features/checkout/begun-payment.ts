import { defineStored, inThisTab, parseFlag } from '../../lib/storage.ts';

/**
 * True if this tab started a payment whose outcome is unclear. The value survives a reload.
 * The page offers no second payment before the server has checked the first one.
 */
export const begunPayment = defineStored('begun-payment', parseFlag, false, inThisTab);
