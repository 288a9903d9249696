import { Parser } from 'htmlparser2';

/** An entry of an Atom feed, unmodified. */
export interface FeedEntry {
  link: string;
  title: string;
  updated: string;
  content: string;
}

/**
 * Limits of a feed.
 * GitHub's feeds have 10 entries and three levels of elements, which is far below these limits.
 */
const mostEntries = 100;
const deepest = 16;
const longestField = 16_000;

/**
 * Parses an Atom feed in one pass.
 * A document nested deeper than `deepest` is rejected, because the parser searches all open elements for each closing
 * tag, which takes quadratic time. Entities that the document declares are not expanded.
 * @returns null if the document is not a complete Atom feed
 */
export function parseFeed(xml: string): FeedEntry[] | null {
  if (!xml.trimEnd().endsWith('</feed>')) return null;
  const entries: FeedEntry[] = [];
  const open: string[] = [];
  let entry: FeedEntry | undefined;
  let isFeed = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length === 0) isFeed = name === 'feed';
        if (open.length === deepest) isFeed = false;
        if (!isFeed) return parser.pause();
        open.push(name);
        if (name === 'entry' && open.length === 2) entry = { link: '', title: '', updated: '', content: '' };
        else if (name === 'link' && open.length === 3 && entry && (attributes.rel ?? 'alternate') === 'alternate') {
          entry.link ||= attributes.href ?? '';
        }
      },
      ontext(text) {
        const field = open.length === 3 ? open[2] : undefined;
        if (!entry || (field !== 'title' && field !== 'updated' && field !== 'content')) return;
        if (entry[field].length < longestField) entry[field] += text;
      },
      onclosetag() {
        if (open.length === 2 && entry && entries.push(entry) === mostEntries) parser.pause();
        if (open.length === 2) entry = undefined;
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return isFeed ? entries : null;
}
