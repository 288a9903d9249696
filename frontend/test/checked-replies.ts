import { listRoutesAt } from '@xrp-bridge/contracts/public-api';

// Every fake response must match the contracts' schema. Otherwise a test could prove behavior that cannot occur.

/** Options of a response that violates its contract on purpose. */
export const brokenOnPurpose = { headers: { 'x-broken': 'on purpose' } };

const broken: string[] = [];

/** Validates a response against its route's schema. `takeBrokenReplies` returns the violations. */
export async function checkReply({ method, url }: Request, response: Response): Promise<void> {
  if (!response.ok || response.headers.has('x-broken')) return;
  const { origin, pathname } = new URL(url);
  const route = listRoutesAt(pathname).find((each) => each.method === method);
  if (origin !== location.origin || !route) return;
  // A stream never ends, so its text cannot be read.
  if (response.headers.get('content-type') === 'text/event-stream') return;
  const text = await response.clone().text();
  const { error } = route.reply.safeParse(text ? JSON.parse(text) : undefined);
  if (error) broken.push(`${method} ${pathname}: ${error.message}`);
}

/** Returns the violations since the previous call. */
export function takeBrokenReplies(): string[] {
  return broken.splice(0);
}
