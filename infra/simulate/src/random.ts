import { hash } from 'node:crypto';

/** A seeded random generator. The same seed returns the same values. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a number between two bounds. */
  between(least: number, most: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  fill(bytes: Uint8Array): void;
}

/**
 * Creates a generator from the hash of a text.
 * The algorithm is sfc32: https://pracrand.sourceforge.net/RNG_engines.txt
 */
export function createRandom(seed: string): Random {
  const words = hash('sha256', seed, 'buffer');
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => words.readInt32LE(at)) as [number, number, number, number];

  function nextWord(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  const next = () => nextWord() / 2 ** 32;
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    fill(bytes) {
      for (let place = 0; place < bytes.length; place++) bytes[place] = nextWord() & 0xff;
    },
  };
}
