import { type ExchangeId, exchangeName } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';
import type { CommonError, ExchangeGuide, Fact, WalletGuide } from '../guides/guide.ts';
import type { OwnTransfer } from './own-transfer.ts';

/**
 * Input of an answer: the exchange and wallet that the customer named or chose, and this
 * installation's settings.
 */
export interface About {
  /** The guide of the exchange, or the generic guide if the exchange is unknown. */
  exchange: ExchangeGuide;
  wallet: WalletGuide | null;
  step: Step;
  /** The sentence "Now enter …" of the customer's own guide; null if unknown. */
  sendNow: string | null;
  /** The state of the customer's own transfer; null for a caller who is not its owner. */
  transfer: OwnTransfer | null;
  product: Product;
}

export interface Product {
  name: string;
  support: { email: string; hours: string; response: string };
  /** Names of the manual payment methods. */
  manualPayments: readonly string[];
  /** True if another company's language model chooses among our answers. */
  usesModel: boolean;
  /** True if the concierge is sold. Existing owners are not affected. */
  conciergeOffered: boolean;
}

/** One of our sentences, or a fact with its source. */
export type Statement = string | Fact;

/** Steps of the journey, named as in the specification's chat. */
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

/** One question of customers with its answer. */
export interface Entry {
  id: string;
  /** A question short enough for a button. A customer who types the same words finds this entry. */
  title: string;
  /** Other wordings of the question, separated by line breaks or `|`. */
  wordings: string;
  /** Steps at which this question is more likely. */
  at?: readonly Step[];
  /** Restricts the entry to questions about this exchange or wallet. */
  exchange?: ExchangeId;
  wallet?: WalletId;
  /** The choice that the answer depends on. If the exchange or wallet is unknown, the reply requests it. */
  needs?: 'exchange' | 'wallet';
  /** Complete sentences, in reading order. */
  answer(about: About): readonly Statement[];
  page: Page;
  /** Ids of the suggestions after this answer. */
  next: readonly string[];
  /**
   * True for subjects without facts (the price of XRP, advice, small talk): no language model is
   * involved.
   */
  plain?: true;
}

export interface Page {
  title: string;
  url: string;
}

/** Returns the sentence about contacting a person, with the values of the settings. */
export function reachPerson({ product }: About): string {
  return `Email us at ${product.support.email} (${product.support.hours}). We reply ${product.support.response}.`;
}

/** Returns a name such as "Kraken", or "your exchange" if the exchange is unknown. */
export function exchangeNameOf({ exchange }: About): string {
  return exchangeName(exchange.id);
}

/**
 * Returns the solution of a common error.
 * @throws Error if the id is unknown
 */
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
  if (names.length < 3) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
}

/** Our pages that answers link to. frontend/src/lib/paths.ts has the same paths. */
export const pages = {
  start: { title: 'Choose your exchange and wallet', url: '/transfer' },
  howItWorks: { title: 'How it works', url: '/#how-it-works' },
  fees: { title: 'Fees', url: '/#fees' },
  safety: { title: 'Safety', url: '/#safety' },
  help: { title: 'Help', url: '/#help' },
  concierge: { title: 'Concierge', url: '/concierge' },
} as const satisfies Record<string, Page>;
