import { grantBus, migrateBus } from './bus/index.ts';
import { migrateService, provideRole } from './db.ts';
import { jobsSchemaOf, migrateQueues } from './queue-postgres.ts';
import { type AnyService, allMigrations } from './service.ts';

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
  const urls: Record<string, string> = {};
  const busUrl = urlOf('bus');
  if (busUrl) {
    urls.bus = await provideRole(busUrl, 'bus');
    await migrateBus(urls.bus);
  }
  await Promise.all(
    services.map(async (service) => {
      const { name } = service;
      const url = await provideRole(urlOf(name) ?? '', name, [name, jobsSchemaOf(name)]);
      urls[name] = url;
      await migrateService({ url, service: name, migrations: allMigrations(service) });
      if (urls.bus) await grantBus(urls.bus, url);
      await migrateQueues(url, name);
    }),
  );
  return urls;
}
