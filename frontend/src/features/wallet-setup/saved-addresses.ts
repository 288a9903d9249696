import { exchangeOfAddress } from '@xrp-bridge/contracts/known-exchange-addresses';
import { type WalletId, walletIds } from '@xrp-bridge/contracts/wallets';
import { checkDestination } from '@xrp-bridge/contracts/xrp-address';
import { defineStored, type Stored } from '../../lib/storage.ts';

/** The address that was confirmed for each wallet, as it was pasted. Whatever stands there is checked anew when it is read. */
export const savedAddresses = Object.fromEntries(
  walletIds.map((id) => [id, defineStored(`${id}_wallet_address`, parseAddress, null)]),
) as Record<WalletId, Stored<string | null>>;

function parseAddress(value: unknown): string | null | undefined {
  return typeof value === 'string' && unpackAddress(value) ? value : undefined;
}

/** The classic address, and the tag that it carried; null for what is no address of a wallet of one's own. */
export function unpackAddress(text: string): { address: string; tag: string | null } | null {
  const checked = checkDestination(text, null);
  return checked.ok && exchangeOfAddress(checked.address) === null ? checked : null;
}
