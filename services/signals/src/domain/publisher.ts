import { getDomain } from 'tldts';

/** What operators decided about a publisher: only an allowed one counts as a site, and only it is linked to. */
export type PublisherState = 'allowed' | 'waiting' | 'blocked';

/** Sources whose texts and links anybody can submit. */
const userSubmitted: ReadonlySet<string> = new Set(['Hacker News', 'Reddit']);

export function isUserSubmitted(source: string | undefined): boolean {
  return source === undefined || userSubmitted.has(source);
}

/** The registrable domain of a site: whoever owns "coin.example" owns all of its subdomains. */
export function publisherOf(site: string): string {
  return getDomain(site) ?? site;
}

/** Whether a report may carry a link and may make a signal: an allowed publisher's own text, not a stranger's submission. */
export function isTrusted({ site, source }: { site: string; source?: string }, allowed: ReadonlySet<string>): boolean {
  return !isUserSubmitted(source) && allowed.has(publisherOf(site));
}

/** Sites where anybody can publish: a submission that leads there proves nothing that a second publisher says. */
const openPlatforms: ReadonlySet<string> = new Set([
  'github.com',
  'medium.com',
  'reddit.com',
  'substack.com',
  'x.com',
  'ycombinator.com',
  'youtube.com',
]);

/** Returns whether a report counts as one more site that tells a story. */
export function countsAsSite(
  { site, source }: { site: string; source?: string },
  allowed: ReadonlySet<string>,
): boolean {
  const domain = publisherOf(site);
  return allowed.has(domain) && !(isUserSubmitted(source) && openPlatforms.has(domain));
}

/**
 * The state in which a publisher is stored that was not seen before. Domains under ".example" cannot be registered: in
 * the sandbox they are its own publishers.
 */
export function firstState(domain: string, mode: string): PublisherState {
  return mode === 'sandbox' && domain.endsWith('.example') ? 'allowed' : 'waiting';
}
