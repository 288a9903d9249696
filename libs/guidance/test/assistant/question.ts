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

/** Advice for one's own wallet, in any of its wordings. */
export const noTag =
  /leave it empty|leave the field empty|“No Tag”|no tag|no destination tag|don’t need a tag|ignores one/i;
