import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

// The reading age of our texts, for tests. The limit is low, because fear makes reading harder.

/** The highest reading age of our texts, in years. */
const maximumAge = 11;
/** Reading age = US school grade + this number. */
const ageOfGradeZero = 5;
/** Shorter texts are labels and commands ("Check again"), for which the formula is meaningless. */
const minimumWords = 5;
/**
 * Maximum number of words in a sentence
 * (https://www.gov.uk/guidance/content-design/writing-for-gov-uk).
 */
const maximumWords = 25;

/**
 * Texts that count as one short word each.
 * Customers only compare them with another screen, or already read them at the exchange. If two patterns match at the
 * same place, the first one applies.
 */
const givenWords: readonly { why: string; words: readonly string[] }[] = [
  { why: 'A quoted label, which customers match letter by letter on another screen', words: ['“[^”]*”'] },
  { why: 'The mark of an optional field', words: [String.raw`\(optional\)`] },
  { why: 'A URL or an e-mail address', words: [String.raw`\S+@\S+\w`, String.raw`https?:\S+`] },
  { why: 'A domain', words: [String.raw`(?:[a-z0-9-]+\.)+(?:com|net|app|io|org|us|test|example)`] },
  {
    why: 'A date',
    words: [
      String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(?:, \d{4})?`,
      String.raw`\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?`,
    ],
  },
  { why: 'A number, a price, a hash or an XRP address', words: [String.raw`\S*\d\S*\w`, String.raw`\d`] },
  {
    why: 'The name of a place, a company or a product',
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
    why: 'A term on the screens of exchanges and wallets',
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
 * Each text of `givenWords` counts as one syllable. Sentences of four words or fewer have age 0.
 */
export function readingAge(sentence: string): number {
  const words = wordsOf(sentence);
  if (words.length < minimumWords) return 0;
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return ageOfGradeZero + fleschKincaid({ sentence: 1, word: words.length, syllable: syllables });
}

/**
 * Lists the hard texts: parts above the reading age of 11, and sentences of more than 25 words.
 * As in Flesch's formula, a part ends at a full stop, question mark, colon or semicolon. `exceptions` contains whole
 * parts and the reasons for them; unused exceptions are listed too.
 */
export function findHardSentences(
  texts: Iterable<string>,
  exceptions: Readonly<Record<string, string>> = {},
): string[] {
  const sentences = [...new Set([...texts].flatMap((text) => split(text, /(?<=[.?!…][”)]?)\s+(?=\S)|\n+/u)))];
  const parts = [...new Set(sentences.flatMap((sentence) => split(sentence, /(?<=[:;])\s+/u)))];
  const unused = Object.keys(exceptions).filter((exception) => !parts.includes(exception));
  return [
    ...sentences
      .map((sentence) => ({ sentence, length: wordsOf(sentence).length }))
      .filter(({ length }) => length > maximumWords)
      .map(({ sentence, length }) => `${length} words: ${sentence}`),
    ...parts
      .filter((part) => !(part in exceptions) && readingAge(part) > maximumAge)
      .map((part) => `Age ${readingAge(part).toFixed(2)}: ${part}`),
    ...unused.map((exception) => `Unused exception: ${exception}`),
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
