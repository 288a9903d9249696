import { type ExchangeId, exchangeName } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';
import type { CommonError, ExchangeGuide, Fact, WalletGuide } from '../guides/guide.ts';

/** Whom an answer is for: the exchange and wallet that were named or chosen, and what differs between installations. */
export interface About {
  /** The generic guide where the exchange is not known. */
  exchange: ExchangeGuide;
  wallet: WalletGuide | null;
  step: Step;
  /** What the guide of the person's own transfer says to enter now; null where it is not known. */
  sendNow: string | null;
  product: Product;
}

export interface Product {
  name: string;
  support: { email: string; hours: string; response: string };
  /** Names of the ways to pay by hand. */
  manualPayments: readonly string[];
  /** A language model of another company is asked which of our answers fits. */
  asksModel: boolean;
  /** Whether the concierge is sold; who has it keeps it. */
  conciergeOffered: boolean;
}

/** Words of our own, or a fact that brings its source. */
export type Said = string | Fact;

/** The steps of the journey, as the chat of the specification names them. */
export const steps = [
  'home',
  'exchange-selection',
  'wallet-selection',
  'wallet-setup-guidance',
  'transfer-form',
  'destination-tag-required',
  'destination-tag-not-needed',
  'payment',
  'payment-error',
  'instructions',
  'success',
  'concierge',
] as const;

export type Step = (typeof steps)[number];

/** One thing that people ask, and what we say to it. */
export interface Entry {
  id: string;
  /** A question short enough for a button; asked as it stands, it finds this entry. */
  title: string;
  /** Other ways to ask it, one a line or separated by bars. */
  asks: string;
  /** Where it is asked more often than elsewhere. */
  at?: readonly Step[];
  /** Only where this exchange or wallet is meant. */
  exchange?: ExchangeId;
  wallet?: WalletId;
  /** What its answer depends on: without it the person is asked to name it. */
  needs?: 'exchange' | 'wallet';
  /** Whole sentences, in the order to read them. */
  say(about: About): readonly Said[];
  page: Page;
  /** Entries to suggest next. */
  next: readonly string[];
  /** Not a matter of facts (prices, advice, small talk): no language model is asked about it. */
  plain?: true;
}

export interface Page {
  title: string;
  url: string;
}

/** How a person of ours is reached, in the words of the settings. */
export function reachPerson({ product }: About): string {
  return `Write to ${product.support.email} (${product.support.hours}; we answer ${product.support.response}).`;
}

/** "Kraken", or "your exchange" where it is not known. */
export function exchangeNameOf({ exchange }: About): string {
  return exchangeName(exchange.id);
}

/** The solution of a known error. @throws Error for an id that none of them has. */
export function solutionOf(errors: readonly CommonError[], id: string): Fact {
  const error = errors.find((each) => each.id === id);
  if (!error) throw new Error(`There is no error “${id}”`);
  const { issue: _issue, solution: text, ...sourced } = error;
  return { ...sourced, text };
}

export function numbered(actions: readonly string[]): string[] {
  return actions.map((action, index) => `${index + 1}. ${action}`);
}

export function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Our own pages that answers lead to; frontend/src/lib/paths.ts has the same addresses. */
export const pages = {
  start: { title: 'Choose your exchange and wallet', url: '/transfer' },
  howItWorks: { title: 'How it works', url: '/#how-it-works' },
  fees: { title: 'Fees', url: '/#fees' },
  safety: { title: 'Safety', url: '/#safety' },
  help: { title: 'Help', url: '/#help' },
  concierge: { title: 'Concierge', url: '/concierge' },
} as const satisfies Record<string, Page>;
