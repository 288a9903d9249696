/** A coin that we watch, and where each source knows it. */
export interface Coin {
  ticker: string;
  name: string;
  /** What it is, in a sentence. */
  description: string;
  /** What it is used for today. */
  usage: string;
  coingecko: string;
  coinmarketcap: number;
  /** Binance's and Kraken's pair; undefined where they do not trade it. */
  binance?: string;
  kraken?: string;
  /** Names that mean this coin wherever they stand. */
  names: readonly string[];
  /** Names that are words of their own, too: they count beside a word of the field only. */
  common?: readonly string[];
  /** What to look for at a source that finds texts with all these words. */
  search: string;
  /** GitHub repositories whose work is this coin's; none where the code is not public. */
  repositories: readonly string[];
}

/** In the order in which lists show them when nothing else orders them. */
export const coins: readonly Coin[] = [
  {
    ticker: 'XRP',
    name: 'XRP',
    description: 'The coin of the XRP Ledger, made for payments that settle in seconds.',
    usage: 'Payment firms move money between currencies with it; funds and stablecoins are issued on its ledger.',
    coingecko: 'ripple',
    coinmarketcap: 52,
    binance: 'XRPUSDT',
    kraken: 'XRPUSD',
    names: ['XRP Ledger', 'XRPL', 'Ripple Labs', 'RLUSD'],
    common: ['Ripple'],
    search: 'XRP',
    repositories: ['XRPLF/rippled', 'XRPLF/clio', 'XRPLF/xrpl.js', 'XRPLF/xrpl-dev-portal'],
  },
  {
    ticker: 'XLM',
    name: 'Stellar',
    description: 'The coin of Stellar, a network for payments and for issuing money.',
    usage: 'Aid is paid and cash is picked up with it; money funds are issued on Stellar.',
    coingecko: 'stellar',
    coinmarketcap: 512,
    binance: 'XLMUSDT',
    kraken: 'XLMUSD',
    names: ['Stellar Development Foundation', 'Soroban', 'Stellar Lumens'],
    common: ['Stellar'],
    search: 'Stellar',
    repositories: ['stellar/stellar-core', 'stellar/rs-soroban-sdk'],
  },
  {
    ticker: 'ALGO',
    name: 'Algorand',
    description: 'The coin of Algorand, a network that settles in about three seconds.',
    usage: 'Guarantees of banks, shares in houses and aid payments are recorded on Algorand.',
    coingecko: 'algorand',
    coinmarketcap: 4030,
    binance: 'ALGOUSDT',
    kraken: 'ALGOUSD',
    names: ['Algorand'],
    search: 'Algorand',
    repositories: ['algorand/go-algorand'],
  },
  {
    ticker: 'HBAR',
    name: 'Hedera',
    description: 'The coin of Hedera, a network that is run by a council of companies.',
    usage: 'Goods are tracked with it, and tests of banks and certificates are recorded on Hedera.',
    coingecko: 'hedera-hashgraph',
    coinmarketcap: 4642,
    binance: 'HBARUSDT',
    kraken: 'HBARUSD',
    names: ['Hedera Hashgraph', 'Hashgraph', 'Hiero'],
    common: ['Hedera'],
    search: 'Hedera',
    repositories: ['hiero-ledger/hiero-consensus-node'],
  },
  {
    ticker: 'QNT',
    name: 'Quant',
    description: 'The coin of Quant, whose software connects ledgers with each other.',
    usage: 'Banks use Overledger in tests of digital money. Little of its code is public.',
    coingecko: 'quant-network',
    coinmarketcap: 3155,
    binance: 'QNTUSDT',
    kraken: 'QNTUSD',
    names: ['Quant Network', 'Overledger'],
    common: ['Quant'],
    search: 'Quant Network',
    repositories: [],
  },
  {
    ticker: 'BTC',
    name: 'Bitcoin',
    description: 'The first coin, a store of value without an issuer.',
    usage: 'It is held as a reserve, and paid with by Lightning.',
    coingecko: 'bitcoin',
    coinmarketcap: 1,
    binance: 'BTCUSDT',
    kraken: 'XBTUSD',
    names: ['Bitcoin', 'bitcoins'],
    search: 'Bitcoin',
    repositories: ['bitcoin/bitcoin'],
  },
  {
    ticker: 'ETH',
    name: 'Ethereum',
    description: 'The coin of Ethereum, the largest network of programs that hold money.',
    usage: 'Stablecoins, funds and most of decentralised finance run on it.',
    coingecko: 'ethereum',
    coinmarketcap: 1027,
    binance: 'ETHUSDT',
    kraken: 'ETHUSD',
    names: ['Ethereum'],
    search: 'Ethereum',
    repositories: ['ethereum/go-ethereum', 'ethereum/EIPs'],
  },
  {
    ticker: 'SOL',
    name: 'Solana',
    description: 'The coin of Solana, a fast network with low fees.',
    usage: 'Card firms settle stablecoins on it, and traders swap coins there.',
    coingecko: 'solana',
    coinmarketcap: 5426,
    binance: 'SOLUSDT',
    kraken: 'SOLUSD',
    names: ['Solana', 'Firedancer'],
    search: 'Solana',
    repositories: ['anza-xyz/agave', 'firedancer-io/firedancer'],
  },
  {
    ticker: 'ADA',
    name: 'Cardano',
    description: 'The coin of Cardano, a network that is built from reviewed research.',
    usage: 'Student ids and votes about its treasury are recorded on it.',
    coingecko: 'cardano',
    coinmarketcap: 2010,
    binance: 'ADAUSDT',
    kraken: 'ADAUSD',
    names: ['Cardano'],
    search: 'Cardano',
    repositories: ['IntersectMBO/cardano-node'],
  },
  {
    ticker: 'DOT',
    name: 'Polkadot',
    description: 'The coin of Polkadot, which connects many chains.',
    usage: 'Games and chains of companies share its security.',
    coingecko: 'polkadot',
    coinmarketcap: 6636,
    binance: 'DOTUSDT',
    kraken: 'DOTUSD',
    names: ['Polkadot'],
    search: 'Polkadot',
    repositories: ['paritytech/polkadot-sdk'],
  },
  {
    ticker: 'LINK',
    name: 'Chainlink',
    description: 'The coin of Chainlink, which brings outside facts to ledgers.',
    usage: 'Prices and proofs of reserves reach other networks through it.',
    coingecko: 'chainlink',
    coinmarketcap: 1975,
    binance: 'LINKUSDT',
    kraken: 'LINKUSD',
    names: ['Chainlink'],
    search: 'Chainlink',
    repositories: ['smartcontractkit/chainlink'],
  },
  {
    ticker: 'AVAX',
    name: 'Avalanche',
    description: 'The coin of Avalanche, a network of networks.',
    usage: 'Funds, a state token and vehicle titles are recorded on it.',
    coingecko: 'avalanche-2',
    coinmarketcap: 5805,
    binance: 'AVAXUSDT',
    kraken: 'AVAXUSD',
    names: ['AvalancheGo', 'Ava Labs'],
    common: ['Avalanche'],
    search: 'Avalanche',
    repositories: ['ava-labs/avalanchego'],
  },
  {
    ticker: 'ATOM',
    name: 'Cosmos',
    description: 'The coin of the Cosmos Hub, which connects independent chains.',
    usage: 'Chains pass coins to each other through its protocol.',
    coingecko: 'cosmos',
    coinmarketcap: 3794,
    binance: 'ATOMUSDT',
    kraken: 'ATOMUSD',
    names: ['Cosmos Hub', 'Cosmos SDK'],
    common: ['Cosmos'],
    search: 'Cosmos',
    repositories: ['cosmos/cosmos-sdk'],
  },
  {
    ticker: 'NEAR',
    name: 'NEAR Protocol',
    description: 'The coin of NEAR Protocol, a network that is split into shards.',
    usage: 'Tickets and rewards of apps are kept on it.',
    coingecko: 'near',
    coinmarketcap: 6535,
    binance: 'NEARUSDT',
    kraken: 'NEARUSD',
    names: ['NEAR Protocol'],
    search: 'NEAR Protocol',
    repositories: ['near/nearcore'],
  },
  {
    ticker: 'XDC',
    name: 'XDC Network',
    description: 'The coin of the XDC Network, made for trade finance.',
    usage: 'Invoices are financed and documents are passed on with it.',
    coingecko: 'xdce-crowd-sale',
    coinmarketcap: 2634,
    kraken: 'XDCUSD',
    names: ['XDC Network', 'XinFin'],
    search: 'XDC Network',
    repositories: ['XinFinOrg/XDPoSChain'],
  },
  {
    ticker: 'IOTA',
    name: 'IOTA',
    description: 'The coin of IOTA, a network for data of trade and machines.',
    usage: 'Papers of consignments are recorded on it in a trade pilot.',
    coingecko: 'iota',
    coinmarketcap: 1720,
    binance: 'IOTAUSDT',
    names: [],
    search: 'IOTA',
    repositories: ['iotaledger/iota'],
  },
  {
    ticker: 'VET',
    name: 'VeChain',
    description: 'The coin of VeChain, a network for tracking goods.',
    usage: 'Product passports and food are tracked with it.',
    coingecko: 'vechain',
    coinmarketcap: 3077,
    binance: 'VETUSDT',
    names: ['VeChain', 'VeChainThor'],
    search: 'VeChain',
    repositories: ['vechain/thor'],
  },
  {
    ticker: 'TRX',
    name: 'TRON',
    description: 'The coin of TRON, a network on which much of Tether moves.',
    usage: 'Stablecoins are sent with it, in many countries.',
    coingecko: 'tron',
    coinmarketcap: 1958,
    binance: 'TRXUSDT',
    kraken: 'TRXUSD',
    names: ['TRON'],
    search: 'TRON',
    repositories: ['tronprotocol/java-tron'],
  },
  {
    ticker: 'LTC',
    name: 'Litecoin',
    description: 'An early relative of Bitcoin with faster blocks.',
    usage: 'Shops take it through payment firms.',
    coingecko: 'litecoin',
    coinmarketcap: 2,
    binance: 'LTCUSDT',
    kraken: 'LTCUSD',
    names: ['Litecoin'],
    search: 'Litecoin',
    repositories: ['litecoin-project/litecoin'],
  },
  {
    ticker: 'XTZ',
    name: 'Tezos',
    description: 'The coin of Tezos, a network whose holders vote on its upgrades.',
    usage: 'Bonds, game items and art are issued on it.',
    coingecko: 'tezos',
    coinmarketcap: 2011,
    binance: 'XTZUSDT',
    kraken: 'XTZUSD',
    names: ['Tezos', 'Etherlink'],
    search: 'Tezos',
    repositories: ['tezos/tezos'],
  },
];

/** Tickers that are words or shorthands of their own, too: capitals alone do not make them a coin. */
export const wordTickers: ReadonlySet<string> = new Set(['DOT', 'LINK', 'ATOM', 'NEAR', 'VET', 'ADA', 'SOL']);

/** Words of the field, one of which makes a common word a coin's name. */
const field =
  /\b(blockchain|crypto\w*|coins?|tokens?|tokeni[sz]\w*|ledgers?|mainnet|testnet|validators?|network|nodes?|staking|stakers?|wallets?|stablecoins?|smart contracts?|subnet|amendment|protocol|chains?|parachains?|ETF|USDC|USDT|DeFi|NFTs?)\b/i;

/** A word that begins a sentence, and is what the sentence is about. */
const asSubject = String.raw`(?:['’]s\s|\s+(?:has|is|was|will|would|could|may|might|did|does|\w+ed)\s)`;

const patterns = coins.map(({ ticker, names, common = [] }) => {
  const word = common.join('|');
  return {
    ticker,
    // A ticker counts in capitals only: "algo" is no coin, nor is "link".
    certain: anyOf([String.raw`\$${ticker}`, ...(wordTickers.has(ticker) ? [] : [ticker]), ...names]),
    // These count in a text about the field.
    inField: anyOf([...common, ...(wordTickers.has(ticker) ? [ticker] : [])]),
    // And those with a capital that no beginning of a sentence and no headline explains, or as what a sentence is about.
    subject: word ? new RegExp(String.raw`(?:^|[.!?:]\s+)(?:${word})${asSubject}`) : null,
    within: word ? new RegExp(String.raw`[\w,;]\s+(?:${word})(?!\w|\s+[A-Z])`) : null,
  };
});

function anyOf(alternatives: string[]): RegExp | null {
  return alternatives.length > 0 ? new RegExp(String.raw`(?<![\w$])(?:${alternatives.join('|')})(?!\w)`) : null;
}

/**
 * The coins that a text names: "algo" in "algorithm" and "stellar" in "stellar results" are none.
 *
 * @param among the tickers to look for; all, if nothing is said
 * @returns their tickers, in the order of `coins`
 */
export function findCoins(text: string, among?: readonly string[]): string[] {
  const isOfTheField = field.test(text);
  const isTitle = isHeadline(text);
  return patterns
    .filter(({ ticker, certain, inField, subject, within }) => {
      if (among && !among.includes(ticker)) return false;
      if (certain?.test(text) || (isOfTheField && inField?.test(text))) return true;
      return subject?.test(text) || (!isTitle && within?.test(text));
    })
    .map(({ ticker }) => ticker);
}

/** Written With Capitals All Over. */
function isHeadline(text: string): boolean {
  const words = text.match(/[A-Za-z][\w’']{3,}/g) ?? [];
  return words.length > 3 && words.filter((word) => /^[A-Z]/.test(word)).length > words.length * 0.7;
}
