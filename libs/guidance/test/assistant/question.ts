import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/** A question as customers type it, with the facts that its answer must contain and must not contain. */
export interface Question {
  question: string;
  /** The page, step and choices of the customer. */
  at?: { context?: string; step?: string; fromExchange?: ExchangeId; toWallet?: WalletId };
  expected: readonly RegExp[];
  forbidden?: readonly RegExp[];
}

/** Matches every wording of the advice that the customer's own wallet needs no tag. */
export const noTag =
  /leave it blank|leave the (?:field|tag) blank|“No Tag”|no tag|no destination tag|doesn’t need a|don’t need (?:a tag|one)|ignores it/i;
