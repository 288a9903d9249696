import { createHash } from 'node:crypto';

// Prices and texts depend only on names and dates, so they are the same in every run on every machine.

/** Returns a pseudorandom number in [0, 1), determined by the words. */
export function chance(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32;
}

/** Returns a normally distributed pseudorandom number with mean 0 and standard deviation 1. */
export function normal(...words: (string | number)[]): number {
  const [u, v] = [chance(...words, 'u'), chance(...words, 'v')];
  return Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v);
}

/** Picks one element, determined by the words. */
export function pick<Thing>(things: readonly Thing[], ...words: (string | number)[]): Thing {
  return things[Math.floor(chance(...words) * things.length)] as Thing;
}

export const dayMs = 86_400_000;

/** Returns the number of whole days since 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / dayMs);
}
