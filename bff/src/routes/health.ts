import { type ServiceName, serviceNames } from '@xrp-bridge/contracts/services';
import { type FastifyInstance, isThere, observeParts, type Readiness } from '@xrp-bridge/runtime';
import type { Services } from '../clients.ts';

/** Each service checks its own needs first, which takes up to two seconds. */
const answerWithinMs = 3_000;

interface Health {
  isReady: boolean;
  isWhole: boolean;
}

/**
 * Adds `/readyz`: 200 while this process can serve customers, which needs its own database and the transfer service with
 * its database. Everything else that is away makes it degraded: an orchestrator must not take a shop offline that sells.
 * `?verbose` names each part, as the gauge `xrp_bridge.part.up` does.
 */
export function addReadiness(app: FastifyInstance, services: Services, readiness: () => Promise<Readiness>): void {
  async function checkService(name: ServiceName): Promise<Health> {
    let degraded: boolean | undefined;
    const check = services[name].ready().then((answer) => {
      degraded = answer.body.degraded;
      return answer.ok;
    });
    const isReady = await isThere(check, answerWithinMs);
    return { isReady, isWhole: isReady && degraded === false };
  }

  async function checkServices(): Promise<Record<ServiceName, Health>> {
    const checked = await Promise.all(serviceNames.map(async (name) => [name, await checkService(name)] as const));
    return Object.fromEntries(checked) as Record<ServiceName, Health>;
  }

  app.get<{ Querystring: { verbose?: string } }>(
    '/readyz',
    { config: { access: 'open' } },
    async ({ query }, reply) => {
      const [{ status, degraded, ...needs }, others] = await Promise.all([readiness(), checkServices()]);
      const all = { bff: { isReady: status === 'ready', isWhole: status === 'ready' && !degraded }, ...others };
      const canServe = all.bff.isReady && all.transfer.isReady;
      const isWhole = Object.values(all).every((one) => one.isWhole);
      const summary = { status: canServe ? 'ready' : 'not ready', degraded: canServe && !isWhole };
      const states = Object.entries(all).map(([name, health]) => [name, wordFor(health)]);
      const parts = { ...needs, services: Object.fromEntries(states) };
      return reply.code(canServe ? 200 : 503).send(query.verbose === undefined ? summary : { ...summary, ...parts });
    },
  );
  const unobserve = observeParts('bff', async () => {
    const all = Object.entries(await checkServices());
    return Object.fromEntries(all.map(([name, { isReady }]) => [name, isReady]));
  });
  app.addHook('onClose', async () => unobserve());
}

function wordFor({ isReady, isWhole }: Health): 'ready' | 'degraded' | 'not ready' {
  if (isWhole) return 'ready';
  return isReady ? 'degraded' : 'not ready';
}
