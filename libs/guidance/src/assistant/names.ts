import { type ExchangeId, exchangeIds } from '@xrp-bridge/contracts/exchanges';
import { type WalletId, walletIds } from '@xrp-bridge/contracts/wallets';
import { exchangeGuides } from '../guides/exchange-guides.ts';
import { walletGuides } from '../guides/wallet-guides.ts';

/** What a question names, and the question with "exchange" and "wallet" in place of the names. */
export interface Named {
  /** Where the XRP is; of two exchanges the one it comes from. */
  exchange: ExchangeId | null;
  wallet: WalletId | null;
  text: string;
}

/**
 * Finds exchanges and wallets in simplified, correctly spelt text: ours, each by the `names` of its guide, before those
 * that we have no guide for, which stay as other words.
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
  for (const [pattern, word] of outsiders) rest = rest.replace(pattern, word);
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

/** "from Kraken to Coinbase", "deposit to Binance": not what our guide is for. */
const towardsExchange =
  / (?:to|into|onto) (?:(?:my|the|an?|another) )?(?:(?:the|another) )?exchange\b(?! (?:address|white|allow|form|page|site|app|support))/g;

const moves = /^(?:send|sent|sending|transfer\w*|mov\w+|deposit\w*|back|go|wallet)$/;

/** True where the last words before "to the exchange" tell that something is sent there. */
function isMoved(before: readonly string[]): boolean {
  return before.slice(-5).some((word) => moves.test(word)) || before.slice(-7, -1).includes('from');
}

/** What stands before the exchange that the XRP is on. */
const comesFrom = /\b(?:from|leave|out of|off) (?:my )?$/;

// Without a guide of ours: exchanges, wallets, and MetaMask, which has an answer of its own.
const outsiders: readonly (readonly [RegExp, string])[] = [
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

/** All names, for the spelling. */
export const names: readonly string[] = [
  ...exchangeIds,
  ...walletIds,
  'okex wallet trustwallet xaman metamask bybit etoro revolut trezor phantom bitget bifrost',
];
