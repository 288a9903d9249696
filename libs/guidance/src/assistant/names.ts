import { type ExchangeId, exchangeIds } from '@xrp-bridge/contracts/exchanges';
import { type WalletId, walletIds } from '@xrp-bridge/contracts/wallets';
import { exchangeGuides } from '../guides/exchange-guides.ts';
import { walletGuides } from '../guides/wallet-guides.ts';

/** The names in a question, and the question with "exchange" and "wallet" in place of the names. */
export interface Named {
  /**
   * The exchange that holds the XRP.
   * If the question names two exchanges, this is the exchange after "from".
   */
  exchange: ExchangeId | null;
  wallet: WalletId | null;
  text: string;
}

/**
 * Finds exchanges and wallets in simplified text with corrected spelling.
 * Names with a guide (by the guide's `names`) have priority over names without a guide, which become words such as
 * "unlistedwallet".
 */
export function findNames(text: string): Named {
  let rest = text.replace(/\b(?:xrp|ripple) ledgers?\b|\bon the ledger\b/g, 'xrpl');
  const found: { exchange: ExchangeId[]; wallet: WalletId[] } = { exchange: [], wallet: [] };
  let from: ExchangeId | null = null;
  for (const { id, names: pattern } of Object.values(exchangeGuides)) {
    if (pattern === null) continue;
    rest = rest.replace(pattern, (_name: string, at: number, whole: string) => {
      found.exchange.push(id);
      if (comesFrom.test(whole.slice(Math.max(0, at - 20), at))) from ??= id;
      return 'exchange';
    });
  }
  for (const [pattern, word] of namesWithoutGuide) rest = rest.replace(pattern, word);
  for (const { id, names: pattern } of Object.values(walletGuides)) {
    rest = rest.replace(pattern, () => {
      found.wallet.push(id);
      return 'wallet';
    });
  }
  rest = rest.replace(/\b(wallet|exchange)( \1)+\b/g, '$1');
  return {
    exchange: from ?? found.exchange[0] ?? null,
    wallet: found.wallet[0] ?? null,
    text: rest.replace(towardsExchange, (words: string, at: number, whole: string) =>
      isMoved(whole.slice(0, at).split(' ')) ? ' toexchange' : words,
    ),
  };
}

/**
 * Matches a transfer to an exchange ("from Kraken to Coinbase", "deposit to Binance"), which our
 * guides do not cover.
 */
const towardsExchange =
  / (?:to|into|onto) (?:(?:my|the|an?|another) )?(?:(?:the|another) )?exchange\b(?! (?:address|white|allow|form|page|site|app|support))/g;

const moves = /^(?:send|sent|sending|transfer\w*|mov\w+|deposit\w*|back|go|wallet)$/;

/** Returns true if the words before "to the exchange" describe a movement of XRP. */
function isMoved(before: readonly string[]): boolean {
  return before.slice(-5).some((word) => moves.test(word)) || before.slice(-7, -1).includes('from');
}

/** Matches the words before the exchange that holds the XRP. */
const comesFrom = /\b(?:from|leave|out of|off) (?:my )?$/;

// Names without a guide: exchanges, wallets, and MetaMask, which has a separate answer.
const namesWithoutGuide: readonly (readonly [RegExp, string])[] = [
  [/\bmeta ?mask\b/g, 'metamask'],
  [
    /\b(?:bybit|e ?toro|upbit|bithumb|bitrue|revolut|webull|sofi|mexc|gate ?io|htx|huobi|nexo|swissborg|bitvavo|bitpanda|coinspot|swyftx|wealthsimple|shakepay|ndax|coinjar|moonpay|changelly|bitmart|bitget|bittrex|poloniex|cex ?io|fidelity|newton|paybis|coinmama|bitso|luno|blockchain com)\b(?! wallet)/g,
    'unlistedexchange exchange',
  ],
  [
    /\b(?:coin ?base wallet|phantom|bifrost|d ?cent|trezor|keystone|ellipal|safe ?pal|gem ?wallet|girin|bitget wallet|guarda|edge wallet|one ?key|ngrave|joey|crossmark|rabby|electrum|jaxx|zengo|paper wallet|block ?fi)(?: wallet)?\b/g,
    'unlistedwallet wallet',
  ],
];

/** All names, as vocabulary for the spelling correction. */
export const names: readonly string[] = [
  ...exchangeIds,
  ...walletIds,
  'okex wallet trustwallet xaman metamask bybit etoro revolut trezor phantom bitget bifrost',
];
