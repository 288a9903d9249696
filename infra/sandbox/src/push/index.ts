import { createECDH, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { check, problem } from '../control.ts';
import { refuseOnFault } from '../faults.ts';
import type { Provider, World } from '../provider.ts';
import { decryptMessage, type Keys, refuseVapid } from './protocol.ts';

const subscribeRequest = z.strictObject({ publicKey: z.string() });
const goneRequest = z.strictObject({ gone: z.boolean() });

interface Message {
  payload: string;
  ttl: number;
  urgency: string | undefined;
}

interface Subscription extends Keys {
  publicKey: string;
  gone: boolean;
  messages: Message[];
}

/** Creates a push server (RFC 8030) and its browsers. Checks signatures and decrypts messages. */
export function createPush(world: World): Provider {
  const subscriptions = new Map<string, Subscription>();
  const find = (params: unknown): Subscription => {
    const found = subscriptions.get((params as { id: string }).id);
    if (!found) throw problem(404, 'id', 'There is no such subscription.');
    return found;
  };

  return {
    name: 'push',
    routes: (app) =>
      app.register(async (server: FastifyInstance) => {
        server.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
          done(null, body),
        );
        server.addHook('onRequest', () => world.faults.delay('push'));
        server.addHook(
          'onRequest',
          refuseOnFault(world.faults, 'push', (kind, reply) => reply.code(kind === 'error' ? 500 : 429).send()),
        );
        server.post('/push/:id', async (request, reply) => {
          const subscription = subscriptions.get((request.params as { id: string }).id);
          if (!subscription) return reply.code(404).send();
          if (subscription.gone) return reply.code(410).send();
          const { authorization = '', ttl, urgency } = request.headers;
          const { publicKey } = subscription;
          const audience = `http://${request.headers.host}`;
          const refusal = refuseVapid(authorization, { publicKey, audience, now: Date.now() });
          if (refusal) return reply.code(403).send(refusal);
          if (request.headers['content-encoding'] !== 'aes128gcm') return reply.code(415).send();
          const payload = decryptMessage(request.body as Buffer, subscription);
          subscription.messages.push({ payload, ttl: Number(ttl), urgency: urgency as string | undefined });
          return reply.code(201).send();
        });
      }),
    controls(app) {
      // The counterpart of a browser's `PushManager.subscribe`.
      app.post('/push/subscriptions', async (request) => {
        const { publicKey } = check(subscribeRequest, request.body);
        const id = randomBytes(16).toString('base64url');
        const ecdh = createECDH('prime256v1');
        const p256dh = ecdh.generateKeys().toString('base64url');
        const auth = randomBytes(16);
        subscriptions.set(id, { ecdh, auth, publicKey, gone: false, messages: [] });
        const endpoint = `http://${request.headers.host}/push/${id}`;
        return { id, subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } } };
      });
      app.put('/push/subscriptions/:id', async (request) => {
        const { gone } = check(goneRequest, request.body);
        Object.assign(find(request.params), { gone });
        return { gone };
      });
      app.get('/push/subscriptions/:id', async (request) => ({ messages: find(request.params).messages }));
    },
    state: () => ({}),
    reset: () => subscriptions.clear(),
  };
}
