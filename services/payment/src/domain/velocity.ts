// Limits that stop tests of stolen cards. A tester opens payments in our name and confirms them at the provider with one
// card after the other, or guesses the security code of one card.

/**
 * Payments that a visitor may open in a day.
 * Customers behind one router or mobile network count as one visitor.
 */
export const mostOpened = 60;

/** Declines of all payments that a visitor opened in a day, and declines of a card in a day. */
export const mostDeclined = { visitor: 20, card: 10 } as const;

/** A counted source of one day: a visitor by the BFF's hash, or a card by the provider's fingerprint. */
export interface Velocity {
  source: string;
  opened: number;
  declined: number;
}

export function sourceOf(kind: keyof typeof mostDeclined, id: string): string {
  return `${kind} ${id}`;
}

/** Returns whether a source may neither open another payment nor try another card. */
export function isOverLimit({ source, opened, declined }: Velocity): boolean {
  const kind = source.startsWith('card ') ? 'card' : 'visitor';
  return opened > mostOpened || declined >= mostDeclined[kind];
}
