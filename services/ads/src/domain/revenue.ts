import { clickRevenueCents } from '@xrp-bridge/contracts/ad-plan';

// The value of a click, and the keys that prevent revenue from being recorded twice.

/** A network that pays for its ads. */
export const payingNetworks = ['coinzilla', 'bitmedia'] as const;
export type PayingNetwork = (typeof payingNetworks)[number];

/** Maximum number of counted clicks per visitor and day (ADR 0041). */
export const mostClicksPerDay = 20;

export interface Click {
  adId: string;
  kind: keyof typeof clickRevenueCents;
  /** The visitor's hash, which changes every day. */
  visitor: string;
}

/** Returns the estimated worth of a click in cents. Clicks on our own ads are worth nothing. */
export function worthOf(kind: Click['kind'], network: string): number {
  return isPayingNetwork(network) ? clickRevenueCents[kind] : 0;
}

export function isPayingNetwork(network: string | undefined): network is PayingNetwork {
  return payingNetworks.some((name) => name === network);
}

/** Returns the key of a click. A visitor's clicks on the same ad on the same day have the same key. */
export function keyOfClick({ adId, visitor }: Pick<Click, 'adId' | 'visitor'>, day: string): string {
  return `click ${day} ${adId} ${visitor}`;
}

/** Returns the key of a network's report for one day. */
export function keyOfReport(network: PayingNetwork, day: string): string {
  return `report ${network} ${day}`;
}

/** Returns the day of a time, in UTC, as `2026-11-25`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function keyOfRecord(key: string): string {
  return `record ${key}`;
}

/** Converts dollars to cents. Rounding removes the error of the binary fraction. */
export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}
