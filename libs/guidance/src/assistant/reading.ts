import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';
import { findNames, names } from './names.ts';
import { ways } from './ways.ts';
import { createSpelling, topicTerms, toTerms } from './words.ts';

/** A question as the search reads it. */
export interface Reading {
  /** In small letters and correct spelling, with "exchange" and "wallet" in place of names. */
  text: string;
  terms: readonly string[];
  exchange: ExchangeId | null;
  wallet: WalletId | null;
}

const spell = createSpelling([...ways.map(({ text }) => text), ...names]);

/**
 * Corrects the spelling, finds the names and brings the rest into the form of the index. `known` remembers corrections,
 * each of which takes a while, for the parts of one question.
 */
export function read(text: string, known = new Map<string, string>()): Reading {
  const { exchange, wallet, text: plain } = findNames(spell(text, known));
  return { text: plain, exchange, wallet, terms: [...new Set(toTerms(plain))] };
}

/** Words that tell little of what is wanted, but may decide between two that are alike. */
export const asides: ReadonlySet<string> = new Set([
  ...['afraid', 'feelinglost', 'hello', 'notworking', 'alreadysent', 'alreadypaid'],
  ...['not', 'why', 'where', 'who', 'which', 'you'],
]);

/** True where nothing is asked but to be helped. */
export function saysNothing({ terms }: Reading): boolean {
  return terms.every((term) => term === 'help' || asides.has(term));
}

/** True where a question names something that we know about. */
export function isAboutUs({ terms }: Reading): boolean {
  return terms.some((term) => topicTerms.has(term));
}
