import { defineStored, parseFlag } from '../../lib/storage.ts';

/**
 * True after the customer has started to get a wallet from its maker.
 * Deleted when the customer returns to the chat, or confirms in the setup that the wallet is ready.
 */
export const setupStarted = defineStored('wallet_setup_started', parseFlag, false);
