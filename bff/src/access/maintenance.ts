import { type FastifyInstance, ProblemError } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export interface MaintenanceFlag {
  isOn(): Promise<boolean>;
  set(on: boolean): Promise<void>;
}

// The flag is cached because every page load reads it. Other instances see a change after at most this time.
const cachedForMs = 2_000;

/** Creates the flag that closes the application to customers: one row, cached for two seconds. */
export function createMaintenanceFlag(db: Kysely<Tables>, clock: () => Date): MaintenanceFlag {
  let cached: { on: boolean; until: number } | undefined;
  const cache = (on: boolean) => {
    cached = { on, until: clock().getTime() + cachedForMs };
    return on;
  };
  return {
    async isOn() {
      if (cached && cached.until > clock().getTime()) return cached.on;
      const row = await db.selectFrom('flag').select('is_on').where('name', '=', 'maintenance').executeTakeFirst();
      return cache(row?.is_on ?? false);
    },
    async set(on) {
      await db
        .insertInto('flag')
        .values({ name: 'maintenance', is_on: on })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ is_on: on }))
        .execute();
      cache(on);
    },
  };
}

const retryAfterSeconds = 300;

/**
 * Refuses orders and payments during maintenance: the routes whose contract lists `maintenance`.
 * Must run before the routes are added.
 */
export function addMaintenance(app: FastifyInstance, maintenance: MaintenanceFlag): void {
  async function refuseWhileClosed(): Promise<void> {
    // If the flag cannot be read, the application stays open.
    if (!(await maintenance.isOn().catch(() => false))) return;
    throw new ProblemError('maintenance', undefined, { headers: { 'retry-after': String(retryAfterSeconds) } });
  }
  app.addHook('onRoute', (route) => {
    if (!route.config?.errors?.includes('maintenance')) return;
    route.onRequest = [route.onRequest ?? [], refuseWhileClosed].flat();
  });
}
