import { listRoutesAt } from '@xrp-bridge/contracts/public-api';

// What a test has the server answer must be what the contracts let it answer: else it proves a page that never is.

/** Put on an answer that breaks its contract on purpose. */
export const brokenOnPurpose = { headers: { 'x-broken': 'on purpose' } };

const broken: string[] = [];

/** Holds an answer against the schema of its call. */
export async function checkReply({ method, url }: Request, response: Response): Promise<void> {
  if (!response.ok || response.headers.has('x-broken')) return;
  const { origin, pathname } = new URL(url);
  const route = listRoutesAt(pathname).find((each) => each.method === method);
  if (origin !== location.origin || !route) return;
  // A stream has no end to wait for.
  if (response.headers.get('content-type') === 'text/event-stream') return;
  const text = await response.clone().text();
  const { error } = route.reply.safeParse(text ? JSON.parse(text) : undefined);
  if (error) broken.push(`${method} ${pathname}: ${error.message}`);
}

/** What was broken since it was last asked. */
export function takeBrokenReplies(): string[] {
  return broken.splice(0);
}
