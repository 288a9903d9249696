import type { Problem } from '@xrp-bridge/contracts/problem';
import { listRoutesAt } from '@xrp-bridge/contracts/public-api';
import { expect } from 'vitest';

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each route has responses of its own shape
  body: any;
  text: string;
}

export interface Browser {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Every received `Set-Cookie` header, oldest first. */
  setCookies: string[];
  /** The value of a stored cookie, or an empty string. */
  cookie(name: string): string;
  /** The `Cookie` header for a path. */
  cookiesFor(path: string): string;
}

/**
 * Creates an HTTP client with a cookie jar that honours `Path` and `Max-Age=0`.
 *
 * A body that is neither text nor bytes is sent as JSON. Each successful answer is checked against the contract of its
 * route: status, and a body without missing or extra fields.
 */
export function createBrowser(origin: string): Browser {
  const jar = new Map<string, { value: string; path: string }>();

  function storeCookie(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const attribute = (key: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const path = attribute('path') ?? '/';
    if (attribute('max-age') === '0') jar.delete(`${name};${path}`);
    else jar.set(`${name};${path}`, { value: pair.slice(name.length + 1), path });
  }

  const browser: Browser = {
    setCookies: [],
    cookie: (name) => [...jar].find(([key]) => key.startsWith(`${name};`))?.[1].value ?? '',
    cookiesFor: (path) =>
      [...jar]
        .filter(([, cookie]) => path === cookie.path || path.startsWith(`${cookie.path.replace(/\/$/, '')}/`))
        .map(([key, cookie]) => `${key.split(';')[0]}=${cookie.value}`)
        .join('; '),
    async send(method, path, body, headers = {}) {
      const cookie = browser.cookiesFor(path);
      const answer = await fetch(origin + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookie ? { cookie } : {}),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
      });
      for (const each of answer.headers.getSetCookie()) {
        browser.setCookies.push(each);
        storeCookie(each);
      }
      const text = await answer.text();
      const isJson = /json/.test(answer.headers.get('content-type') ?? '');
      const parsed = isJson && text ? JSON.parse(text) : undefined;
      const route = listRoutesAt(path.replace(/\?.*/, '')).find((each) => each.method === method);
      if (answer.ok && route) {
        expect(answer.status, route.path).toBe(route.status);
        expect(parsed, route.path).toEqual(route.reply.parse(parsed));
      }
      return { status: answer.status, headers: answer.headers, text, body: parsed };
    },
    get: (path, headers) => browser.send('GET', path, undefined, headers),
    post: (path, body, headers) => browser.send('POST', path, body, headers),
  };
  return browser;
}

/** Returns the status and the error code of a refused call. */
export function refusal(answer: Answer): [number, Problem['code'] | undefined] {
  return [answer.status, (answer.body as Problem | undefined)?.code];
}
