/** Returns a function that compares a text with the given texts (cosine similarity, from 0 to 1). */
export function createSimilarity(texts: ReadonlyMap<string, string>): (text: string) => (id: string) => number {
  const uses = new Map<string, number>();
  for (const part of [...texts.values()].flatMap(partsOf)) uses.set(part, (uses.get(part) ?? 0) + 1);

  /**
   * Weights words and word pairs by rarity (pairs lower than words), and normalizes the sum of the
   * squares to one.
   */
  function weigh(text: string): Map<string, number> {
    const weights = new Map(
      partsOf(text).map((part) => [
        part,
        Math.log(1 + texts.size / (uses.get(part) ?? 1)) * (part.includes(' ') ? 0.7 : 1),
      ]),
    );
    const length = Math.hypot(...weights.values()) || 1;
    return new Map([...weights].map(([part, weight]) => [part, weight / length]));
  }

  const weighed = new Map([...texts].map(([id, text]) => [id, weigh(text)]));
  return (text) => {
    const mine = weigh(text);
    return (id) => {
      const theirs = weighed.get(id);
      return theirs ? [...mine].reduce((sum, [part, weight]) => sum + weight * (theirs.get(part) ?? 0), 0) : 0;
    };
  };
}

/** Returns the words and word pairs of a text. The pairs distinguish "do I need" from "I do need". */
function partsOf(text: string): string[] {
  const words = text.split(' ').filter(Boolean);
  return [...new Set([...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)])];
}
