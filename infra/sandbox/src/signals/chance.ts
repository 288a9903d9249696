import { createHash } from 'node:crypto';

// The market and what is said about it follow from names and dates alone: the same every time, on every machine.

/** A number from 0 up to 1, always the same for the same words. */
export function chance(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32;
}

/** A number around 0, as a normal distribution has it. */
export function normal(...words: (string | number)[]): number {
  const [u, v] = [chance(...words, 'u'), chance(...words, 'v')];
  return Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v);
}

/** One of several. */
export function pick<Thing>(things: readonly Thing[], ...words: (string | number)[]): Thing {
  return things[Math.floor(chance(...words) * things.length)] as Thing;
}

export const dayMs = 86_400_000;

/** Whole days since 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / dayMs);
}
