import { defineStored, parseFlag } from '../../lib/storage.ts';

/**
 * True from the moment when the customer opened the maker's page to get a wallet, until the customer
 * returns.
 */
export const setupStarted = defineStored('wallet_setup_started', parseFlag, false);
