import { type ServiceName, serviceNames } from '@xrp-bridge/contracts/services';
import { type FastifyInstance, isThere, observeParts, type Readiness } from '@xrp-bridge/runtime';
import type { Services } from '../clients.ts';

/**
 * Timeout for a service's answer.
 * It is longer than the two seconds that a service may take to check its dependencies.
 */
const answerWithinMs = 3_000;

interface Health {
  isReady: boolean;
  isWhole: boolean;
}

/**
 * Adds `/readyz`, which answers 200 while this process can serve customers, and 503 otherwise.
 * A ready process reaches its own database, and the transfer service with its database. If any other part is
 * unavailable, the status is only `degraded`, so that an orchestrator does not take the application offline. With
 * `?verbose`, the answer lists each part, like the gauge `xrp_bridge.part.up`.
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
