import type { FastifyReply, FastifyRequest } from 'fastify';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Creates a Fastify onRequest hook that allows calls from the web app's pages and answers their
 * preflights. If the public URL is on this machine, all its loopback names are allowed.
 */
export function allowOrigin(publicUrl: string) {
  const { protocol, hostname, port } = new URL(publicUrl);
  const names = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
  const origins = new Set(names.map((name) => new URL(`${protocol}//${name}${port && `:${port}`}`).origin));

  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (!origin || !origins.has(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Request-Id, Idempotent-Replayed',
    });
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return reply
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
          'access-control-max-age': '600',
        })
        .code(204)
        .send();
    }
  };
}
