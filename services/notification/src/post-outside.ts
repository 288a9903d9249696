import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isPublicHttps } from '@xrp-bridge/contracts/public-address';
import { lookUpPublic } from '@xrp-bridge/runtime/public-address';

/** Returns true for a public https URL, and for a URL that starts with the sandbox's URL. */
export function isOutside(address: string, sandbox: string | undefined): boolean {
  return isPublicHttps(address) || isOfSandbox(address, sandbox);
}

/**
 * Posts to a URL that a person entered, without following redirects.
 * Check the URL with `isOutside` first.
 * @returns the status of the response
 * @throws Error if there is no response in time, or if the address leads to a server that is not public
 */
export async function postOutside(
  address: string,
  body: Buffer | string,
  options: { headers: Record<string, string>; sandbox: string | undefined; timeoutMs: number; signal: AbortSignal },
): Promise<number> {
  const { headers, sandbox, timeoutMs, signal } = options;
  const call = {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  };
  const request = isOfSandbox(address, sandbox)
    ? requestPlain(address, call)
    : requestSecure(address, { ...call, lookup: lookUpPublic });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  request.destroy();
  return answer.statusCode ?? 0;
}

function isOfSandbox(address: string, sandbox: string | undefined): boolean {
  return sandbox !== undefined && Boolean(URL.parse(address)?.href.startsWith(sandbox));
}
