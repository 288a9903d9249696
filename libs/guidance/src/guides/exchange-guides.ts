import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import { binanceGuide } from './exchanges/binance.ts';
import { bitfinexGuide } from './exchanges/bitfinex.ts';
import { bitstampGuide } from './exchanges/bitstamp.ts';
import { coinbaseGuide } from './exchanges/coinbase.ts';
import { cryptocomGuide } from './exchanges/cryptocom.ts';
import { geminiGuide } from './exchanges/gemini.ts';
import { krakenGuide } from './exchanges/kraken.ts';
import { kucoinGuide } from './exchanges/kucoin.ts';
import { okxGuide } from './exchanges/okx.ts';
import { otherGuide } from './exchanges/other.ts';
import { robinhoodGuide } from './exchanges/robinhood.ts';
import { upholdGuide } from './exchanges/uphold.ts';
import type { ExchangeGuide } from './guide.ts';

/** Guides for sending XRP from each exchange; 'other' is the generic guide. */
export const exchangeGuides: Readonly<Record<ExchangeId, ExchangeGuide>> = {
  coinbase: coinbaseGuide,
  binance: binanceGuide,
  kraken: krakenGuide,
  robinhood: robinhoodGuide,
  uphold: upholdGuide,
  bitstamp: bitstampGuide,
  cryptocom: cryptocomGuide,
  gemini: geminiGuide,
  kucoin: kucoinGuide,
  bitfinex: bitfinexGuide,
  okx: okxGuide,
  other: otherGuide,
};
