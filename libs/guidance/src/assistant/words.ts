import { fillers, phrases, synonyms, topics } from './vocabulary.ts';

/**
 * Converts questions and entries to index terms.
 * Lower-cases, maps synonyms to one term ("memo" and "destination tag" both become `tag`), and removes endings and
 * fillers.
 */
export function toTerms(text: string): string[] {
  let plain = simplify(text);
  for (const [word, pattern] of phrases) plain = plain.replace(pattern, word);
  return plain.split(' ').flatMap((word) => {
    if (word === '' || fillers.has(word) || /^\d+$/.test(word)) return [];
    const stem = toStem(word);
    return [termByStem.get(stem) ?? stem];
  });
}

/**
 * Normalizes text to lower case and single spaces, without accents, punctuation or repeated letters.
 * Addresses and links become words.
 */
export function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'’`´]/gu, '')
    .replace(/https?:\/\/\S+|\bwww\.\S+/gi, ' weblink ')
    .replace(/\S+/g, (word) => (isMailAddress(word) ? ' mailaddress ' : word))
    .replace(/\br[1-9A-HJ-NP-Za-km-z]{24,34}\b|\bX[1-9A-HJ-NP-Za-km-z]{46}\b/g, ' address ')
    .replace(/\b0x[0-9a-f]*\b/gi, ' evmaddress ')
    .replace(/\b[0-9a-f]{64}\b/gi, ' hash ')
    .replace(/[-=]>|→/g, ' to ')
    .replace(/\$/g, ' dollar ')
    .toLowerCase()
    .replace(/crypto\.com/g, 'cryptocom')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .trim();
}

/** Returns true for a word with the form of an e-mail address, such as name@somewhere.net. */
function isMailAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && word.lastIndexOf('.', word.length - 2) > at + 1;
}

/**
 * Creates a function that corrects misspelt words to the closest word of the vocabulary.
 * It accepts at most one typo (a wrong, missing, extra or swapped letter) in words of up to seven letters, and two in
 * longer words. The function caches its results in `corrections`.
 */
export function createSpelling(texts: Iterable<string>): (text: string, corrections: Map<string, string>) => string {
  const vocabulary = new Set([...texts].flatMap((text) => simplify(text).split(' ')));
  for (const word of [...fillers, ...synonyms.split(/\s+/)]) vocabulary.add(word);
  const stems = new Set([...vocabulary].map(toStem));
  const isKnown = (word: string) =>
    word.length < 4 ||
    vocabulary.has(word) ||
    wordsOfPhrases.has(word) ||
    (/(?:s|ing|ed|ly)$/.test(word) && stems.has(toStem(word)));
  const byLength = Map.groupBy(vocabulary, (word) => word.length);

  function correct(word: string): string {
    const allowed = word.length < 8 ? 1 : 2;
    let best = { word, distance: allowed + 1 };
    for (let length = word.length - allowed; length <= word.length + allowed; length++) {
      for (const candidate of byLength.get(length) ?? []) {
        // Typos in the first letter are rare. A short word with another first letter is most likely another word.
        if (candidate[0] !== word[0] && word.length < 6) continue;
        const distance = countSlips(word, candidate, best.distance - 1);
        if (distance < best.distance) best = { word: candidate, distance };
      }
    }
    return best.word;
  }

  return (text, corrections) =>
    simplify(text)
      .split(' ')
      .slice(0, mostWords)
      .map((each) => {
        const word = each.slice(0, longestWord);
        const correction = corrections.get(word) ?? (isKnown(word) ? word : correct(word));
        corrections.set(word, correction);
        return correction;
      })
      .join(' ');
}

/** Maximum number of words to process, because each unknown word takes time to correct. */
const mostWords = 120;

/** Maximum word length to compare. Longer input is not a word and would be slow to compare. */
const longestWord = 32;

/** Returns the Damerau–Levenshtein distance (a swap counts once), or limit + 1 if it exceeds the limit. */
function countSlips(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let slips = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        slips = Math.min(slips, (beforeLast[j - 2] as number) + 1);
      }
      row.push(slips);
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] as number;
}

/** Removes common endings: "accounts", "confirming" and "confirmed" become "account" and "confirm". */
function toStem(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/(?<=[^sui])s$/, '')
    .replace(/(?<=...)(?:ing|ed|ly)$/, '')
    .replace(/(?<=..)([bdfgklmnprt])\1$/, '$1')
    .replace(/(?<=...)e$/, '');
}

const wordsOfPhrases = new Set(phrases.flatMap(([, { source }]) => source.match(/[a-z]+/g) ?? []));

/** Stems of the topics. */
export const topicTerms: ReadonlySet<string> = new Set(topics.trim().split(/\s+/).map(toStem));

const termByStem = new Map(
  synonyms
    .trim()
    .split('\n')
    .toReversed()
    .flatMap((line) => {
      const words = line.trim().split(/\s+/).map(toStem);
      return words.map((word) => [word, words[0] as string] as const);
    }),
);
