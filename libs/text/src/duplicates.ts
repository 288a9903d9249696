/** Minimum share of words that two headlines about the same event have in common. */
const minimumSimilarity = 0.8;

const stopWords = new Set(
  'a an and are as at be by for from has have in into is it its of on or that the to was were will with after over new'.split(
    ' ',
  ),
);

/** Returns the words of a text except stop words. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)));
}

/** Returns the similarity of two texts: the share of common words (Jaccard index), from 0 to 1. */
export function similarityOf(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return shareOf([...words].filter((word) => others.has(word)).length, words, others);
}

function shareOf(common: number, words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return common / Math.max(1, words.size + others.size - common);
}

/** A published text. */
export interface DatedText {
  id: string;
  text: string;
  at: Date;
  /** Topics of the text. Only texts with a topic in common are compared. */
  topics: readonly string[];
}

/**
 * Creates a finder of texts with nearly the same words.
 * Of two duplicates, the text that was added first is the original.
 * @param withinMs maximum time between two duplicates
 */
export function createDuplicateFinder(withinMs: number) {
  interface IndexedText {
    id: string;
    at: number;
    words: ReadonlySet<string>;
  }
  /**
   * The keys consist of topic, time span and word, so that a text is not compared with a whole year of
   * texts.
   */
  const index = new Map<string, IndexedText[]>();
  const spanOf = (at: number) => Math.floor(at / withinMs);

  function findOriginal({ at, words }: IndexedText, topic: string): IndexedText | undefined {
    const shared = new Map<IndexedText, number>();
    for (const span of [spanOf(at) - 1, spanOf(at), spanOf(at) + 1])
      for (const word of words)
        for (const other of index.get(`${topic} ${span} ${word}`) ?? [])
          if (Math.abs(at - other.at) <= withinMs) shared.set(other, (shared.get(other) ?? 0) + 1);
    return [...shared].find(([other, count]) => shareOf(count, words, other.words) >= minimumSimilarity)?.[0];
  }

  return {
    /** Returns the original's id of a duplicate. Otherwise stores the text and returns null. */
    add({ id, text, at, topics }: DatedText): string | null {
      const one: IndexedText = { id, at: at.getTime(), words: wordsOf(text) };
      for (const topic of topics) {
        const original = findOriginal(one, topic);
        if (original) return original.id;
      }
      for (const topic of topics) {
        for (const word of one.words) {
          const place = `${topic} ${spanOf(one.at)} ${word}`;
          const others = index.get(place);
          if (others) others.push(one);
          else index.set(place, [one]);
        }
      }
      return null;
    },
  };
}
