import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';
import MiniSearch from 'minisearch';
import type { Entry, Step } from './entry.ts';
import { knowledge } from './knowledge.ts';
import { createLikeness } from './likeness.ts';
import { asides, type Reading, read, saysNothing } from './reading.ts';
import { type Way, ways } from './ways.ts';
import { simplify, topicTerms } from './words.ts';

/** Where the person is, and what was chosen there or named in the question. */
export interface Place {
  step: Step;
  exchange: ExchangeId | null;
  wallet: WalletId | null;
}

export interface Match {
  entry: Entry;
  /** From 0, nothing in common, to about 1, word for word. */
  score: number;
}

/** The score of a question of ours as it stands. */
export const asItStands = 2;

const wayById = new Map(ways.map((way) => [way.id, way]));
const readings = new Map(ways.map(({ id, text }) => [id, read(text)]));
const wayTerms = new Map([...readings].map(([id, { terms }]) => [id, terms]));
const asked = ways.filter(({ isAnswer }) => !isAnswer);

const compare = createLikeness(new Map(asked.map(({ id }) => [id, readings.get(id)?.text ?? ''])));

/** Questions that are tapped rather than typed, and small talk without a word of weight. */
const entryByWords = new Map(asked.map(({ text, entry }) => [simplify(text), entry]));

/** For each term the entries that are asked for with it, and how often compared with the one that is most. */
const shareByTerm = countShares();

const index = new MiniSearch<{ id: string; terms: string }>({
  fields: ['terms'],
  tokenize: (terms) => terms.split(' '),
  processTerm: (term) => term,
  searchOptions: {
    combineWith: 'OR',
    // A word that we use ourselves is meant as it stands.
    fuzzy: (term) => !isOurWord(term) && term.length > 5 && 0.2,
    prefix: (term) => !isOurWord(term) && term.length > 4,
  },
});
index.addAll([...wayTerms].map(([id, terms]) => ({ id, terms: terms.join(' ') })));

export function isOurWord(term: string): boolean {
  return shareByTerm.has(term);
}

/** The entries that a question may mean, best first. The numbers here were found with test/assistant/questions. */
export function findEntries(question: string, place: Place): Match[] {
  const scores = new Map<Entry, number>();
  const same = entryByWords.get(simplify(question));
  if (same && isMeant(same, place)) scores.set(same, asItStands);
  for (const { reading, weight } of readParts(question)) {
    if (saysNothing(reading)) continue;
    for (const [entry, score] of scorePart(reading, place)) {
      scores.set(entry, Math.max(scores.get(entry) ?? 0, score * weight));
    }
  }
  return [...scores].map(([entry, score]) => ({ entry, score })).sort((a, b) => b.score - a.score);
}

/** Long questions tell a story: each sentence is tried by itself, too, and counts as much as it tells. */
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
  const likenessTo = compare(reading.text);
  for (const result of index.search(reading.terms.join(' '))) {
    const { entry, isAnswer, id } = wayById.get(result.id) as Way;
    if (!isMeant(entry, place)) continue;
    const exact = result.queryTerms.filter((term) => result.terms.includes(term));
    const covered = (0.4 * weightOf(result.queryTerms) + 0.6 * weightOf(exact)) / wanted;
    const used = Math.min(1, weightOf(result.terms) / weightOf(wayTerms.get(id) ?? []));
    const alike = isAnswer ? covered * 0.5 : 0.7 * covered ** 0.64 * used ** 0.45 + 0.3 * likenessTo(id);
    // Sharing only words that are everywhere is no great likeness.
    const telling = Math.min(1, weightOf(result.queryTerms) / 1.4) ** 0.36;
    const likeness = 0.7 * alike + 0.3 * familiarity(entry, reading.terms, wanted);
    const score = likeness * telling * boostFor(entry, reading, place);
    scores.set(entry, Math.max(scores.get(entry) ?? 0, score));
  }
  return scores;
}

/** How much of what is wanted belongs to the entry, whichever of its ways to ask it stands in. */
function familiarity(entry: Entry, terms: readonly string[], wanted: number): number {
  return terms.reduce((total, term) => total + weightOf([term]) * (shareByTerm.get(term)?.get(entry) ?? 0), 0) / wanted;
}

/** False where the entry is about another exchange or wallet. */
export function isMeant(entry: Entry, { exchange, wallet }: Place): boolean {
  return (!entry.exchange || entry.exchange === exchange) && (!entry.wallet || entry.wallet === wallet);
}

/** What belongs to the step, the exchange or the wallet in question comes first among equals. */
function boostFor(entry: Entry, named: Reading, place: Place): number {
  let boost = 1;
  if (entry.at?.includes(place.step)) boost *= 1.08;
  if (named.exchange && named.exchange === entry.exchange) boost *= 1.22;
  if (named.wallet && named.wallet === entry.wallet) boost *= 1.22;
  if (named.exchange && entry.needs === 'exchange') boost *= 1.06;
  return boost;
}

/** What nearly every question holds. */
const everywhere = new Set(['xrp', 'exchang', 'wallet', 'send']);

/** What must not be overlooked in a longer question. */
const dangers = new Set(['toexchang', 'phras', 'steal', 'telephon', 'remotecontrol', 'gift']);

/** How much terms tell: what a question is about more than other words, what few entries say more than what many do. */
function weightOf(terms: readonly string[]): number {
  return terms.reduce((total, term) => {
    const entries = shareByTerm.get(term)?.size;
    if (!entries) return total + weightOfUnknown;
    const rarity = Math.log(1 + knowledge.length / entries) / Math.log(1 + knowledge.length);
    return total + (0.45 + 0.55 * rarity) * kindWeight(term);
  }, 0);
}

/** Stories hold many words that nobody here says: each counts for little. */
const weightOfUnknown = 0.6;

function kindWeight(term: string): number {
  if (asides.has(term)) return 0.55;
  if (everywhere.has(term)) return 0.9;
  if (dangers.has(term)) return 4;
  return topicTerms.has(term) ? 2.4 : 1.3;
}

function countShares(): Map<string, Map<Entry, number>> {
  const shares = new Map<string, Map<Entry, number>>();
  for (const { id, entry } of asked) {
    for (const term of wayTerms.get(id) ?? []) {
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
