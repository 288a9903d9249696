import http, { type IncomingMessage } from 'node:http';
import { registerHooks } from 'node:module';
import { Readable } from 'node:stream';

/** Statuses of responses without a body. */
const withoutBody = [204, 304];

const agentModule = new URL('agent.ts', import.meta.url).href;

/**
 * Replaces `fetch` and undici's `Agent` by requests of `node:http`.
 * The simulator owns the connections of `node:http`. The real `fetch` shares connections and timers in the whole process,
 * so they would survive a crash of the product.
 */
export function installHttpClients(): void {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier === 'undici' ? agentModule : specifier, context),
  });
  globalThis.fetch = (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = new Request(input, init);
      const { body, signal } = init;
      const text = body ? String(body) : '';
      const request = http.request(url, {
        method,
        agent: false,
        ...(signal ? { signal } : {}),
        headers: { ...Object.fromEntries(headers), 'content-length': Buffer.byteLength(text) },
      });
      request
        .on('response', (response) => resolve(toResponse(response)))
        .on('error', (cause) => reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause })))
        .end(text);
    });
}

function toResponse(response: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = response;
  const isEmpty = withoutBody.includes(status);
  if (isEmpty) response.resume();
  const body = isEmpty ? null : (Readable.toWeb(response) as ReadableStream);
  return new Response(body, { status, headers: headers as Record<string, string> });
}
