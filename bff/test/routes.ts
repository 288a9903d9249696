import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { GetAds } from '@xrp-bridge/contracts/public-api';

export type Called = Pick<RouteDefinition, 'method' | 'path' | 'ownerOf'>;

/** The query parameters that a route requires. */
const queries: Record<string, string> = { [GetAds.path]: '?placement=banner' };

/** Calls a route with a transfer id and an unknown field, so that even an allowed call changes nothing. */
export function sendTo(
  url: string,
  route: Called,
  transferId: string,
  headers: Record<string, string>,
): Promise<Response> {
  const params = { '{id}': transferId, '{wallet}': 'trust', '{exchange}': 'kraken' };
  const path = route.path.replace(/\{\w+\}/g, (name) => params[name as keyof typeof params] ?? 'f'.repeat(32));
  const body = route.ownerOf === 'body.transferId' ? { transferId, unknown: true } : { unknown: true };
  return fetch(url + path + (queries[route.path] ?? ''), {
    method: route.method,
    redirect: 'manual',
    headers: { ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(route.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
}

/** Returns the body as text; cancels an event stream, which never ends, and returns an empty string. */
export async function readText(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.includes('text/event-stream')) return answer.text();
  await answer.body?.cancel();
  return '';
}
