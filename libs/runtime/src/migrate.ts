import { grantBus, migrateBus } from './bus/index.ts';
import { migrateService, provideRole } from './db.ts';
import { jobsSchemaOf, migrateQueues } from './queue-postgres.ts';
import { type AnyService, allMigrations } from './service-definition.ts';

/**
 * Creates the roles of the bus and the services, and migrates their schemas.
 * Several processes may do so at once: they take turns.
 * @param urlOf the configured address of a service or of `bus`; a bus in PostgreSQL is optional
 * @returns the address by which each connects
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

/** Returns the address of the bus's role; undefined without a bus. */
async function provideBus(configured: string | undefined): Promise<string | undefined> {
  if (!configured) return undefined;
  const url = await provideRole(configured, 'bus');
  await migrateBus(url);
  return url;
}
