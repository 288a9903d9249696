import { exchangeOfAddress } from '@xrp-bridge/contracts/known-exchange-addresses';
import { type WalletId, walletIds } from '@xrp-bridge/contracts/wallets';
import { checkDestination } from '@xrp-bridge/contracts/xrp-address';
import { defineStored, type Stored } from '../../lib/storage.ts';

/** The confirmed address of each wallet, as it was pasted. Each read checks the address again. */
export const savedAddresses = Object.fromEntries(
  walletIds.map((id) => [id, defineStored(`${id}_wallet_address`, parseAddress, null)]),
) as Record<WalletId, Stored<string | null>>;

function parseAddress(value: unknown): string | null | undefined {
  return typeof value === 'string' && unpackAddress(value) ? value : undefined;
}

/**
 * Returns the classic address and the tag of a pasted address.
 * Returns null for invalid text and for an exchange's address.
 */
export function unpackAddress(text: string): { address: string; tag: string | null } | null {
  const checked = checkDestination(text, null);
  return checked.ok && exchangeOfAddress(checked.address) === null ? checked : null;
}
