// Length of a text as X counts it: https://docs.x.com/fundamentals/counting-characters, version 3 of the twitter-text
// rules. The package twitter-text is not used: its last release (2020) lacks newer emoji, and its old core-js violates
// our content security policy. Our tests compare many texts with its results.

import { topLevelDomains } from './top-level-domains.ts';

/** Every link has the same length, because X replaces it with a short one. */
const linkLength = 23;

/** Code points with weight 1: Latin to Georgian, and the usual spaces, dashes and quotes. */
const narrow = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;

/** Some keyboards append U+FE0F (emoji presentation) to an emoji. */
const emoji = /\p{RGI_Emoji}\uFE0F?/gv;

/** Returns the length of a text on X: a link counts 23, an emoji or a wide character 2, any other 1. */
export function postLengthOf(text: string): number {
  const between = splitAtLinks(text.normalize('NFC'));
  return between.map(lengthOf).reduce((sum, length) => sum + linkLength + length);
}

/** Returns the length of a text without links. */
function lengthOf(text: string): number {
  let length = 0;
  const rest = text.replace(emoji, () => {
    length += 2;
    return '';
  });
  for (const character of rest) {
    const code = character.codePointAt(0) as number;
    length += narrow.some(([first, last]) => code >= first && code <= last) ? 1 : 2;
  }
  return length;
}

/**
 * Matches text that may be a link: a scheme with a host in any script.
 * Without a scheme, matches only Latin letters, digits, `.`, `-` and `_`.
 */
const runs =
  /(?<scheme>https?:\/\/)[^\s\p{C}!#%&'()*+,/:;<=>?@[\\\]^{|}~$]+|[\u0300-\u036F\w\u00C0-\u024F\u1E00-\u1EFF.-]+/giu;
/** Matches port, path (with balanced parentheses) and query of a link, without a final full stop. */
const tails =
  /(?::\d+)?(?:\/(?:[!*';:,.$%[\]–~@|&]*(?:[\u0300-\u036F\w\u00C0-\u024F\u1E00-\u1EFF\u0400-\u04FF=#/+-]|\([^\s()]*(?:\([^\s()]*\)[^\s()]*)?\)))*)?(?:\?(?:[!?*'@();:+$%[\].,~|]*[\w\-&=#/])+)?/iuy;
const longestEnding = Math.max(...[...topLevelDomains].map(({ length }) => length));

/** Returns the texts before, between and after the links. */
function splitAtLinks(text: string): string[] {
  const between: string[] = [];
  let from = 0;
  runs.lastIndex = 0;
  for (let run = runs.exec(text); run; run = runs.exec(text)) {
    const { scheme = '' } = run.groups ?? {};
    const start = run.index + scheme.length;
    const length = lengthOfHost(text.slice(start, runs.lastIndex), text[runs.lastIndex]);
    const before = text[run.index - 1] ?? '';
    if (length === 0 || (scheme ? /[a-z\d@＠$#＃]/i : /[a-z\d@＠$#＃_./-]/i).test(before)) continue;
    between.push(text.slice(from, run.index));
    from = runs.lastIndex = start + length + lengthOfTail(text, start + length, scheme !== '');
  }
  return [...between, text.slice(from)];
}

/**
 * Returns the length of the part of a link after the host.
 * Without a scheme, this part must begin with a path.
 */
function lengthOfTail(text: string, at: number, hasScheme: boolean): number {
  if (!hasScheme && text[at] !== '/') return 0;
  tails.lastIndex = at;
  return tails.exec(text)?.[0].length ?? 0;
}

/** Returns the length of the host at the start of a run; 0 if the run starts with no host. */
function lengthOfHost(run: string, next = ''): number {
  const labels = run.split('.');
  let length = 0;
  let at = 0;
  for (const [place, label] of labels.entries()) {
    const name = labels[place - 1];
    if (name && !name.includes('_')) {
      const ending = lengthOfEnding(label, place === labels.length - 1 ? next : '.');
      if (ending > 0) length = at + ending;
    }
    if (!/^[^_-](?:.*[^_-])?$/su.test(label)) break;
    at += label.length + 1;
  }
  return length;
}

/**
 * Returns the length of the top-level domain at the start of a label.
 * No digit or Latin letter may follow the domain.
 */
function lengthOfEnding(label: string, next: string): number {
  for (let length = Math.min(label.length, longestEnding); length > 0; length--) {
    const goesOn = /[a-z\d@+-]/i.test(label[length] ?? next);
    if (!goesOn && topLevelDomains.has(label.slice(0, length).toLowerCase())) return length;
  }
  return 0;
}
