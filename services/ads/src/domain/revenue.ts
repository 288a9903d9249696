import { clickRevenueCents } from '@xrp-bridge/contracts/ad-plan';

// What a click is worth, and when it is the same click as before.

export interface Click {
  adId: string;
  kind: keyof typeof clickRevenueCents;
  /** A hash that changes every day. */
  visitor: string;
}

/** What the click is worth: set here, whatever was sent. */
export function worthOf(kind: Click['kind']): number {
  return clickRevenueCents[kind];
}

/** The same for the same visitor, ad and hour: it is booked once. */
export function keyOfClick({ adId, visitor }: Click, at: Date): string {
  return `click ${at.toISOString().slice(0, 13)} ${adId} ${visitor}`;
}

export function keyOfRecord(key: string): string {
  return `record ${key}`;
}

/** Dollars as they are typed, in cents: rounding hides what a binary fraction is off, and nothing else. */
export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}
