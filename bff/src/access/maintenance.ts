import { type FastifyInstance, ProblemError } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export interface MaintenanceFlag {
  isOn(): Promise<boolean>;
  set(on: boolean): Promise<void>;
}

// Every page asks on load; the other instances follow a change within this time.
const cachedForMs = 2_000;

/** Whether the application is closed to customers: one row, remembered for a moment. */
export function createMaintenanceFlag(db: Kysely<Tables>, clock: () => Date): MaintenanceFlag {
  let known: { on: boolean; until: number } | undefined;
  const remember = (on: boolean) => {
    known = { on, until: clock().getTime() + cachedForMs };
    return on;
  };
  return {
    async isOn() {
      if (known && known.until > clock().getTime()) return known.on;
      const row = await db.selectFrom('flag').select('is_on').where('name', '=', 'maintenance').executeTakeFirst();
      return remember(row?.is_on ?? false);
    },
    async set(on) {
      await db
        .insertInto('flag')
        .values({ name: 'maintenance', is_on: on })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ is_on: on }))
        .execute();
      remember(on);
    },
  };
}

const comeBackAfterS = 300;

/**
 * Refuses, while the application is closed, the calls whose contract names the error `maintenance`: those by which
 * customers order and pay. To be called before the routes are added.
 */
export function addMaintenance(app: FastifyInstance, maintenance: MaintenanceFlag): void {
  async function refuseWhileClosed(): Promise<void> {
    // A flag that cannot be read closes nothing.
    if (!(await maintenance.isOn().catch(() => false))) return;
    throw new ProblemError('maintenance', undefined, { headers: { 'retry-after': String(comeBackAfterS) } });
  }
  app.addHook('onRoute', (route) => {
    if (!route.config?.errors?.includes('maintenance')) return;
    route.onRequest = [route.onRequest ?? [], refuseWhileClosed].flat();
  });
}
