import type { FastifyInstance } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

const answerWithinMs = 2_000;

/** `/readyz`: whether every service can do its work, one by one. */
export function addReadiness(app: FastifyInstance, { db, services }: Context): void {
  app.get('/readyz', { config: { access: 'open' } }, async (_request, reply) => {
    const checks: Record<string, Promise<boolean>> = {
      bff: sql`select 1`.execute(db).then(() => true),
    };
    for (const [name, client] of Object.entries(services)) checks[name] = client.ready().then((answer) => answer.ok);
    const states = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, (await inTime(check)) ? 'ready' : 'not ready'] as const,
      ),
    );
    const ready = states.every(([, state]) => state === 'ready');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', services: Object.fromEntries(states) });
  });
}

async function inTime(check: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, answerWithinMs, false);
  try {
    return await Promise.race([check, late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
