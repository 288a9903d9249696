import { grantBus, migrateBus } from './bus/index.ts';
import { migrateService, provideRole } from './db.ts';
import { jobsSchemaOf, migrateQueues } from './queue-postgres.ts';
import { type AnyService, allMigrations } from './service-definition.ts';

/**
 * Gives the bus and each service a role of its own, and brings their schemas up to date. Several processes may do so at
 * once: they take turns.
 *
 * @param urlOf where a service, or `bus`, is told to connect; there need be no bus in PostgreSQL
 * @returns where each connects from now on
 */
export async function migrateAll(
  services: readonly AnyService[],
  urlOf: (part: string) => string | undefined,
): Promise<Record<string, string>> {
  const bus = provideBus(urlOf('bus'));
  const [busUrl, ...others] = await Promise.all([
    bus,
    ...services.map(async (service) => {
      const { name } = service;
      const url = await provideRole(urlOf(name) ?? '', name, [name, jobsSchemaOf(name)]);
      await migrateService({ url, service: name, migrations: allMigrations(service) });
      await migrateQueues(url, name);
      const busUrl = await bus;
      if (busUrl) await grantBus(busUrl, url);
      return [name, url] as const;
    }),
  ]);
  return { ...(busUrl ? { bus: busUrl } : {}), ...Object.fromEntries(others) };
}

/** @returns where its role connects; nothing where there is none */
async function provideBus(told: string | undefined): Promise<string | undefined> {
  if (!told) return undefined;
  const url = await provideRole(told, 'bus');
  await migrateBus(url);
  return url;
}
