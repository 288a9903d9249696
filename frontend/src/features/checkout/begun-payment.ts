import { defineStored, inThisTab, parseFlag } from '../../lib/storage.ts';

/**
 * True if this tab started a payment whose outcome is unclear. The value survives a reload.
 * No second payment is possible before the server has checked the first.
 */
export const begunPayment = defineStored('begun-payment', parseFlag, false, inThisTab);
