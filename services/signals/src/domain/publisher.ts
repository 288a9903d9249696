import { getDomain } from 'tldts';

/** The operators' decision about a publisher. Only allowed publishers count as sites and are linked. */
export type PublisherState = 'allowed' | 'waiting' | 'blocked';

/** Sources to which any visitor can submit texts and links. */
const userSubmitted: ReadonlySet<string> = new Set(['Hacker News', 'Reddit']);

export function isUserSubmitted(source: string | undefined): boolean {
  return source === undefined || userSubmitted.has(source);
}

/** Returns a site's registrable domain: the owner of "coin.example" owns all of its subdomains. */
export function publisherOf(site: string): string {
  return getDomain(site) ?? site;
}

/**
 * Returns true for an allowed publisher's own text.
 * Only such a report is linked, and only such a report can make a signal.
 */
export function isTrusted({ site, source }: { site: string; source?: string }, allowed: ReadonlySet<string>): boolean {
  return !isUserSubmitted(source) && allowed.has(publisherOf(site));
}

/**
 * Sites on which any visitor can publish.
 * A submission that links to such a site is not a second publisher.
 */
const openPlatforms: ReadonlySet<string> = new Set([
  'github.com',
  'medium.com',
  'reddit.com',
  'substack.com',
  'x.com',
  'ycombinator.com',
  'youtube.com',
]);

/** Returns true when a report counts as one more site that reports a story. */
export function countsAsSite(
  { site, source }: { site: string; source?: string },
  allowed: ReadonlySet<string>,
): boolean {
  const domain = publisherOf(site);
  return allowed.has(domain) && !(isUserSubmitted(source) && openPlatforms.has(domain));
}

/**
 * Returns the first state of a new publisher.
 * Domains under ".example" cannot be registered. In the sandbox, they belong to simulated publishers.
 */
export function firstState(domain: string, mode: string): PublisherState {
  return mode === 'sandbox' && domain.endsWith('.example') ? 'allowed' : 'waiting';
}
