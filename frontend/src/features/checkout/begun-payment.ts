import { defineStored, inThisTab, parseFlag } from '../../lib/storage.ts';

/**
 * True if a payment was begun here and its outcome is unclear, even after a reload.
 * No second payment is possible before the server has checked the first.
 */
export const begunPayment = defineStored('begun-payment', parseFlag, false, inThisTab);
