import { Parser } from 'htmlparser2';

/** A limit that is longer than any headline. */
const longestTitle = 300;
const longestText = 4_000;

/**
 * Returns text without markup, scripts and control characters, in one line.
 * @param text untrusted text, of which at most some kilobytes are read
 */
export function cleanText(text: string, longest = longestText): string {
  let plain = '';
  let hidden = 0;
  const parser = new Parser({
    onopentag(name) {
      if (name === 'script' || name === 'style') hidden++;
      plain += ' ';
    },
    onclosetag(name) {
      if (name === 'script' || name === 'style') hidden--;
      plain += ' ';
    },
    ontext(part) {
      if (hidden === 0) plain += part;
    },
  });
  parser.end(text.slice(0, 4 * longest));
  return plain
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim();
}

export function cleanTitle(text: string): string {
  return cleanText(text, longestTitle);
}

/** Returns an https link to a public host, without credentials; null for any other URL. */
export function cleanUrl(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password) return null;
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(url.hostname) || url.href.length > 1_000) return null;
  url.protocol = 'https:';
  url.hash = '';
  for (const name of [...url.searchParams.keys()])
    if (/^(utm_|fbclid|gclid|ref$)/.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Returns a link's host without "www". */
export function siteOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}
