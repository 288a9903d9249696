// How long X counts a text: https://docs.x.com/fundamentals/counting-characters, version 3 of the rules that are known
// as twitter-text. Written anew: that package was last published in 2020, does not know newer emoji, and puts an old
// core-js into the page, which our content security policy refuses.

/** Every link counts the same, for X replaces it by a short one. */
const linkLength = 23;

/** Latin, Greek, Cyrillic, Hebrew, Arabic and others up to Georgian, and the usual spaces, dashes and quotes, count 1. */
const narrow = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.`;
const generic =
  'app|bank|biz|blog|cloud|com|dev|edu|email|exchange|finance|fund|global|gov|group|guide|help|info|int|life|link|live|media|mil|money|name|net|network|news|online|org|page|pro|shop|site|store|support|tech|today|trade|website|wiki|world|xyz';
const end = String.raw`(?![\p{L}\p{N}@＠_-])`;
const path = String.raw`(?::\d+)?(?:[/?](?:[\p{L}\p{N}!*';:=+,.$/%#\[\]_~@|&?()-]*[\p{L}\p{N}=_#/+&-])?)?`;
/** A name of one part in a country's domain, such as “it.so”, is a link only where a path follows. */
const hosts = `(?:${label}){2,}[a-z]{2}${end}|(?:${label})+(?:${generic}|co|tv)${end}|${label}[a-z]{2}(?=/)`;
const links = new RegExp(
  String.raw`(?<![A-Za-z0-9@＠$#＃])https?://(?:${label})+[\p{L}]{2,}${end}${path}|(?<![A-Za-z0-9@＠$#＃_./-])(?:${hosts})${path}`,
  'giu',
);

const emoji = /\p{RGI_Emoji}/gv;

/** The length of a text as X counts it: a link 23, an emoji of whatever parts 2, wide characters 2, all others 1. */
export function postLengthOf(text: string): number {
  let length = 0;
  const count = (each: number) => () => {
    length += each;
    return '';
  };
  const rest = text.normalize('NFC').replace(links, count(linkLength)).replace(emoji, count(2));
  for (const character of rest) {
    const code = character.codePointAt(0) as number;
    length += narrow.some(([first, last]) => code >= first && code <= last) ? 1 : 2;
  }
  return length;
}
