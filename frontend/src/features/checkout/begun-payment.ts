import { defineStored, inThisTab, parseFlag } from '../../lib/storage.ts';

/**
 * That a payment of a transfer was begun here and nobody has said yet how it ended: also when the page was closed or
 * reloaded meanwhile. Until the server was asked, nothing may be paid again.
 */
export const begunPayment = defineStored('begun-payment', parseFlag, false, inThisTab);
