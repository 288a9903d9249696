import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

// For tests: the reading age of our texts. The limit is low, because fear makes reading harder.

/** The maximum age, in years. */
const oldestAge = 11;
/** Reading age = US school grade + this number. */
const ageOfGradeZero = 5;
/** Shorter texts are labels and commands ("Check again"), for which the formula is meaningless. */
const fewestWords = 5;
/**
 * Maximum words from full stop to full stop
 * (https://www.gov.uk/guidance/content-design/writing-for-gov-uk).
 */
const mostWords = 25;

/**
 * Texts that count as a single short word, because customers match them without understanding or read
 * them at the exchange anyway. Removed in this order.
 */
const givenWords: readonly { why: string; words: readonly string[] }[] = [
  { why: 'It is looked for on another screen, letter by letter', words: ['“[^”]*”'] },
  { why: 'It stands behind the name of a field that may stay empty', words: [String.raw`\(optional\)`] },
  { why: 'An address of the web or of mail', words: [String.raw`\S+@\S+\w`, String.raw`https?:\S+`] },
  { why: 'A domain', words: [String.raw`(?:[a-z0-9-]+\.)+(?:com|net|app|io|org|us|test|example)`] },
  { why: 'A day', words: [String.raw`\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?`] },
  { why: 'A figure, a price, a hash or an XRP address', words: [String.raw`\S*\d\S*\w`, String.raw`\d`] },
  {
    why: 'The name of a place, a company or a thing of theirs',
    words: [
      ...[...exchanges, ...wallets].flatMap(({ id, name }) => (id === 'other' ? [] : [name])),
      ...[
        'XRP Bridge',
        'concierge',
        'XRP Ledger',
        'XUMM',
        'MetaMask',
        'Trust Wallet',
        'Ledger Wallet',
        'Ledger Live',
        'My Ledger',
      ],
      ...['Apple Pay', 'Google Pay', 'PayPal', 'Venmo', 'Cash App', 'Zelle', 'WhatsApp', 'Telegram'],
      ...['BNB Smart Chain', 'Ethereum', 'Tron', 'European Union', 'United Kingdom', 'United States', 'New York'],
    ],
  },
  {
    why: 'The exchange’s or wallet’s own word: it stands on the screen where it is needed',
    words: [
      ...['destination tags?', 'withdrawals?', 'withdraw', 'transactions?', 'networks?'],
      ...['recovery (?:phrase|words)', 'addresses', 'address', 'exchanges?', 'wallets?'],
    ],
  },
];

const given = new RegExp(
  givenWords
    .flatMap(({ words }) => words)
    .map((word) => String.raw`(?<![\p{L}\d])(?:${word})(?![\p{L}\d])`)
    .join('|'),
  'gu',
);

/**
 * Returns a sentence's reading age: five years plus the Flesch–Kincaid grade.
 * Given words count as one syllable. Sentences of four words or fewer have age 0.
 */
export function readingAge(sentence: string): number {
  const words = wordsOf(sentence);
  if (words.length < fewestWords) return 0;
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return ageOfGradeZero + fleschKincaid({ sentence: 1, word: words.length, syllable: syllables });
}

/**
 * Lists the hard texts: parts above the reading age of 11, and sentences of more than 25 words.
 * As in Flesch's formula, a part ends at a full stop, question mark, colon or semicolon. `exceptions` has whole parts
 * and the reasons for them; unused exceptions are listed too.
 */
export function findHardSentences(
  texts: Iterable<string>,
  exceptions: Readonly<Record<string, string>> = {},
): string[] {
  const sentences = [...new Set([...texts].flatMap((text) => split(text, /(?<=[.?!…][”)]?)\s+(?=\S)|\n+/u)))];
  const thoughts = [...new Set(sentences.flatMap((sentence) => split(sentence, /(?<=[:;])\s+/u)))];
  const unused = Object.keys(exceptions).filter((exception) => !thoughts.includes(exception));
  return [
    ...sentences
      .map((sentence) => ({ sentence, length: wordsOf(sentence).length }))
      .filter(({ length }) => length > mostWords)
      .map(({ sentence, length }) => `${length} words: ${sentence}`),
    ...thoughts
      .filter((thought) => !(thought in exceptions) && readingAge(thought) > oldestAge)
      .map((thought) => `Age ${readingAge(thought).toFixed(2)}: ${thought}`),
    ...unused.map((exception) => `No longer said: ${exception}`),
  ];
}

function split(text: string, at: RegExp): string[] {
  return text
    .split(at)
    .map((part) => part.trim())
    .filter(Boolean);
}

function wordsOf(sentence: string): string[] {
  return sentence.replace(given, 'X').match(/[\p{L}][\p{L}’'-]*/gu) ?? [];
}
