import { defineStored, parseFlag } from '../../lib/storage.ts';

/** True while the customer is away to get a wallet from its maker. */
export const setupStarted = defineStored('wallet_setup_started', parseFlag, false);
