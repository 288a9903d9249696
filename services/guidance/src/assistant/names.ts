import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/** What a question names, and the question with "exchange" and "wallet" in place of the names. */
export interface Named {
  /** Where the XRP is; of two exchanges the one it comes from. */
  exchange: ExchangeId | null;
  wallet: WalletId | null;
  text: string;
}

/** Finds exchanges and wallets in simplified, correctly spelt text. Names we have no guide for stay as other words. */
export function findNames(text: string): Named {
  let rest = text.replace(/\b(?:xrp|ripple) ledgers?\b|\bon the ledger\b/g, 'xrpl');
  const found: { exchange: ExchangeId[]; wallet: WalletId[] } = { exchange: [], wallet: [] };
  for (const [pattern, word] of outsiders) rest = rest.replace(pattern, word);
  for (const [id, pattern] of walletNames) {
    rest = rest.replace(pattern, () => {
      found.wallet.push(id);
      return 'wallet';
    });
  }
  let from: ExchangeId | null = null;
  for (const [id, pattern] of exchangeNames) {
    rest = rest.replace(pattern, (_name: string, at: number, whole: string) => {
      found.exchange.push(id);
      if (comesFrom.test(whole.slice(Math.max(0, at - 20), at))) from ??= id;
      return 'exchange';
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

const exchangeNames: readonly (readonly [ExchangeId, RegExp])[] = [
  ['coinbase', /\bcoin ?base(?: pro)?\b(?! wallet)/g],
  ['binance', /\bbinance(?: us)?\b(?! (?:smart )?chain)/g],
  ['kraken', /\bkraken(?: pro)?\b/g],
  ['robinhood', /\brobin ?hood\b/g],
  ['uphold', /\buphold\b/g],
  ['bitstamp', /\bbit ?stamp\b/g],
  ['cryptocom', /\bcryptocom\b|\bcrypto (?:dot )?com\b/g],
  ['gemini', /\bgemini\b/g],
  ['kucoin', /\bku ?coin\b|\bkoo ?coin\b/g],
  ['bitfinex', /\bbit ?finex\b/g],
  ['okx', /\bok(?:x|ex)\b|\bok ex\b/g],
];

/** What stands before the exchange that the XRP is on. */
const comesFrom = /\b(?:from|leave|out of|off) (?:my )?$/;

const walletNames: readonly (readonly [WalletId, RegExp])[] = [
  [
    'trust',
    /\btrust ?(?:wallet|app)\b|(?<=\b(?:my|in|into|on|from|using|with) )trust\b(?! (?:you|this|it|them|that|him|her|in|anyone|anybody|people))|(?<=\b(?:xrp|coins|it|exchange|coinbase|binance|kraken|robinhood) to )trust\b|\btrust(?= or (?:ledger|exodus|xaman|xumm|atomic|coinomi|tangem))|(?<=(?:ledger|exodus|xaman|xumm|atomic|coinomi|tangem) or )trust\b/g,
  ],
  ['xumm', /\b(?:xum+|zum+|xaman|xamman|zaman)(?: wallet)?\b/g],
  ['ledger', /\bledger(?: (?:nano(?: [sx])?(?: plus)?|stax|flex|live|wallet|device))?\b|\bnano (?:s|x)\b/g],
  ['exodus', /\bexodus(?: wallet)?\b/g],
  ['atomic', /\batomic(?: wallet)?\b/g],
  ['coinomi', /\bcoinomi(?: wallet)?\b/g],
  ['tangem', /\btangem(?: (?:wallet|card|ring))?\b/g],
];

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
export const names =
  'coinbase binance kraken robinhood uphold bitstamp cryptocom gemini kucoin bitfinex okx okex trust wallet trustwallet xumm xaman ledger exodus atomic coinomi tangem metamask bybit etoro revolut trezor phantom bitget bifrost';
