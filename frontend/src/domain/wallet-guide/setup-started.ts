import { defineStored, parseFlag } from '../../lib/storage.ts';

/** Somebody went to a wallet's maker to get the wallet, and is not back yet. */
export const setupStarted = defineStored('wallet_setup_started', parseFlag, false);
