import { readFileSync } from 'node:fs';
import { METHODS, request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, createBrowser } from './browser.ts';
import { operatorPassword, useSystem } from './harness.ts';

// Compares the OpenAPI document with the answers of the running system.

interface Operation {
  requestBody?: unknown;
  parameters?: { in: string; name: string }[];
  responses: Record<
    string,
    { content?: Record<string, { schema: { allOf?: [unknown, { properties: { code: { enum: string[] } } }] } }> }
  >;
}

const documentUrl = new URL('../../contracts/generated/openapi.json', import.meta.url);
const { paths } = JSON.parse(readFileSync(documentUrl, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
);

const system = useSystem();
let transferId: string;
let cookie: string;
let owner: Browser;
beforeAll(async () => {
  const browser = createBrowser(system.url);
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
  transferId = (await browser.post('/api/transfers', order)).body.id;
  owner = browser;
  await system.payOn((await browser.post('/api/concierge-checkout', {})).body.url);
  await browser.post('/api/concierge/complete');
  await signIn();
});

/** Signs `owner` in as an operator, so that one browser passes every access check. */
async function signIn(): Promise<void> {
  await owner.post('/api/operator/session', { password: operatorPassword });
  cookie = owner.cookiesFor('/api/transfers');
}

const fill = (path: string) => path.replace(/\{\w+\}/g, transferId);

/** Sends a request with `node:http`, because `fetch` refuses TRACE. */
function send(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  return new Promise<{ status: number; allow: string | undefined; code: string | undefined }>((resolve, reject) => {
    const sent = request(system.url + fill(path), {
      method,
      headers: { cookie, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}), ...headers },
    });
    sent.on('response', (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
        // An event stream does not end until the client closes it.
        if (answer.headers['content-type']?.includes('event-stream')) answer.destroy();
      });
      answer.on('close', () => {
        const code = /"code":"(\w+)"/.exec(text)?.[1];
        resolve({ status: answer.statusCode ?? 0, allow: answer.headers.allow, code });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function documentedCodes({ responses }: Operation, status: number): string[] {
  return responses[status]?.content?.['application/problem+json']?.schema.allOf?.[1].properties.code.enum ?? [];
}

/** The methods of HTTP, and one of WebDAV. One path is tested with all methods that Node can parse. */
const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const methodsFor = (path: string) => (path === '/api/transfers' ? METHODS : usual);

describe.each(Object.keys(paths))('%s', (path) => {
  it('answers 405 to every undocumented method, and lists the documented methods in Allow', async () => {
    const documented = Object.keys(paths[path] ?? {}).map((method) => method.toUpperCase());
    const taken = new Set([...documented, ...(documented.includes('GET') ? ['HEAD'] : []), 'CONNECT']);
    for (const method of methodsFor(path).filter((one) => !taken.has(one))) {
      const answer = await send(method, path);
      expect({ method, status: answer.status, allow: answer.allow?.split(', ').sort() }).toEqual({
        method,
        status: 405,
        allow: [...documented].sort(),
      });
    }
  });
});

describe.each(operations.filter(([method]) => method !== 'GET'))('%s %s', (method, path, operation) => {
  const json = { 'content-type': 'application/json' };
  it.each([
    ['broken JSON', json, '{"a": '],
    ['a plain-text body', { 'content-type': 'text/plain' }, 'hello'],
    ['a body that is too large', json, JSON.stringify('x'.repeat(2_000_000))],
    ['a JSON array as its body', json, '["no", "object"]'],
    ['the headers of another site', { ...json, 'sec-fetch-site': 'cross-site' }, '{}'],
    ['no session', { ...json, cookie: '' }, JSON.stringify({ transferId })],
  ] as const)('answers a request with %s as documented', async (_what, headers, body) => {
    // Signing out ignores the body, so an earlier case may have ended the session.
    if (method === 'DELETE') await signIn();
    const { status, code } = await send(method, path, headers, body);
    if (status < 400) expect(operation.responses).toHaveProperty(`${status}`);
    else expect(documentedCodes(operation, status)).toContain(code);
  });
});
