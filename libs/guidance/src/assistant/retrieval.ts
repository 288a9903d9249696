import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';
import MiniSearch from 'minisearch';
import type { Entry, Step } from './entry.ts';
import { knowledge } from './knowledge.ts';
import { hasNoSubject, type Reading, read, weakTerms } from './reading.ts';
import { createSimilarity } from './similarity.ts';
import { type Wording, wordings } from './wordings.ts';
import { simplify, topicTerms } from './words.ts';

/** The customer's step, and the chosen or named exchange and wallet. */
export interface Place {
  step: Step;
  exchange: ExchangeId | null;
  wallet: WalletId | null;
}

export interface Match {
  entry: Entry;
  /** A number from 0 (nothing in common) to about 1 (the same words). */
  score: number;
}

/** The score of a question that exactly matches the wording of an entry. */
export const exactMatchScore = 2;

const wordingById = new Map(wordings.map((wording) => [wording.id, wording]));
const readings = new Map(wordings.map(({ id, text }) => [id, read(text)]));
const wordingTerms = new Map([...readings].map(([id, { terms }]) => [id, terms]));
const questions = wordings.filter(({ isAnswer }) => !isAnswer);

const compare = createSimilarity(new Map(questions.map(({ id }) => [id, readings.get(id)?.text ?? ''])));

/** Entries by simplified wording, for tapped questions and for small talk without index terms. */
const entryByWords = new Map(questions.map(({ text, entry }) => [simplify(text), entry]));

/**
 * For each term, the entries that contain it.
 * The term's frequency is relative to the entry where it is highest.
 */
const shareByTerm = countShares();

const index = new MiniSearch<{ id: string; terms: string }>({
  fields: ['terms'],
  tokenize: (terms) => terms.split(' '),
  processTerm: (term) => term,
  searchOptions: {
    combineWith: 'OR',
    // Terms of our own vocabulary have no fuzzy match, because they are spelt correctly.
    fuzzy: (term) => !isOurWord(term) && term.length > 5 && 0.2,
    prefix: (term) => !isOurWord(term) && term.length > 4,
  },
});
index.addAll([...wordingTerms].map(([id, terms]) => ({ id, terms: terms.join(' ') })));

export function isOurWord(term: string): boolean {
  return shareByTerm.has(term);
}

/**
 * Finds the entries that match a question, best first.
 * The constants in this file were tuned with test/assistant/questions.
 */
export function findEntries(question: string, place: Place): Match[] {
  const scores = new Map<Entry, number>();
  const same = entryByWords.get(simplify(question));
  if (same && isApplicable(same, place)) scores.set(same, exactMatchScore);
  for (const { reading, weight } of readParts(question)) {
    if (hasNoSubject(reading)) continue;
    for (const [entry, score] of scorePart(reading, place)) {
      scores.set(entry, Math.max(scores.get(entry) ?? 0, score * weight));
    }
  }
  return [...scores].map(([entry, score]) => ({ entry, score })).sort((a, b) => b.score - a.score);
}

/**
 * Splits a long question into sentences, weighted by their share of the whole, because long questions
 * tend to be stories.
 */
function readParts(question: string): { reading: Reading; weight: number }[] {
  const corrections = new Map<string, string>();
  const whole = read(question, corrections);
  const sentences = question.split(/[.?!;\n]+|,| but | because /i).filter((part) => /\p{L}/u.test(part));
  const parts = sentences.length < 2 ? [] : sentences.slice(0, 12).map((part) => read(part, corrections));
  const share = ({ terms }: Reading) => Math.min(1, weightOf(terms) / weightOf(whole.terms));
  return [
    { reading: whole, weight: 1 },
    ...parts.map((reading) => ({ reading, weight: 0.2 + 0.8 * share(reading) ** 1.4 })),
  ];
}

function scorePart(reading: Reading, place: Place): Map<Entry, number> {
  const scores = new Map<Entry, number>();
  const wanted = weightOf(reading.terms);
  const similarityTo = compare(reading.text);
  for (const result of index.search(reading.terms.join(' '))) {
    const { entry, isAnswer, id } = wordingById.get(result.id) as Wording;
    if (!isApplicable(entry, place)) continue;
    const exact = result.queryTerms.filter((term) => result.terms.includes(term));
    const covered = (0.4 * weightOf(result.queryTerms) + 0.6 * weightOf(exact)) / wanted;
    const used = Math.min(1, weightOf(result.terms) / weightOf(wordingTerms.get(id) ?? []));
    const alike = isAnswer ? covered * 0.5 : 0.7 * covered ** 0.64 * used ** 0.45 + 0.3 * similarityTo(id);
    // A match that consists only of common terms counts less.
    const specificity = Math.min(1, weightOf(result.queryTerms) / 1.4) ** 0.36;
    const similarity = 0.7 * alike + 0.3 * familiarity(entry, reading.terms, wanted);
    const score = similarity * specificity * boostFor(entry, reading, place);
    scores.set(entry, Math.max(scores.get(entry) ?? 0, score));
  }
  return scores;
}

/**
 * Returns the weighted share of the question's terms that occur in the entry's wordings.
 * A term counts less if another entry uses it more often.
 */
function familiarity(entry: Entry, terms: readonly string[], wanted: number): number {
  return terms.reduce((total, term) => total + weightOf([term]) * (shareByTerm.get(term)?.get(entry) ?? 0), 0) / wanted;
}

/** Returns false if the entry is about another exchange or wallet. */
export function isApplicable(entry: Entry, { exchange, wallet }: Place): boolean {
  return (!entry.exchange || entry.exchange === exchange) && (!entry.wallet || entry.wallet === wallet);
}

/** Ranks entries for the current step or the named exchange or wallet above otherwise equal entries. */
function boostFor(entry: Entry, named: Reading, place: Place): number {
  let boost = 1;
  if (entry.at?.includes(place.step)) boost *= 1.08;
  if (named.exchange && named.exchange === entry.exchange) boost *= 1.22;
  if (named.wallet && named.wallet === entry.wallet) boost *= 1.22;
  if (named.exchange && entry.needs === 'exchange') boost *= 1.06;
  return boost;
}

/** Stems that occur in nearly every question. */
const frequentTerms = new Set(['xrp', 'exchang', 'wallet', 'send']);

/** Stems of dangers, which must have priority even in a long question. */
const dangers = new Set(['toexchang', 'phras', 'steal', 'telephon', 'remotecontrol', 'gift']);

/** Sums the terms' weights: topics count more than other words, rare terms more than frequent ones. */
function weightOf(terms: readonly string[]): number {
  return terms.reduce((total, term) => {
    const entries = shareByTerm.get(term)?.size;
    if (!entries) return total + weightOfUnknown;
    const rarity = Math.log(1 + knowledge.length / entries) / Math.log(1 + knowledge.length);
    return total + (0.45 + 0.55 * rarity) * kindWeight(term);
  }, 0);
}

/** Weight of a term outside our vocabulary. The weight is low because stories have many such terms. */
const weightOfUnknown = 0.6;

function kindWeight(term: string): number {
  if (weakTerms.has(term)) return 0.55;
  if (frequentTerms.has(term)) return 0.9;
  if (dangers.has(term)) return 4;
  return topicTerms.has(term) ? 2.4 : 1.3;
}

function countShares(): Map<string, Map<Entry, number>> {
  const shares = new Map<string, Map<Entry, number>>();
  for (const { id, entry } of questions) {
    for (const term of wordingTerms.get(id) ?? []) {
      const counts = shares.get(term) ?? new Map<Entry, number>();
      shares.set(term, counts.set(entry, (counts.get(entry) ?? 0) + 1));
    }
  }
  for (const counts of shares.values()) {
    const most = Math.max(...counts.values());
    for (const [entry, count] of counts) counts.set(entry, (count / most) ** 0.4);
  }
  return shares;
}
