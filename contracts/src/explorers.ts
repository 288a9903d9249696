/** Where anyone can look a transaction up. We link to three, so that nobody has to trust one. */
export function transactionLinks(hash: string): { label: string; url: string }[] {
  return [
    { label: 'XRPL Explorer', url: `https://livenet.xrpl.org/transactions/${hash}` },
    { label: 'XRPSCAN', url: `https://xrpscan.com/tx/${hash}` },
    { label: 'Bithomp', url: `https://bithomp.com/explorer/${hash}` },
  ];
}
