/** The wallets a transfer can go to. This file ships on the landing route: no imports, few bytes. */
export const walletIds = ['trust', 'xumm', 'ledger', 'exodus', 'atomic', 'coinomi', 'tangem'] as const;

export type WalletId = (typeof walletIds)[number];

export interface Wallet {
  readonly id: WalletId;
  readonly name: string;
  /** A name people may still look for. */
  readonly formerName: string | null;
  /** What it is, at most 45 characters. */
  readonly hint: string;
  readonly domain: string;
  /** The maker's own page with its download links; we never link a store or a file. */
  readonly site: string;
  /** One or two letters, drawn where there is no mark. */
  readonly monogram: string;
}

export const wallets: readonly Wallet[] = [
  {
    id: 'trust',
    name: 'Trust Wallet',
    formerName: null,
    hint: 'Phone and browser',
    domain: 'trustwallet.com',
    site: 'https://trustwallet.com/download',
    monogram: 'T',
  },
  {
    id: 'xumm',
    name: 'Xaman',
    formerName: 'XUMM',
    hint: 'Formerly XUMM',
    domain: 'xaman.app',
    site: 'https://xaman.app',
    monogram: 'X',
  },
  {
    id: 'ledger',
    name: 'Ledger',
    formerName: null,
    hint: 'Hardware wallet',
    domain: 'ledger.com',
    site: 'https://www.ledger.com',
    monogram: 'L',
  },
  {
    id: 'exodus',
    name: 'Exodus',
    formerName: null,
    hint: 'Phone and desktop',
    domain: 'exodus.com',
    site: 'https://www.exodus.com/download/',
    monogram: 'E',
  },
  {
    id: 'atomic',
    name: 'Atomic Wallet',
    formerName: null,
    hint: 'Phone and desktop',
    domain: 'atomicwallet.io',
    site: 'https://atomicwallet.io/downloads',
    monogram: 'A',
  },
  {
    id: 'coinomi',
    name: 'Coinomi',
    formerName: null,
    hint: 'Phone and desktop',
    domain: 'coinomi.com',
    site: 'https://www.coinomi.com/en/downloads/',
    monogram: 'Co',
  },
  {
    id: 'tangem',
    name: 'Tangem',
    formerName: null,
    hint: 'Card or ring, used with your phone',
    domain: 'tangem.com',
    site: 'https://tangem.com',
    monogram: 'Ta',
  },
];

/** Why MetaMask is not among the wallets, and what to do instead. */
export const metamaskNotice = {
  id: 'metamask',
  name: 'MetaMask',
  refused: true,
  lastChecked: '2026-11-20',
  source: 'https://xrpl.org/docs/concepts/accounts/addresses',
  confidence: 'official',
  reason: 'A MetaMask address begins with 0x and cannot hold XRP. XRP sent to it would be lost.',
  steps: [
    {
      title: 'Stop: do not send XRP to a 0x address',
      text: 'MetaMask addresses belong to Ethereum and networks like it. The XRP Ledger is a different network, and its addresses begin with a small r.',
    },
    {
      title: 'Choose a wallet made for XRP',
      text: 'Pick one of the wallets in our list: each gives you an address that begins with r. For advanced users there is an XRP Ledger add-on for MetaMask (a “Snap”, by Peersyst); our guide does not cover it.',
    },
  ],
} as const;

/** The name to show for a wallet. */
export function walletName(id: WalletId): string {
  return wallets.find((wallet) => wallet.id === id)?.name ?? id;
}
