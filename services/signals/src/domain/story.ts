import { coins } from './coins.ts';

/** An achievement in a comparable form: the acts, and the words and numbers around them. */
export interface Story {
  /**
   * The synonym groups that contain the sentence's verbs.
   * Two authors' verbs for the same act thus compare as equal.
   */
  acts: ReadonlySet<string>;
  /** Stems of the words that name actors and objects, without the coin and the verbs. */
  words: ReadonlySet<string>;
  /** The stems of capitalized words; empty in a headline with capitals throughout. */
  names: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

/**
 * Verbs for the same act.
 * For example, a company that "added" a coin may also have "integrated" or "listed" it.
 */
const actGroups = {
  begin: [
    ...['launch', 'release', 'ship', 'deploy', 'activate', 'open', 'enable', 'unveil', 'introduce', 'begin', 'start'],
    ...['go', 'adopt', 'accept', 'integrate', 'connect', 'link', 'join', 'choose', 'pick', 'select', 'sign', 'switch'],
    ...['move', 'migrate', 'bring', 'add', 'list', 'relist', 'onboard', 'expand', 'extend', 'use', 'register', 'put'],
    ...[
      'record',
      'track',
      'become',
      'upgrade',
      'restart',
      'restore',
      'issue',
      'mint',
      'tokenize',
      'tokenise',
      'create',
    ],
  ],
  settle: ['settle', 'process', 'pay', 'transfer', 'send', 'serve', 'confirm', 'distribute', 'count', 'use', 'receive'],
  build: [
    'build',
    'complete',
    'deliver',
    'test',
    'fix',
    'produce',
    'verify',
    'publish',
    'open-source',
    'cut',
    'release',
  ],
  obtain: ['grow', 'reach', 'receive', 'win', 'acquire', 'buy', 'raise', 'fund', 'grant', 'add', 'sell'],
  decide: ['approve', 'vote', 'recognize', 'recognise', 'dismiss', 'reopen', 'pass', 'receive', 'enable', 'activate'],
} as const;

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];

/** Words that do not distinguish stories. */
const commonWords =
  'a an and are as at be been by each first for from has have in into is it its last new not now of on one or over since ' +
  'than that the their there these this through to up used using via was week were when who with after all also month ' +
  'year today yesterday monday tuesday wednesday thursday friday saturday sunday blockchain called company firm ledger ' +
  'mainnet named network platform protocol coin token us';

const coinWords = coins.flatMap(({ ticker, names, common = [] }) =>
  [ticker, ...names, ...common].flatMap((name) => name.split(' ')),
);
const ignored: ReadonlySet<string> = new Set([...commonWords.split(' '), ...coinWords].map(keyOf));

/** Minimum similarity of two sentences about the same story. */
const sameStory = 0.6;
/** Deduction from the similarity if the acts differ. */
const otherAct = 0.15;
/** Weight of a name or number. Other words have the weight 1. */
const nameWeight = 2;

/**
 * Returns the story of a sentence.
 * @param deeds verbs that the reader found, in dictionary form
 */
export function storyOf(sentence: string, deeds: readonly string[]): Story {
  const tokens = sentence.match(/[\p{L}\p{N}](?:[\p{L}\p{N}’'-]|[.,](?=\p{N}))*/gu) ?? [];
  const long = tokens.filter((token) => token.length > 3);
  const deedKeys = deeds.map(keyOf);
  const isHeadline = long.length > 3 && long.filter(isCapital).length > long.length * 0.7;
  const [words, names, numbers] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const token of tokens) {
    const number = /^\d/.test(token) ? token.replaceAll(',', '') : numberOf(token);
    const key = keyOf(token);
    if (number) numbers.add(number);
    else if (key.length > 1 && !ignored.has(key) && !deedKeys.includes(key)) {
      words.add(key);
      if (!isHeadline && isCapital(token)) names.add(key);
    }
  }
  const acts = Object.entries(actGroups).filter(([, group]) => deeds.some((deed) => group.includes(deed as never)));
  return { acts: new Set(acts.map(([name]) => name)), words, names, numbers };
}

/**
 * Returns true when two reports are about the same achievement.
 * Two reports differ if each has a name that the other lacks, or if both have numbers but none in common. Otherwise the
 * share of common words decides.
 */
export function isSameStory(one: Story, other: Story): boolean {
  if (one.numbers.size > 0 && other.numbers.size > 0 && shareOf(one.numbers, other.numbers) === 0) return false;
  if (lacksName(one, other) && lacksName(other, one)) return false;
  const weightOf = (key: string) => (one.names.has(key) || other.names.has(key) ? nameWeight : 1);
  const weigh = (keys: Iterable<string>) => [...keys].reduce((sum, key) => sum + weightOf(key), 0);
  const sizeOf = ({ words, numbers }: Story) => weigh(words) + nameWeight * numbers.size;
  const common = weigh([...one.words].filter((key) => other.words.has(key)));
  const shared = common + nameWeight * shareOf(one.numbers, other.numbers);
  const similarity = shared / Math.max(1, Math.min(sizeOf(one), sizeOf(other)));
  return similarity - (shareOf(one.acts, other.acts) > 0 ? 0 : otherAct) >= sameStory;
}

function lacksName({ names }: Story, { words }: Story): boolean {
  return [...names].some((key) => !words.has(key));
}

function shareOf(keys: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...keys].filter((key) => others.has(key)).length;
}

function isCapital(token: string): boolean {
  return /^\p{Lu}/u.test(token);
}

/** Returns the digits for a number word: "2" for "two". Ignores "one", which is usually not a number. */
function numberOf(token: string): string | null {
  const place = numberWords.indexOf(token.toLowerCase());
  return place > 1 ? String(place) : null;
}

/** Returns a stem: the same for "settled" and "settlement", "Kenya" and "Kenyans". */
function keyOf(word: string): string {
  const letters = word
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
  const stem = letters.length > 4 ? letters.replace(/(?:ings?|ed|es|s|e)$/, '') : letters;
  return stem.slice(0, 5);
}
