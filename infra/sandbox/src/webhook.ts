import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuseOnFault } from './faults.ts';
import type { Provider, World } from './provider.ts';

const message = z.strictObject({ text: z.string().min(1).max(40_000) });

/**
 * Creates a receiver of webhook messages in Slack's format:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export function createWebhook(world: World): Provider {
  const received: { to: string; text: string }[] = [];
  return {
    name: 'webhook',
    routes: (app) =>
      app.register(async (server: FastifyInstance) => {
        server.addHook('onRequest', () => world.faults.delay('webhook'));
        server.addHook(
          'onRequest',
          refuseOnFault(world.faults, 'webhook', (kind, reply) => reply.code(kind === 'error' ? 500 : 429).send()),
        );
        server.post('/webhook/:to', async (request, reply) => {
          const { to } = request.params as { to: string };
          if (to === 'moved') return reply.redirect('/webhook/elsewhere', 302);
          if (to === 'gone') return reply.code(404).send('no_service');
          const body = message.safeParse(request.body);
          if (!body.success) return reply.code(400).send('invalid_payload');
          received.push({ to, text: body.data.text });
          return 'ok';
        });
      }),
    controls(app) {
      app.get('/webhook/:to', async (request) => {
        const { to } = request.params as { to: string };
        return { texts: received.filter((each) => each.to === to).map(({ text }) => text) };
      });
    },
    state: () => ({}),
    reset: () => void received.splice(0),
  };
}
