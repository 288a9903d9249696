import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';

export interface Balancer {
  /** Sends the next requests to these servers. Resolves when the requests to other servers have ended. */
  sendTo(origins: ReadonlySet<string>): Promise<void>;
  stop(): Promise<void>;
}

// A client may reuse an idle connection at the moment when the server closes it, so idle connections stay open for long.
const keepAliveMs = 60_000;

/** Starts an HTTP load balancer on 127.0.0.1, which sends each request to the next of its servers. */
export async function startBalancer(port: number): Promise<Balancer> {
  let origins: readonly string[] = [];
  let turn = 0;
  const inFlight = new Map<Promise<unknown>, string>();

  const server = createServer((received, response) => {
    const origin = origins[turn++ % origins.length];
    if (!origin) return response.writeHead(503).end();
    const { method = 'GET' } = received;
    const headers = withoutConnection(received.headers);
    // A new connection for each request avoids connections that the server is about to close.
    const sent = request(new URL(received.url ?? '/', origin), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    sent.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    inFlight.set(ended, origin);
    response.once('close', () => {
      sent.destroy();
      inFlight.delete(ended);
      resolve();
    });
    received.pipe(sent);
  });
  server.keepAliveTimeout = keepAliveMs;
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    async sendTo(next) {
      origins = [...next];
      await Promise.all([...inFlight].filter(([, origin]) => !next.has(origin)).map(([ended]) => ended));
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Leaves out the headers about the connection, which differs on each side of the load balancer. */
function withoutConnection({ connection, 'keep-alive': _keepAlive, ...headers }: IncomingHttpHeaders) {
  return headers;
}
