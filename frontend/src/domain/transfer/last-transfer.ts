import { defineStored } from '../../lib/storage.ts';

/** This browser's last own transfer, for the link "My transfer". */
export const lastTransfer = defineStored('last-transfer', textLike(/^[0-9a-f]{32}$/), null);

/**
 * The address that this browser sent for a transfer, in classic form.
 * If the server returns another address, the screen stops: a swapped address loses the money.
 */
export const sentAddress = defineStored('sent-address', textLike(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/), null);

/** Returns true if the server returned another address than this browser sent: it must not be copied. */
export function isSwapped(id: string, returned: readonly (string | null)[]): boolean {
  const sent = sentAddress.get(id);
  return sent !== null && returned.some((address) => address !== null && address !== sent);
}

function textLike(pattern: RegExp) {
  return (value: unknown): string | null | undefined =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;
}
