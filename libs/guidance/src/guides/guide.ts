import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { StepPicture } from '@xrp-bridge/contracts/guides';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/** How sure a fact is: read at the maker or in a standard; read elsewhere; commonly known but not confirmed. */
export type Confidence = 'official' | 'secondary' | 'unconfirmed';

/** Where a fact comes from. Screens show it as "last checked", and hedge what is not official. */
export interface Sourced {
  readonly source: string;
  readonly confidence: Confidence;
  /** ISO date on which the source was read. */
  readonly asOf: string;
}

/** A network, tag or other fact in words for the customer. */
export interface Fact extends Sourced {
  /** Where something else refers to it. */
  readonly id?: string;
  readonly text: string;
}

/** An amount of XRP that an exchange may change at any time: always shown as "about". */
export interface Figure extends Sourced {
  /** Decimal XRP; null where no figure can be trusted. */
  readonly value: string | null;
}

/** A wait between pressing "withdraw" and the XRP leaving the exchange. */
export interface Hold extends Fact {
  /** The shortest and longest wait once it applies; 0 when it depends on settings, null when no figure is known. */
  readonly minHours: number;
  readonly maxHours: number | null;
  readonly appliesWhen: 'newAddress' | 'passwordChanged' | 'recentPurchase' | 'firstTime' | 'always';
}

export interface CommonError extends Sourced {
  /** Unique among what one exchange or wallet, or all of them, may answer. */
  readonly id: string;
  readonly issue: string;
  readonly solution: string;
}

export interface ExchangeStep {
  readonly description: string;
  readonly actions: readonly string[];
  /** In place of the actions once XRP has arrived, where the first time asks for more. */
  readonly again?: readonly string[];
}

/** How to send XRP from one exchange to one's own wallet. */
export interface ExchangeGuide {
  readonly id: ExchangeId;
  /** How people write its name in a question: small letters, no punctuation. Null for the generic guide. */
  readonly names: RegExp | null;
  /** ISO date. */
  readonly lastChecked: string;
  /** The source of the steps; the sign-in address is in exchanges.ts. */
  readonly stepsSource: Sourced;
  readonly signIn: ExchangeStep;
  /** Where a customer who is signed in begins a withdrawal; null where we do not know the exchange. */
  readonly withdrawPage: (Sourced & { readonly url: string }) | null;
  readonly withdraw: ExchangeStep;
  readonly confirm: ExchangeStep;
  /** The one thing to know before the withdrawal form is opened. */
  readonly formTip: string;
  /** What takes its place for whoever has been there before. */
  readonly formTipAgain?: string;
  readonly network: Fact & { readonly choose: string; readonly avoid: readonly string[] };
  /** What to do with the tag field when the XRP goes to one's own wallet. */
  readonly tag: Fact;
  readonly holds: readonly Hold[];
  readonly fee: Figure;
  readonly minimum: Figure;
  /** Whatever else we know, as what people ask and what we say to it. */
  readonly commonErrors: readonly CommonError[];
}

export interface WalletStep {
  readonly title: string;
  readonly description: string;
  /** What to look for on the screen. */
  readonly clickArea: string;
  /** What it is drawn as, and what is written on the place to press. */
  readonly picture: { readonly kind: StepPicture; readonly label: string };
}

/** How to find one's own XRP address in a wallet. */
export interface WalletGuide {
  readonly id: WalletId;
  /** How people write its name in a question: small letters, no punctuation. */
  readonly names: RegExp;
  readonly lastChecked: string;
  readonly stepsSource: Sourced;
  readonly steps: readonly WalletStep[];
  /** The way to the address, for whoever has one already. */
  readonly showAddress: string;
  /** The one thing to know before the address is given to anybody. */
  readonly tip: string;
  readonly destinationTagInfo: Fact;
  readonly commonErrors: readonly CommonError[];
}

/** The day all guides were last gone through. */
export const checkedOn = '2026-11-20';

export function official(source: string): Sourced {
  return { source, confidence: 'official', asOf: checkedOn };
}

export function secondary(source: string): Sourced {
  return { source, confidence: 'secondary', asOf: checkedOn };
}

/** Said by many, found at no source: the exchange's or wallet's own screen decides. */
export const unconfirmed: Sourced = {
  source: 'General knowledge, not confirmed',
  confidence: 'unconfirmed',
  asOf: checkedOn,
};

/** No figure that can be trusted: the exchange's own screen has it. */
export const noFigure: Figure = { value: null, ...unconfirmed };
