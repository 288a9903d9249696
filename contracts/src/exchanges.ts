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
  /** The official domain, shown before the customer leaves for it; null for the exchange 'other'. */
  readonly domain: string | null;
  readonly loginUrl: string | null;
}

export const exchanges: readonly Exchange[] = [
  {
    id: 'coinbase',
    name: 'Coinbase',
    hint: 'New addresses may have a 48\u2011hour wait',
    domain: 'coinbase.com',
    loginUrl: 'https://login.coinbase.com/',
  },
  {
    id: 'binance',
    name: 'Binance',
    hint: 'Choose the XRP network, not BEP20',
    domain: 'binance.com',
    loginUrl: 'https://accounts.binance.com/en/login',
  },
  {
    id: 'kraken',
    name: 'Kraken',
    hint: 'Confirm new addresses by email',
    domain: 'kraken.com',
    loginUrl: 'https://www.kraken.com/sign-in',
  },
  {
    id: 'robinhood',
    name: 'Robinhood',
    hint: 'Turn on transfers first',
    domain: 'robinhood.com',
    loginUrl: 'https://robinhood.com/login',
  },
  {
    id: 'uphold',
    name: 'Uphold',
    hint: 'Choose the “XRP Ledger” network',
    domain: 'uphold.com',
    loginUrl: 'https://wallet.uphold.com/login',
  },
  {
    id: 'bitstamp',
    name: 'Bitstamp',
    hint: 'Your own wallet doesn’t need a tag',
    domain: 'bitstamp.net',
    loginUrl: 'https://www.bitstamp.net/onboarding/login/',
  },
  {
    id: 'cryptocom',
    name: 'Crypto.com',
    hint: 'Add your address to the whitelist first',
    domain: 'crypto.com',
    loginUrl: 'https://crypto.com/exchange/login',
  },
  {
    id: 'gemini',
    name: 'Gemini',
    hint: 'New addresses may have a 7\u2011day wait',
    domain: 'gemini.com',
    loginUrl: 'https://exchange.gemini.com/signin',
  },
  {
    id: 'kucoin',
    name: 'KuCoin',
    hint: 'Move XRP to your Funding account first',
    domain: 'kucoin.com',
    loginUrl: 'https://www.kucoin.com/ucenter/signin',
  },
  {
    id: 'bitfinex',
    name: 'Bitfinex',
    hint: 'Check the “No Tag” box',
    domain: 'bitfinex.com',
    loginUrl: 'https://www.bitfinex.com/login',
  },
  {
    id: 'okx',
    name: 'OKX',
    hint: 'Withdraw “On-chain” and leave the tag blank',
    domain: 'okx.com',
    loginUrl: 'https://www.okx.com/account/login',
  },
  {
    id: 'other',
    name: 'Another exchange',
    hint: 'Our steps work on most exchanges',
    domain: null,
    loginUrl: null,
  },
];

/** Returns the exchange's display name; 'other' becomes "your exchange", to fit into a sentence. */
export function exchangeName(id: ExchangeId): string {
  if (id === 'other') return 'your exchange';
  return exchanges.find((exchange) => exchange.id === id)?.name ?? id;
}
