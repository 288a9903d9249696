import { serviceNames } from '@xrp-bridge/contracts/services';
import { type FastifyInstance, isThere } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';

/** Each service checks its own needs first, which takes up to two seconds. */
const answerWithinMs = 3_000;

/**
 * Adds `/readyz`: 200 while this process can serve customers, which needs its own database and the transfer service with
 * its database. Everything else that is away makes it degraded: an orchestrator must not take a shop offline that sells.
 * `?verbose` names each part.
 */
export function addReadiness(app: FastifyInstance, { readiness, services }: Context): void {
  async function checkService(name: (typeof serviceNames)[number]) {
    let body: Record<string, unknown> = {};
    const check = services[name].ready().then((answer) => {
      body = answer.body as Record<string, unknown>;
      return answer.ok;
    });
    const isReady = await isThere(check, answerWithinMs);
    return { name, isReady, hasDatabase: isReady || body.database === 'ready' };
  }

  app.get<{ Querystring: { verbose?: string } }>(
    '/readyz',
    { config: { access: 'open' } },
    async ({ query }, reply) => {
      const [own, ...others] = await Promise.all([readiness(), ...serviceNames.map(checkService)]);
      const { status, ...needs } = own;
      const canServe =
        own.database === 'ready' && others.some(({ name, hasDatabase }) => name === 'transfer' && hasDatabase);
      const isWhole = status === 'ready' && others.every(({ isReady }) => isReady);
      const word = (isReady: boolean) => (isReady ? 'ready' : 'not ready');
      const summary = { status: word(canServe), degraded: canServe && !isWhole };
      const parts = {
        ...needs,
        services: { bff: status, ...Object.fromEntries(others.map(({ name, isReady }) => [name, word(isReady)])) },
      };
      return reply.code(canServe ? 200 : 503).send(query.verbose === undefined ? summary : { ...summary, ...parts });
    },
  );
}
