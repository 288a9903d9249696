/** Headlines that share so many of their words tell the same thing. */
const same = 0.8;

const stopWords = new Set(
  'a an and are as at be by for from has have in into is it its of on or that the to was were will with after over new'.split(
    ' ',
  ),
);

/** The words that a headline is known by. */
export function wordsOf(title: string): ReadonlySet<string> {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)));
}

/**
 * Finds headlines that were seen already in other words: by the share of words that two have in common (Jaccard).
 * What is added first is the original.
 */
export function createDuplicateFinder() {
  const known: { id: string; words: ReadonlySet<string> }[] = [];
  const byWord = new Map<string, number[]>();
  return {
    /** The original of a headline, or null for one that is new; either way it is known from now on. */
    add(id: string, title: string): string | null {
      const words = wordsOf(title);
      const shared = new Map<number, number>();
      for (const word of words)
        for (const place of byWord.get(word) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
      for (const [place, count] of shared) {
        const other = known[place] as (typeof known)[number];
        if (count / (words.size + other.words.size - count) >= same) return other.id;
      }
      for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), known.length]);
      known.push({ id, words });
      return null;
    },
  };
}
