/** A monitored coin, with its id at each source. */
export interface Coin {
  ticker: string;
  name: string;
  /** Description of the coin in a sentence. */
  description: string;
  /** Use of the coin, in the past or today. */
  usage: string;
  coingecko: string;
  coinmarketcap: number;
  /** Trading pair at Binance and Kraken; undefined when the exchange does not trade the coin. */
  binance?: string;
  kraken?: string;
  /** Names that always mean this coin. */
  names: readonly string[];
  /** Names that are also common words. They count only in a text with a term of the crypto market. */
  common?: readonly string[];
  /** Search text for sources that find only texts with all words of the search. */
  search: string;
  /** GitHub repositories of this coin; empty when its code is not public. */
  repositories: readonly string[];
}

/** Date of the descriptions and uses below. Change the date whenever you change them. */
export const describedOn = '2026-11-25';

/** Monitored coins, in the default order of lists. */
export const coins: readonly Coin[] = [
  {
    ticker: 'XRP',
    name: 'XRP',
    description: 'The coin used on the XRP network, which was built to send payments in seconds.',
    usage:
      'Payment firms use it to change one kind of money into another. Its network also has coins worth about one dollar each.',
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
    description: 'The coin used on Stellar, a network built to send money across borders.',
    usage:
      'Aid groups have used it to pay people in coins worth about one dollar each. Some MoneyGram stores have cashed them out.',
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
    description: 'The coin used on Algorand, a network where payments take about three seconds.',
    usage: 'Aid groups have used it to pay people in Afghanistan. Shares in rental homes have been sold on it.',
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
    description: 'The coin used on Hedera, a network run by a council of large firms and schools.',
    usage:
      'Companies use it to record where goods come from. Investment funds and coins worth about one dollar each have been issued on it.',
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
    description: 'Quant’s own coin. Quant makes software that links blockchains together.',
    usage: 'Companies use it to pay for the software, which banks have tested. Most of its code isn’t public.',
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
    description: 'The first coin of its kind, started in 2009. No bank or country issues it.',
    usage: 'People and companies hold it to store value. Some stores accept it.',
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
    description: 'The coin used on Ethereum, a network for running programs, such as ones that hold money.',
    usage:
      'It pays the fees on Ethereum. Coins worth about one dollar each are issued there, and so are investment funds.',
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
    description: 'The coin used on Solana, a fast network with low fees.',
    usage: 'Visa has used it to settle card payments in a coin worth about one dollar. People also trade coins there.',
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
    description: 'The coin used on Cardano, a network built on research reviewed by experts.',
    usage: 'Holders help run the network. They also vote on how to spend its shared fund.',
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
    description: 'The coin used on Polkadot, a network that links many blockchains.',
    usage: 'Other blockchains pay with it to run on Polkadot. Holders vote on changes.',
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
    description: 'The coin used on Chainlink, which brings outside data to other networks.',
    usage:
      'Programs that lend or trade coins get prices from it. The people who supply those prices get paid in this coin.',
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
    description: 'The coin used on Avalanche, where companies can run their own networks.',
    usage:
      'Investment funds have been issued on it. In 2024, California put its car titles on a network built with it.',
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
    description: 'The coin used on the Cosmos Hub, which links many separate networks.',
    usage: 'Holders help secure the Hub. Many networks use the same rules to send coins to each other.',
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
    description: 'The coin used on NEAR Protocol, a network that splits up its work so it can grow.',
    usage: 'It pays the fees on NEAR. Apps pay rewards there, and people swap coins from other networks.',
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
    description: 'The coin used on the XDC Network, which was built to finance trade.',
    usage: 'Firms have used it to borrow against unpaid bills and to share trade forms.',
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
    description: 'The coin used on IOTA, a network that handles data for trade and machines.',
    usage: 'It was tested for trade forms in Kenya and other countries.',
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
    description: 'The coin used on VeChain, a network for tracking goods.',
    usage: 'Companies have used it to track food and other goods. Its apps reward people for green habits.',
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
    description: 'The coin used on TRON, a popular network for coins worth about one dollar each.',
    usage: 'People in many countries use TRON to send Tether, one of these coins. TRX pays the fees.',
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
    description: 'A coin a lot like Bitcoin, started in 2011. Its payments are confirmed faster.',
    usage: 'Some stores accept it through payment companies. People also send it to each other.',
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
    description: 'The coin used on Tezos, a network where holders vote on upgrades.',
    usage: 'Artists sell digital art on it. Bonds have been issued on it too.',
    coingecko: 'tezos',
    coinmarketcap: 2011,
    binance: 'XTZUSDT',
    kraken: 'XTZUSD',
    names: ['Tezos', 'Etherlink'],
    search: 'Tezos',
    repositories: ['tezos/tezos'],
  },
];

/**
 * Tickers that are also common words or abbreviations, so that capitals alone do not identify the
 * coin.
 */
export const wordTickers: ReadonlySet<string> = new Set(['DOT', 'LINK', 'ATOM', 'NEAR', 'VET', 'ADA', 'SOL']);

/** Returns a coin's name, or the ticker if the coin is unknown. */
export const nameOf = (coin: string): string => coins.find(({ ticker }) => ticker === coin)?.name ?? coin;
