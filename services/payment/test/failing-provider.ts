import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a proxy to the sandbox that answers requests with 500 until `recover()` is called.
 * Like Stripe, the proxy repeats the error for an idempotency key that failed once
 * (https://docs.stripe.com/api/idempotent_requests). The sandbox's own faults do not repeat errors.
 */
export async function startFailing(sandboxUrl: string) {
  const failed = new Set<string>();
  let failing = true;
  const server = createServer(async (request, response) => {
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string' && failing) failed.add(key);
    if (typeof key === 'string' && failed.has(key)) {
      const error = { type: 'api_error', message: 'An unknown error occurred' };
      response.writeHead(500, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
      return response.end(JSON.stringify({ error }));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(`${sandboxUrl}${request.url}`, {
      method: request.method as string,
      headers: { authorization, 'content-type': type, ...(typeof key === 'string' && { 'idempotency-key': key }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    return response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recover() {
      failing = false;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
