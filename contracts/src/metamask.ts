/** The reason why MetaMask is not a supported wallet, and the alternative, in words for the customer. */
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
