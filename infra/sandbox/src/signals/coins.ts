/** A coin of the sandbox's market, with its id at each source. */
export interface SandboxCoin {
  ticker: string;
  /** The coin's name in the texts about it. */
  name: string;
  gecko: string;
  cmc: number;
  binance?: string;
  kraken?: string;
  /** The price on the market's first day, in US dollars. */
  price: number;
  /** Number of coins in circulation. */
  supply: number;
  /** Average number of texts per day. */
  chatter: number;
  repositories: string[];
}

const coin = (
  [ticker, name, gecko, cmc]: [string, string, string, number],
  [price, supply, chatter]: [number, number, number],
  repositories: string[],
  { binance = `${ticker}USDT`, kraken = `${ticker}USD` }: { binance?: string | null; kraken?: string | null } = {},
): SandboxCoin => ({
  ticker,
  name,
  gecko,
  cmc,
  price,
  supply,
  chatter,
  repositories,
  ...(binance ? { binance } : {}),
  ...(kraken ? { kraken } : {}),
});

export const coins: readonly SandboxCoin[] = [
  coin(
    ['XRP', 'XRP', 'ripple', 52],
    [2.2, 6e10, 14],
    ['XRPLF/rippled', 'XRPLF/clio', 'XRPLF/xrpl.js', 'XRPLF/xrpl-dev-portal'],
  ),
  coin(['XLM', 'Stellar', 'stellar', 512], [0.38, 3.1e10, 8], ['stellar/stellar-core', 'stellar/rs-soroban-sdk']),
  coin(['ALGO', 'Algorand', 'algorand', 4030], [0.31, 8.6e9, 6], ['algorand/go-algorand']),
  coin(['HBAR', 'Hedera', 'hedera-hashgraph', 4642], [0.26, 4.2e10, 7], ['hiero-ledger/hiero-consensus-node']),
  coin(['QNT', 'Quant Network', 'quant-network', 3155], [98, 1.2e7, 4], []),
  coin(['BTC', 'Bitcoin', 'bitcoin', 1], [96_000, 2e7, 30], ['bitcoin/bitcoin'], { kraken: 'XBTUSD' }),
  coin(['ETH', 'Ethereum', 'ethereum', 1027], [3_300, 1.2e8, 22], ['ethereum/go-ethereum', 'ethereum/EIPs']),
  coin(['SOL', 'Solana', 'solana', 5426], [190, 5.4e8, 14], ['anza-xyz/agave', 'firedancer-io/firedancer']),
  coin(['ADA', 'Cardano', 'cardano', 2010], [0.9, 3.6e10, 9], ['IntersectMBO/cardano-node']),
  coin(['DOT', 'Polkadot', 'polkadot', 6636], [7, 1.6e9, 6], ['paritytech/polkadot-sdk']),
  coin(['LINK', 'Chainlink', 'chainlink', 1975], [21, 6.8e8, 8], ['smartcontractkit/chainlink']),
  coin(['AVAX', 'Avalanche', 'avalanche-2', 5805], [38, 4.2e8, 6], ['ava-labs/avalanchego']),
  coin(['ATOM', 'Cosmos Hub', 'cosmos', 3794], [6.4, 4.7e8, 5], ['cosmos/cosmos-sdk']),
  coin(['NEAR', 'NEAR Protocol', 'near', 6535], [5.1, 1.2e9, 5], ['near/nearcore']),
  coin(['XDC', 'XDC Network', 'xdce-crowd-sale', 2634], [0.09, 1.6e10, 4], ['XinFinOrg/XDPoSChain'], { binance: null }),
  coin(['IOTA', 'IOTA', 'iota', 1720], [0.3, 4e9, 4], ['iotaledger/iota'], { kraken: null }),
  coin(['VET', 'VeChain', 'vechain', 3077], [0.05, 8.6e10, 5], ['vechain/thor'], { kraken: null }),
  coin(['TRX', 'TRON', 'tron', 1958], [0.25, 8.6e10, 6], ['tronprotocol/java-tron']),
  coin(['LTC', 'Litecoin', 'litecoin', 2], [110, 7.6e7, 6], ['litecoin-project/litecoin']),
  coin(['XTZ', 'Tezos', 'tezos', 2011], [1.3, 1e9, 4], ['tezos/tezos']),
];
