import { coins, wordTickers } from './coins.ts';

/** A name of a coin, as a list of words. */
interface Name {
  ticker: string;
  words: readonly string[];
  /** True if the name always means the coin. Tickers match in capitals only: not "algo" or "link". */
  certain: boolean;
  /** True for a common word that its position in a sentence can mark as a name ("Stellar launched"). */
  byPlace: boolean;
}

/** All names, grouped by their first word. */
const names: ReadonlyMap<string, readonly Name[]> = Map.groupBy(
  coins.flatMap(({ ticker, names, common = [] }): Name[] => [
    { ticker, words: [`$${ticker}`], certain: true, byPlace: false },
    { ticker, words: [ticker], certain: !wordTickers.has(ticker), byPlace: false },
    ...names.map((name) => ({ ticker, words: name.split(' '), certain: true, byPlace: false })),
    ...common.map((name) => ({ ticker, words: [name], certain: false, byPlace: true })),
  ]),
  ({ words }) => words[0] as string,
);

const order = new Map(coins.map(({ ticker }, place) => [ticker, place]));

/** Matches terms of the crypto market. In a text with such a term, a common word can be a coin's name. */
const field =
  /\b(?:blockchain|coins?|tokens?|ledgers?|mainnet|testnet|validators?|network|nodes?|staking|stakers?|wallets?|stablecoins?|smart contracts?|subnet|amendment|protocol|chains?|parachains?|ETF|USDC|USDT|DeFi|NFTs?)\b|\b(?:crypto|tokeni[sz])/i;

/** Verbs that mark a name at the start of a sentence as the subject. Verbs in "-ed" do so too. */
const verbs: ReadonlySet<string | undefined> = new Set('has is was will would could may might did does'.split(' '));
const sentenceEnds: ReadonlySet<string | undefined> = new Set([undefined, '.', '!', '?', ':']);

/**
 * Returns the coins that a text names: not "algo" in "algorithm", nor "stellar" in "stellar results".
 * @returns tickers, in the order of `coins`
 */
export function findCoins(text: string): string[] {
  // A token is a word, or a single character that is not part of a word.
  const words = text.match(/\$?[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  const found = new Set<string>();
  let ofTheField: boolean | undefined;
  let isTitle: boolean | undefined;
  words.forEach((word, place) => {
    for (const name of names.get(word) ?? []) {
      if (found.has(name.ticker) || !name.words.every((part, index) => words[place + index] === part)) continue;
      ofTheField ??= field.test(text);
      isTitle ??= isHeadline(words);
      if (name.certain || ofTheField || (name.byPlace && isName(words, place, isTitle))) found.add(name.ticker);
    }
  });
  return [...found].sort((a, b) => (order.get(a) as number) - (order.get(b) as number));
}

/** Returns true if the capital letter marks a name, and not only the start of a sentence or a headline. */
function isName(words: readonly string[], place: number, isTitle: boolean): boolean {
  const [before, after, next] = [words[place - 1], words[place + 1] ?? '', words[place + 2]];
  if (sentenceEnds.has(before)) return verbs.has(after) || after.endsWith('ed') || (/['’]/.test(after) && next === 's');
  return !isTitle && /[\p{L}\p{N},;]$/u.test(before as string) && !/^[A-Z]/.test(after);
}

/** Returns true for text In Which Most Words Have Capitals. */
function isHeadline(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length > 3);
  return long.length > 3 && long.filter((word) => /^[A-Z]/.test(word)).length > long.length * 0.7;
}
