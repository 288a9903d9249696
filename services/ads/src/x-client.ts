import { createHmac, randomBytes } from 'node:crypto';
import type { AdsSettings } from './config.ts';

/** The timeout is shorter than the BFF's timeout for this service. */
const timeoutMs = 7_000;

/** The raw response of X. */
export interface XReply {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text if the body is not JSON. */
  body: unknown;
}

/** Thrown when no response from X arrived. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  /** False if no connection was made, so that X cannot have received the request. */
  readonly sent: boolean;

  constructor(message: string, sent: boolean, cause?: unknown) {
    super(message, { cause });
    this.sent = sent;
  }
}

/** Sends requests to X, signed by the account that posts our ads. */
export interface XClient {
  configured: boolean;
  /**
   * Sends a request once, with a timeout of seven seconds. The caller decides whether to retry.
   * @param url including its query
   * @param body sent as JSON
   * @throws NoAnswer
   */
  request(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: URL, body?: unknown): Promise<XReply>;
}

export function createXClient(settings: AdsSettings): XClient {
  const keys = xKeysOf(settings);
  return {
    configured: keys !== null,
    async request(method, url, body) {
      if (!keys) throw new NoAnswer('X’s API keys aren’t set up.', false);
      let answer: Response;
      let text: string;
      try {
        answer = await fetch(url, {
          method,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            authorization: authorizationOf(method, url, keys),
            accept: 'application/json',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        text = await answer.text();
      } catch (error) {
        throw new NoAnswer(reasonOf(error), !neverConnected(error), error);
      }
      return { status: answer.status, headers: answer.headers, body: parse(text) };
    },
  };
}

/** The credentials that sign requests (OAuth 1.0a). */
export interface XKeys {
  consumerKey: string;
  consumerSecret: string;
  token: string;
  tokenSecret: string;
}

/** Returns the four keys, or null if one is missing. */
export function xKeysOf({ X_API_KEY, X_API_SECRET, X_ACCESS_TOKEN, X_ACCESS_SECRET }: AdsSettings): XKeys | null {
  if (!X_API_KEY || !X_API_SECRET || !X_ACCESS_TOKEN || !X_ACCESS_SECRET) return null;
  return {
    consumerKey: X_API_KEY,
    consumerSecret: X_API_SECRET,
    token: X_ACCESS_TOKEN,
    tokenSecret: X_ACCESS_SECRET,
  };
}

/**
 * Returns the Authorization header of OAuth 1.0a.
 * https://docs.x.com/fundamentals/authentication/oauth-1-0a/authorizing-a-request
 */
export function authorizationOf(
  method: string,
  url: URL,
  keys: XKeys,
  { nonce = randomBytes(16).toString('hex'), timestamp = Math.floor(Date.now() / 1000) } = {},
): string {
  const oauth = {
    oauth_consumer_key: keys.consumerKey,
    oauth_nonce: nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(timestamp),
    oauth_token: keys.token,
    oauth_version: '1.0',
  };
  // OAuth 1.0a signs the query, but not a JSON body.
  const parameters = [...url.searchParams, ...Object.entries(oauth)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const base = [method, `${url.origin}${url.pathname}`, parameters].map(encode).join('&');
  const key = `${encode(keys.consumerSecret)}&${encode(keys.tokenSecret)}`;
  const signed = { ...oauth, oauth_signature: createHmac('sha1', key).update(base).digest('base64') };
  return `OAuth ${Object.entries(signed)
    .map(([name, value]) => `${name}="${encode(value)}"`)
    .join(', ')}`;
}

/** Percent-encodes by RFC 3986, which is stricter than `encodeURIComponent`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const beforeConnection =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+)$/;

function neverConnected(error: unknown): boolean {
  return beforeConnection.test(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code;
}

function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return `X didn’t respond within ${timeoutMs / 1000} seconds.`;
  return `X didn’t respond (${codeOf(error) ?? (error as Error).message}).`;
}
