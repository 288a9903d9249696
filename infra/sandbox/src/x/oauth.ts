import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The secrets that every account uses. Signatures with other secrets are refused. */
const CONSUMER_SECRET = 'sandbox-secret';
const TOKEN_SECRET = 'sandbox-token-secret';

/** Verifies an OAuth 1.0a header (RFC 5849). Returns the token, or undefined. */
export function readToken(request: FastifyRequest, usedNonces: Set<string>): string | undefined {
  const header = request.headers.authorization ?? '';
  if (!header.startsWith('OAuth ')) return undefined;
  const given = new Map(
    [...header.slice(6).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name as string,
      decodeURIComponent(value as string),
    ]),
  );
  const { oauth_signature: signature, oauth_nonce: nonce, oauth_token: token } = Object.fromEntries(given);
  if (!signature || !nonce || !token || usedNonces.has(nonce)) return undefined;
  if (given.get('oauth_signature_method') !== 'HMAC-SHA1' || !/^\d+$/.test(given.get('oauth_timestamp') ?? '')) {
    return undefined;
  }
  given.delete('oauth_signature');
  const url = new URL(request.url, `http://${request.headers.host}`);
  const pairs = [...url.searchParams, ...given].map(([name, value]) => `${quote(name)}=${quote(value)}`);
  const base = [request.method, url.origin + url.pathname, pairs.sort().join('&')].map(quote).join('&');
  const expected = createHmac('sha1', `${quote(CONSUMER_SECRET)}&${quote(TOKEN_SECRET)}`)
    .update(base)
    .digest();
  const actual = Buffer.from(signature, 'base64');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  usedNonces.add(nonce);
  return token;
}

function quote(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
