import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';
import { findNames, names } from './names.ts';
import { wordings } from './wordings.ts';
import { createSpelling, topicTerms, toTerms } from './words.ts';

/** A question, prepared for the search. */
export interface Reading {
  /**
   * The question in lower case, with corrected spelling, and with "exchange" and "wallet" in place of
   * names.
   */
  text: string;
  terms: readonly string[];
  exchange: ExchangeId | null;
  wallet: WalletId | null;
}

const spell = createSpelling([...wordings.map(({ text }) => text), ...names]);

/**
 * Corrects the spelling, replaces names and converts the rest to index terms.
 * `corrections` caches corrected words, which are slow to find, across the parts of one question.
 */
export function read(text: string, corrections = new Map<string, string>()): Reading {
  const { exchange, wallet, text: plain } = findNames(spell(text, corrections));
  return { text: plain, exchange, wallet, terms: [...new Set(toTerms(plain))] };
}

/** Terms that say little about the subject. They can decide between two similar entries. */
export const weakTerms: ReadonlySet<string> = new Set([
  ...['afraid', 'feelinglost', 'hello', 'notworking', 'alreadysent', 'alreadypaid'],
  ...['not', 'why', 'where', 'who', 'which', 'you'],
]);

/** Returns true if the question has no subject, only a request for help. */
export function hasNoSubject({ terms }: Reading): boolean {
  return terms.every((term) => term === 'help' || weakTerms.has(term));
}

/** Returns true if the question names one of our topics. */
export function isAboutUs({ terms }: Reading): boolean {
  return terms.some((term) => topicTerms.has(term));
}
