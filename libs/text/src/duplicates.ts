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

/** Something that was told. */
export interface Told {
  id: string;
  text: string;
  at: Date;
  /** What it is about. */
  topics: readonly string[];
}

/**
 * Finds texts that were told already in other words, by their likeness. What is added first is the original.
 *
 * @param withinMs what lies further apart than this is not the same told again, nor is what shares no topic
 */
export function createDuplicateFinder(withinMs: number) {
  interface Known {
    id: string;
    at: number;
    words: ReadonlySet<string>;
  }
  /** Under topic, span of time and word, so that no text is held against all of a year. */
  const known = new Map<string, Known[]>();
  const spanOf = (at: number) => Math.floor(at / withinMs);

  function findOriginal({ at, words }: Known, topic: string): Known | undefined {
    const shared = new Map<Known, number>();
    for (const span of [spanOf(at) - 1, spanOf(at), spanOf(at) + 1])
      for (const word of words)
        for (const other of known.get(`${topic} ${span} ${word}`) ?? [])
          if (Math.abs(at - other.at) <= withinMs) shared.set(other, (shared.get(other) ?? 0) + 1);
    return [...shared].find(([other, count]) => shareOf(count, words, other.words) >= same)?.[0];
  }

  return {
    /** The original of a text, or null for one that is new, which is known from now on. */
    add({ id, text, at, topics }: Told): string | null {
      const one: Known = { id, at: at.getTime(), words: wordsOf(text) };
      for (const topic of topics) {
        const original = findOriginal(one, topic);
        if (original) return original.id;
      }
      for (const topic of topics) {
        for (const word of one.words) {
          const place = `${topic} ${spanOf(one.at)} ${word}`;
          const others = known.get(place);
          if (others) others.push(one);
          else known.set(place, [one]);
        }
      }
      return null;
    },
  };
}
