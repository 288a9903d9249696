/**
 * Returns links to a transaction at three explorers, so that the customer need not trust a single
 * explorer.
 */
export function transactionLinks(hash: string): { label: string; url: string }[] {
  return [
    { label: 'XRPL Explorer', url: `https://livenet.xrpl.org/transactions/${hash}` },
    { label: 'XRPSCAN', url: `https://xrpscan.com/tx/${hash}` },
    { label: 'Bithomp', url: `https://bithomp.com/explorer/${hash}` },
  ];
}
