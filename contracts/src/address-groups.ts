// An address is always shown and compared in full, in groups of four characters, some of them bold.

/** Splits an address into groups of four characters; the last group may be shorter. */
export function splitAddress(address: string): string[] {
  return address.match(/.{1,4}/g) ?? [];
}

/** Returns the indexes of the bold groups: the first two, one in the middle and the last two. */
export function boldGroups(count: number): ReadonlySet<number> {
  return new Set([0, 1, Math.floor(count / 2), count - 2, count - 1].filter((index) => index >= 0 && index < count));
}

/** The instruction for customers that matches `boldGroups`. */
export const compareBoldGroups =
  'Check that the bold parts match: the first two groups, one in the middle, and the last two.';
