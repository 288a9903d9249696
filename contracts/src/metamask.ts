/** The reason why MetaMask is not a supported wallet, and the alternative, in words for the customer. */
export const metamaskNotice = {
  id: 'metamask',
  name: 'MetaMask',
  refused: true,
  lastChecked: '2026-11-20',
  source: 'https://xrpl.org/docs/concepts/accounts/addresses',
  confidence: 'official',
  reason: 'A MetaMask address starts with 0x and can’t hold XRP. If you send XRP to it, you’ll lose it.',
  steps: [
    {
      title: 'Stop: don’t send XRP to a 0x address',
      text: 'MetaMask addresses are for Ethereum and networks like it. XRP runs on a different network, where addresses start with a lowercase r.',
    },
    {
      title: 'Choose a wallet made for XRP',
      text: 'Pick a wallet from our list. Each one gives you an address that starts with r. Advanced users can add XRP to MetaMask with a “Snap” by Peersyst. Our guide doesn’t cover that.',
    },
  ],
} as const;
