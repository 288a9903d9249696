import type { ExchangeId } from './exchanges.ts';

/** An exchange's own site. */
export interface ExchangeSite {
  /** The official domain, shown before the customer leaves for it. */
  readonly domain: string;
  readonly loginUrl: string;
}

/**
 * The exchanges' own sites; null for the exchange 'other'.
 * In a separate file, because the landing page does not need them.
 */
export const exchangeSites: Readonly<Record<ExchangeId, ExchangeSite | null>> = {
  coinbase: { domain: 'coinbase.com', loginUrl: 'https://login.coinbase.com/' },
  binance: { domain: 'binance.com', loginUrl: 'https://accounts.binance.com/en/login' },
  kraken: { domain: 'kraken.com', loginUrl: 'https://www.kraken.com/sign-in' },
  robinhood: { domain: 'robinhood.com', loginUrl: 'https://robinhood.com/login' },
  uphold: { domain: 'uphold.com', loginUrl: 'https://wallet.uphold.com/login' },
  bitstamp: { domain: 'bitstamp.net', loginUrl: 'https://www.bitstamp.net/onboarding/login/' },
  cryptocom: { domain: 'crypto.com', loginUrl: 'https://crypto.com/exchange/login' },
  gemini: { domain: 'gemini.com', loginUrl: 'https://exchange.gemini.com/signin' },
  kucoin: { domain: 'kucoin.com', loginUrl: 'https://www.kucoin.com/ucenter/signin' },
  bitfinex: { domain: 'bitfinex.com', loginUrl: 'https://www.bitfinex.com/login' },
  okx: { domain: 'okx.com', loginUrl: 'https://www.okx.com/account/login' },
  other: null,
};
