import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';
import { findNames, names } from './names.ts';
import { ways } from './ways.ts';
import { createSpelling, topicTerms, toTerms } from './words.ts';

/** A question, prepared for the search. */
export interface Reading {
  /** Lower case, with corrected spelling, and "exchange" and "wallet" in place of names. */
  text: string;
  terms: readonly string[];
  exchange: ExchangeId | null;
  wallet: WalletId | null;
}

const spell = createSpelling([...ways.map(({ text }) => text), ...names]);

/**
 * Corrects the spelling, replaces names and converts the rest to index terms.
 * `known` caches corrections, which are slow, across the parts of one question.
 */
export function read(text: string, known = new Map<string, string>()): Reading {
  const { exchange, wallet, text: plain } = findNames(spell(text, known));
  return { text: plain, exchange, wallet, terms: [...new Set(toTerms(plain))] };
}

/** Terms with little information about the subject. They can decide between two similar entries. */
export const asides: ReadonlySet<string> = new Set([
  ...['afraid', 'feelinglost', 'hello', 'notworking', 'alreadysent', 'alreadypaid'],
  ...['not', 'why', 'where', 'who', 'which', 'you'],
]);

/** Returns true if the question has no subject, only a request for help. */
export function hasNoSubject({ terms }: Reading): boolean {
  return terms.every((term) => term === 'help' || asides.has(term));
}

/** Returns true if the question names one of our topics. */
export function isAboutUs({ terms }: Reading): boolean {
  return terms.some((term) => topicTerms.has(term));
}
