/**
 * Exchanges that a transfer can start from.
 * Small and without imports, because the landing page loads this file.
 */
export const exchangeIds = [
  'coinbase',
  'binance',
  'kraken',
  'robinhood',
  'uphold',
  'bitstamp',
  'cryptocom',
  'gemini',
  'kucoin',
  'bitfinex',
  'okx',
  'other',
] as const;

export type ExchangeId = (typeof exchangeIds)[number];

export interface Exchange {
  readonly id: ExchangeId;
  readonly name: string;
  /** The most important fact before a customer starts, in at most 45 characters. */
  readonly hint: string;
}

export const exchanges: readonly Exchange[] = [
  { id: 'coinbase', name: 'Coinbase', hint: 'New addresses may have a 48\u2011hour wait' },
  { id: 'binance', name: 'Binance', hint: 'Choose the XRP network, not BEP20' },
  { id: 'kraken', name: 'Kraken', hint: 'Confirm new addresses by email' },
  { id: 'robinhood', name: 'Robinhood', hint: 'Turn on transfers first' },
  { id: 'uphold', name: 'Uphold', hint: 'Choose the “XRP Ledger” network' },
  { id: 'bitstamp', name: 'Bitstamp', hint: 'Your own wallet doesn’t need a tag' },
  { id: 'cryptocom', name: 'Crypto.com', hint: 'Add your address to the whitelist first' },
  { id: 'gemini', name: 'Gemini', hint: 'New addresses may have a 7\u2011day wait' },
  { id: 'kucoin', name: 'KuCoin', hint: 'Move XRP to your Funding account first' },
  { id: 'bitfinex', name: 'Bitfinex', hint: 'Check the “No Tag” box' },
  { id: 'okx', name: 'OKX', hint: 'Withdraw “On-chain” and leave the tag blank' },
  { id: 'other', name: 'Another exchange', hint: 'Our steps work on most exchanges' },
];

/** Returns the exchange's display name; 'other' becomes "your exchange", to fit into a sentence. */
export function exchangeName(id: ExchangeId): string {
  if (id === 'other') return 'your exchange';
  return exchanges.find((exchange) => exchange.id === id)?.name ?? id;
}
