import { type FastifyInstance, isThere } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';

/** Each service asks its own needs first, which takes up to two of them. */
const answerWithinMs = 3_000;

/** `/readyz`: whether every service can do its work, one by one; of this one also what it needs. */
export function addReadiness(app: FastifyInstance, { readiness, services }: Context): void {
  app.get('/readyz', { config: { access: 'open' } }, async (_request, reply) => {
    const [own, ...others] = await Promise.all([
      readiness(),
      ...Object.entries(services).map(async ([name, client]) => {
        const ready = await isThere(
          client.ready().then((answer) => answer.ok),
          answerWithinMs,
        );
        return [name, ready ? 'ready' : 'not ready'] as const;
      }),
    ]);
    const { status, ...needs } = own;
    const ready = status === 'ready' && others.every(([, state]) => state === 'ready');
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      ...needs,
      services: { bff: status, ...Object.fromEntries(others) },
    });
  });
}
