/** Headlines that share so many of their words tell the same thing. */
const same = 0.8;

const stopWords = new Set(
  'a an and are as at be by for from has have in into is it its of on or that the to was were will with after over new'.split(
    ' ',
  ),
);

/** The words that a text is known by. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)));
}

/** How much two texts say the same: the share of words that they have in common (Jaccard), from 0 to 1. */
export function likenessOf(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return shareOf([...words].filter((word) => others.has(word)).length, words, others);
}

function shareOf(common: number, words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return common / Math.max(1, words.size + others.size - common);
}

/**
 * Finds headlines that were seen already in other words, by their likeness. What is added first is the original.
 */
export function createDuplicateFinder() {
  const known: { id: string; words: ReadonlySet<string> }[] = [];
  const byWord = new Map<string, number[]>();
  return {
    /** The original of a headline, or null for one that is new, which is known from now on. */
    add(id: string, title: string): string | null {
      const words = wordsOf(title);
      const shared = new Map<number, number>();
      for (const word of words)
        for (const place of byWord.get(word) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
      for (const [place, count] of shared) {
        const other = known[place] as (typeof known)[number];
        if (shareOf(count, words, other.words) >= same) return other.id;
      }
      for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), known.length]);
      known.push({ id, words });
      return null;
    },
  };
}
