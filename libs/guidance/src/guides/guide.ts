import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { StepPicture } from '@xrp-bridge/contracts/guides';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/**
 * `official`: the source is the maker or a standard; `secondary`: another source; `unconfirmed`: no
 * source.
 */
export type Confidence = 'official' | 'secondary' | 'unconfirmed';

/**
 * The source of a fact.
 * Texts name `asOf` as the date of the fact, and hedge a fact that is not official ("often charges").
 */
export interface Sourced {
  readonly source: string;
  readonly confidence: Confidence;
  /** The date on which the source was read (ISO). */
  readonly asOf: string;
}

/** A network, tag or other fact, in words for the customer. */
export interface Fact extends Sourced {
  /** Set if other code refers to the fact. */
  readonly id?: string;
  readonly text: string;
}

/** An XRP amount that the exchange may change at any time. Screens always write "about". */
export interface XrpAmount extends Sourced {
  /** The amount in decimal XRP; null if there is no reliable source. */
  readonly value: string | null;
}

/** A wait between pressing "withdraw" and the moment when the XRP leaves the exchange. */
export interface Hold extends Fact {
  /**
   * The shortest and the longest wait.
   * `minHours` is 0 if the wait depends on settings; `maxHours` is null if the longest wait is unknown.
   */
  readonly minHours: number;
  readonly maxHours: number | null;
  readonly appliesWhen: 'newAddress' | 'passwordChanged' | 'recentPurchase' | 'firstTime' | 'always';
}

export interface CommonError extends Sourced {
  /** An id that is unique among the errors of one exchange or wallet and the errors common to all. */
  readonly id: string;
  readonly issue: string;
  readonly solution: string;
}

export interface ExchangeStep {
  readonly description: string;
  readonly actions: readonly string[];
  /** Replaces `actions` once XRP has arrived, if the first withdrawal has extra actions. */
  readonly again?: readonly string[];
}

/** A guide for sending XRP from one exchange to the customer's own wallet. */
export interface ExchangeGuide {
  readonly id: ExchangeId;
  /** Matches the name in a simplified question (lower case, no punctuation). Null for the generic guide. */
  readonly names: RegExp | null;
  /** The date of the last check (ISO). */
  readonly lastChecked: string;
  /** The source of the steps. */
  readonly stepsSource: Sourced;
  /** The step before the withdrawal. Its URL is `loginUrl` in contracts/src/exchange-sites.ts. */
  readonly signIn: ExchangeStep;
  /** The page where a signed-in customer begins a withdrawal; null for the generic guide. */
  readonly withdrawPage: (Sourced & { readonly url: string }) | null;
  readonly withdraw: ExchangeStep;
  readonly confirm: ExchangeStep;
  /** The most important fact, shown before the withdrawal form. */
  readonly formTip: string;
  /** Replaces `formTip` once XRP has arrived. */
  readonly formTipAgain?: string;
  readonly network: Fact & { readonly choose: string; readonly avoid: readonly string[] };
  /** Instruction for the tag field if the destination is the customer's own wallet. */
  readonly tag: Fact;
  readonly holds: readonly Hold[];
  readonly fee: XrpAmount;
  readonly minimum: XrpAmount;
  /** All other facts, as questions with answers. */
  readonly commonErrors: readonly CommonError[];
}

export interface WalletStep {
  readonly title: string;
  readonly description: string;
  /** The element to find on the wallet's screen. */
  readonly clickArea: string;
  /** The picture, and the label on its marked element. */
  readonly picture: { readonly kind: StepPicture; readonly label: string };
}

/** A guide to the customer's XRP address in one wallet. */
export interface WalletGuide {
  readonly id: WalletId;
  /** Matches the name in a simplified question (lower case, no punctuation). */
  readonly names: RegExp;
  readonly lastChecked: string;
  readonly stepsSource: Sourced;
  readonly steps: readonly WalletStep[];
  /** The steps to the address in a wallet that is already set up. */
  readonly showAddress: string;
  /** The most important fact, shown before the customer shares the address. */
  readonly tip: string;
  readonly destinationTagInfo: Fact;
  readonly commonErrors: readonly CommonError[];
}

/** The date on which all guides were last checked. */
export const checkedOn = '2026-11-20';

export function official(source: string): Sourced {
  return { source, confidence: 'official', asOf: checkedOn };
}

export function secondary(source: string): Sourced {
  return { source, confidence: 'secondary', asOf: checkedOn };
}

/**
 * The source of statements that no document confirms.
 * The screen of the exchange or wallet is decisive.
 */
export const unconfirmed: Sourced = {
  source: 'General knowledge, not confirmed',
  confidence: 'unconfirmed',
  asOf: checkedOn,
};

/** An amount without a reliable source. The exchange's own screen shows it. */
export const unknownAmount: XrpAmount = { value: null, ...unconfirmed };
