import { defineStored } from '../../lib/storage.ts';

/** The transfer of its own that this browser worked on last, so that "My transfer" can lead back to it. */
export const lastTransfer = defineStored('last-transfer', textLike(/^[0-9a-f]{32}$/), null);

/**
 * The address this browser sent for a transfer, as the server should give it back (classic form). If the server ever
 * answers another one, the screen stops: a swapped address is how money gets lost.
 */
export const sentAddress = defineStored('sent-address', textLike(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/), null);

/** True when the server gives another address than the one this browser sent: then nothing must be copied. */
export function isSwapped(id: string, given: readonly (string | null)[]): boolean {
  const sent = sentAddress.get(id);
  return sent !== null && given.some((address) => address !== null && address !== sent);
}

function textLike(pattern: RegExp) {
  return (value: unknown): string | null | undefined =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;
}
