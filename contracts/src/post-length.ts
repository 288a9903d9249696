// How long X counts a text: https://docs.x.com/fundamentals/counting-characters, version 3 of the rules that are known
// as twitter-text. Written anew: that package was last published in 2020, does not know newer emoji, and puts an old
// core-js into the page, which our content security policy refuses. Its answers to many texts are among our tests.

import { topLevelDomains } from './top-level-domains.ts';

/** Every link counts the same, for X replaces it by a short one. */
const linkLength = 23;

/** Latin, Greek, Cyrillic, Hebrew, Arabic and others up to Georgian, and the usual spaces, dashes and quotes, count 1. */
const narrow = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;

/** Some keyboards add to an emoji, unasked, that it is one. */
const emoji = /\p{RGI_Emoji}\uFE0F?/gv;

/** The length of a text as X counts it: a link 23, an emoji of whatever parts 2, wide characters 2, all others 1. */
export function postLengthOf(text: string): number {
  const between = splitAtLinks(text.normalize('NFC'));
  return between.map(lengthOf).reduce((sum, length) => sum + linkLength + length);
}

/** The length of what holds no link. */
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

/** A run of all that a host can hold, after a scheme; or of Latin letters, which may be a host without one. */
const runs =
  /(?<scheme>https?:\/\/)[^\s\p{C}!#%&'()*+,/:;<=>?@[\\\]^{|}~$]+|[\u0300-\u036F\w\u00C0-\u024F\u1E00-\u1EFF.-]+/giu;
/** What belongs to a link after its host: a port, a path with its brackets in pairs, a query. None ends with a full stop. */
const tails =
  /(?::\d+)?(?:\/(?:[!*';:,.$%[\]–~@|&]*(?:[\u0300-\u036F\w\u00C0-\u024F\u1E00-\u1EFF\u0400-\u04FF=#/+-]|\([^\s()]*(?:\([^\s()]*\)[^\s()]*)?\)))*)?(?:\?(?:[!?*'@();:+$%[\].,~|]*[\w\-&=#/])+)?/iuy;
const longestEnding = Math.max(...[...topLevelDomains].map(({ length }) => length));

/** What stands before, between and after the links of a text. */
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

/** How much of a text belongs to a link whose host ends there; without a scheme only what begins with a path. */
function lengthOfTail(text: string, at: number, hasScheme: boolean): number {
  if (!hasScheme && text[at] !== '/') return 0;
  tails.lastIndex = at;
  return tails.exec(text)?.[0].length ?? 0;
}

/** How long the host is that a run begins with; 0 where it begins with none. */
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

/** How much of a label ends a host. No digit or Latin letter goes on with it. */
function lengthOfEnding(label: string, next: string): number {
  for (let length = Math.min(label.length, longestEnding); length > 0; length--) {
    const goesOn = /[a-z\d@+-]/i.test(label[length] ?? next);
    if (!goesOn && topLevelDomains.has(label.slice(0, length).toLowerCase())) return length;
  }
  return 0;
}
