// How an address is shown and compared: whole, in groups of four, some of them bold.

/** Splits an address into groups of four; the last may be shorter. */
export function splitAddress(address: string): string[] {
  return address.match(/.{1,4}/g) ?? [];
}

/** Which of so many groups are bold, by their index: the first two, one in the middle and the last two. */
export function boldGroups(count: number): ReadonlySet<number> {
  return new Set([0, 1, Math.floor(count / 2), count - 2, count - 1].filter((index) => index >= 0 && index < count));
}

/** Names what `boldGroups` marks. */
export const compareBoldGroups = 'Compare the bold groups: the first two, one in the middle and the last two.';
