import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { toTerms } from '@xrp-bridge/guidance/assistant/words';

/**
 * Why a wording of facts must not be shown, or null if it may. It must say nothing that the facts do not say, as far as
 * that can be told without understanding it; people move money by it, so that any doubt counts against it.
 */
export function whyNotShow(wording: string, facts: string): string | null {
  if (wording.length < 20 || wording.length > Math.min(longest, facts.length * 1.5)) return 'length';
  if (/[<>{}[\]`*#_|\\]/.test(wording) || /[^\n\P{Cc}]/u.test(wording)) return 'markup';
  if (detectSecret(wording) || sentencesOf(wording).some(asksForSecret)) return 'secret';
  if (!isPart(codesIn(wording), codesIn(facts))) return 'address';
  if (!isPart(numbersIn(wording), numbersIn(facts))) return 'number';
  if (!isPart(namesIn(wording), namesIn(facts))) return 'name';
  if (!isPart(deniedIn(wording), deniedIn(facts))) return 'denial';
  const known = sentencesOf(facts).map(readSentence);
  return sentencesOf(wording)
    .map(readSentence)
    .every((sentence) => isSaidBy(sentence, known))
    ? null
    : 'content';
}

const longest = 1200;

/** Sentences, and parts of them that stand for themselves. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:;])\s+|\n/).filter((sentence) => /\p{L}/u.test(sentence));
}

/** Names a secret and a way of handing it over, and does not say "never". */
function asksForSecret(sentence: string): boolean {
  const secret = /phrase|secret|private key|seed|\bwords\b|password|passcode|\bcodes?\b|\bpin\b/i;
  const handingOver = /\b(?:enter|type|paste|send|give|tell|share|upload|provide|submit|say|show|write|confirm)\b/i;
  return secret.test(sentence) && handingOver.test(sentence) && !negation.test(sentence) && !/on paper/i.test(sentence);
}

/** Every number, with the word behind it: "48 hours" says nothing about "48 days". */
function numbersIn(text: string): string[] {
  const spelled = new RegExp(`\\b(?:${Object.keys(numberWords).join('|')}|one(?= (?:${units})))\\b`, 'gi');
  const inDigits = text.replace(spelled, (word) => numberWords[word.toLowerCase()] ?? '1');
  const numbers = inDigits.matchAll(
    /(?<![\p{L}\d.,])(\$?\d(?:[\d.,]*\d)?)\s*(?:(?:business|working|more) )?(\p{L}*)/giu,
  );
  return [...numbers].map(([, number = '', word = '']) =>
    `${number} ${unit.exec(word)?.[0].toLowerCase() ?? ''}`.trim(),
  );
}

const units = 'xrp|hour|day|minute|second|week|month|year|word|letter|character|percent|dollar|time';
const unit = new RegExp(`^(?:${units})`, 'i');

const numberWords: Readonly<Record<string, string>> = Object.fromEntries(
  'zero,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen,twenty'
    .split(',')
    .map((word, index) => [word, String(index === 0 ? 0 : index + 1)])
    .concat([
      ['thirty', '30'],
      ['forty', '40'],
      ['fifty', '50'],
      ['sixty', '60'],
      ['ninety', '90'],
      ['hundred', '100'],
      ['thousand', '1000'],
      ['million', '1000000'],
      ['half', '0.5'],
      ['double', '2'],
      ['twice', '2'],
    ]),
);

/** Addresses, domains, mail addresses, hashes: whatever somebody could be led astray with. */
function codesIn(text: string): string[] {
  return [
    ...(text.match(/\S+@\S+|\S+:\/\/\S+/g) ?? []),
    ...(text.match(/\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/gi) ?? []),
    ...(text.match(/\b\w{16,}\b|\b0x\w*/g) ?? []),
  ].map((code) => code.replace(/[.,;:!?)]+$/, ''));
}

/** Words with a capital inside a sentence, and the exchanges, wallets and networks that we know, however written. */
function namesIn(text: string): string[] {
  const capitals = sentencesOf(text).flatMap(
    (sentence) => sentence.match(/(?<=[\p{L}\p{N},]\s[“"(]?)\p{Lu}[\p{L}\p{N}]+/gu) ?? [],
  );
  const known = knownNames.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(text));
  return [...capitals, ...known].map((name) => name.toLowerCase());
}

const knownNames = [
  ...exchanges.filter(({ domain }) => domain !== null).map(({ name }) => name),
  ...wallets.map(({ name }) => name),
  ...[
    'MetaMask',
    'Ethereum',
    'Bitcoin',
    'Tron',
    'Solana',
    'Base',
    'BNB',
    'BEP20',
    'ERC20',
    'Ripple',
    'PayPal',
    'Telegram',
  ],
];

/** What "not", "never" or "no" stands before: "choose A, not B" must not become "choose B, not A". */
function deniedIn(text: string): string[] {
  return [
    ...text.matchAll(/\b(?:not|never|no|without|avoid)\s+(?:a|an|the|any|your|to)?\s*[“"]?([\p{L}\p{N}]+)/giu),
  ].flatMap(([, word = '']) => toTerms(word));
}

function isPart(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

interface Sentence {
  terms: readonly string[];
  denies: boolean;
  isCondition: boolean;
  isHedged: boolean;
}

const negation = /\b(?:no|not|never|none|nobody|nothing|neither|nor|cannot|without|avoid)\b|n[’']t\b/i;

function readSentence(text: string): Sentence {
  return {
    terms: [...new Set(toTerms(text))].filter((term) => !['not', 'you', 'who', 'why', 'where', 'which'].includes(term)),
    denies: negation.test(text),
    isCondition: /\b(?:if|when|where|unless|once|after|until|only|with)\b/i.test(text),
    isHedged:
      /\b(?:about|may|can|could|usually|often|sometimes|up to|at least|said to|around|normally|some|most)\b/i.test(
        text,
      ),
  };
}

/**
 * Finds the fact nearest to a sentence: most of its words must be there, it must deny what the fact denies and nothing
 * else, and leave out neither a condition nor a "may".
 */
function isSaidBy(sentence: Sentence, facts: readonly Sentence[]): boolean {
  if (sentence.terms.length === 0) return true;
  const shared = (fact: Sentence) =>
    sentence.terms.filter((term) => fact.terms.includes(term)).length / sentence.terms.length;
  const most = Math.max(...facts.map(shared));
  if (most < enoughShared) return false;
  return facts
    .filter((fact) => shared(fact) === most)
    .some(
      (fact) =>
        fact.denies === sentence.denies &&
        (!fact.isCondition || sentence.isCondition) &&
        (!fact.isHedged || sentence.isHedged),
    );
}

const enoughShared = 0.65;
