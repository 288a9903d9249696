import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { GetAds } from '@xrp-bridge/contracts/public-api';

export type Called = Pick<RouteDefinition, 'method' | 'path' | 'ownerOf'>;

/** Without it they say nothing of what they are asked for. */
const queries: Record<string, string> = { [GetAds.path]: '?placement=banner' };

/** Calls a route with nothing but the transfer it is about, which may be too little to do anything. */
export function sendTo(
  url: string,
  route: Called,
  transferId: string,
  headers: Record<string, string>,
): Promise<Response> {
  const known = { '{id}': transferId, '{wallet}': 'trust', '{exchange}': 'kraken' };
  const path = route.path.replace(/\{\w+\}/g, (name) => known[name as keyof typeof known] ?? 'f'.repeat(32));
  const body = route.ownerOf === 'body.transferId' ? { transferId, unknown: true } : { unknown: true };
  return fetch(url + path + (queries[route.path] ?? ''), {
    method: route.method,
    redirect: 'manual',
    headers: { ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(route.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
}

/** What is said at once: nothing, where it is a stream. */
export async function readText(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.includes('text/event-stream')) return answer.text();
  await answer.body?.cancel();
  return '';
}
