import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/** A question as somebody would type it, and the facts that its answer must and must not hold. */
export interface Question {
  ask: string;
  /** Where the person is when asking. */
  at?: { context?: string; step?: string; fromExchange?: ExchangeId; toWallet?: WalletId };
  says: readonly RegExp[];
  never?: readonly RegExp[];
}
