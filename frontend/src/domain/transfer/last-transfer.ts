import { defineStored } from '../../lib/storage.ts';

/** The id of the last transfer that this browser owns, for the link "My transfer". */
export const lastTransfer = defineStored('last-transfer', textLike(/^[0-9a-f]{32}$/), null);

/**
 * The address that this browser sent for a transfer, in classic form.
 * If the server returns another address, the screen shows an alarm, because XRP sent to a replaced address is lost.
 */
export const sentAddress = defineStored('sent-address', textLike(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/), null);

/**
 * Returns true if the server returned an address that this browser did not send.
 * Such an address must not be copied.
 */
export function isSwapped(id: string, returned: readonly (string | null)[]): boolean {
  const sent = sentAddress.get(id);
  return sent !== null && returned.some((address) => address !== null && address !== sent);
}

function textLike(pattern: RegExp) {
  return (value: unknown): string | null | undefined =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;
}
