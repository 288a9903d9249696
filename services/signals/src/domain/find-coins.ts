import { coins, wordTickers } from './coins.ts';

/** A name of a coin, word by word. */
interface Name {
  ticker: string;
  words: readonly string[];
  /** Whether it means the coin wherever it stands. A ticker counts in capitals only: "algo" is no coin, nor is "link". */
  certain: boolean;
  /** Whether it counts without a word of the field, too, where its place in the sentence says that it is a name. */
  byPlace: boolean;
}

/** All names by their first word. */
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

/** Words of the field, one of which makes a common word a coin's name. */
const field =
  /\b(?:blockchain|coins?|tokens?|ledgers?|mainnet|testnet|validators?|network|nodes?|staking|stakers?|wallets?|stablecoins?|smart contracts?|subnet|amendment|protocol|chains?|parachains?|ETF|USDC|USDT|DeFi|NFTs?)\b|\b(?:crypto|tokeni[sz])/i;

/** What follows a name that begins a sentence, and is what the sentence is about; or a verb that ends in "ed". */
const verbs: ReadonlySet<string | undefined> = new Set('has is was will would could may might did does'.split(' '));
const sentenceEnds: ReadonlySet<string | undefined> = new Set([undefined, '.', '!', '?', ':']);

/**
 * The coins that a text names: "algo" in "algorithm" and "stellar" in "stellar results" are none.
 *
 * @returns their tickers, in the order of `coins`
 */
export function findCoins(text: string): string[] {
  // Words, and every other sign by itself.
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

/** Whether a capital is there because of the word: no beginning of a sentence and no headline explains it. */
function isName(words: readonly string[], place: number, isTitle: boolean): boolean {
  const [before, after, next] = [words[place - 1], words[place + 1] ?? '', words[place + 2]];
  if (sentenceEnds.has(before)) return verbs.has(after) || after.endsWith('ed') || (/['’]/.test(after) && next === 's');
  return !isTitle && /[\p{L}\p{N},;]$/u.test(before as string) && !/^[A-Z]/.test(after);
}

/** Written With Capitals All Over. */
function isHeadline(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length > 3);
  return long.length > 3 && long.filter((word) => /^[A-Z]/.test(word)).length > long.length * 0.7;
}
