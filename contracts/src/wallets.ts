/**
 * Wallets that a transfer can go to.
 * Small and without imports, because the landing page loads this file.
 */
export const walletIds = ['trust', 'xumm', 'ledger', 'exodus', 'atomic', 'coinomi', 'tangem'] as const;

export type WalletId = (typeof walletIds)[number];

export interface Wallet {
  readonly id: WalletId;
  readonly name: string;
  /** A previous name that customers may still search for. */
  readonly formerName: string | null;
  /** A description of at most 45 characters. */
  readonly hint: string;
  readonly domain: string;
  /** The maker's page with download links. We never link to a store or a file. */
  readonly site: string;
}

export const wallets: readonly Wallet[] = [
  {
    id: 'trust',
    name: 'Trust Wallet',
    formerName: null,
    hint: 'Phone and browser',
    domain: 'trustwallet.com',
    site: 'https://trustwallet.com/download',
  },
  {
    id: 'xumm',
    name: 'Xaman',
    formerName: 'XUMM',
    hint: 'Formerly XUMM',
    domain: 'xaman.app',
    site: 'https://xaman.app',
  },
  {
    id: 'ledger',
    name: 'Ledger',
    formerName: null,
    hint: 'Hardware wallet',
    domain: 'ledger.com',
    site: 'https://www.ledger.com',
  },
  {
    id: 'exodus',
    name: 'Exodus',
    formerName: null,
    hint: 'Phone and desktop',
    domain: 'exodus.com',
    site: 'https://www.exodus.com/download/',
  },
  {
    id: 'atomic',
    name: 'Atomic Wallet',
    formerName: null,
    hint: 'Phone and desktop',
    domain: 'atomicwallet.io',
    site: 'https://atomicwallet.io/downloads',
  },
  {
    id: 'coinomi',
    name: 'Coinomi',
    formerName: null,
    hint: 'Phone and desktop',
    domain: 'coinomi.com',
    site: 'https://www.coinomi.com/en/downloads/',
  },
  {
    id: 'tangem',
    name: 'Tangem',
    formerName: null,
    hint: 'Card or ring, used with your phone',
    domain: 'tangem.com',
    site: 'https://tangem.com',
  },
];

export function walletName(id: WalletId): string {
  return wallets.find((wallet) => wallet.id === id)?.name ?? id;
}
